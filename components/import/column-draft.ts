import { isSameValue } from "@/components/edits/same-value";
import { fullTemplate, type Template } from "@/components/fields/templates/template";
import type { FileImport } from "@/lib/contract/import-resource";
import { limits } from "@/lib/contract/limits";
import { fieldType } from "@/lib/field-types";

/** A column of a file, as analysed. */
export type FoundColumn = NonNullable<FileImport["columns"]>[number];

/** The choices for a column of the file. */
export interface ColumnDraft {
  readonly index: number;
  readonly isSkipped: boolean;
  /** The field of an existing table. Null for a skipped column, and for a new table. */
  readonly fieldId: string | null;
  /** The field of a new table. */
  readonly name: string;
  readonly type: string;
  /** Settings of any type chosen so far; kept in case a type is chosen again. */
  readonly template: Template;
}

/** The draft of a column as found. Columns beyond the maximum number of fields are skipped. */
export function draftOfColumn({ index, name, type, template }: FoundColumn): ColumnDraft {
  return { index, name, type, template, fieldId: null, isSkipped: index >= limits.fieldsPerTable };
}

/** Number of cells that do not fit a type, and number of cells that were tried. */
export interface Misfits {
  readonly count: number;
  readonly of: number;
}

/** The misfits of a column as found or suggested; undefined for types that the analysis did not try. */
export function knownMisfits(found: FoundColumn, draft: ColumnDraft): Misfits | undefined {
  const tried = [found, ...found.suggestions].find(
    (each) => each.type === draft.type && isSameValue(fullTemplate(each), fullTemplate(draft)),
  );
  return tried && { count: tried.unconvertible, of: found.filled };
}

/** A type that the analysis suggests, as a label such as "Date (3 don't fit)". */
export interface Suggestion {
  readonly type: string;
  readonly template: Template;
  readonly label: string;
}

/** The suggested types other than the chosen one. */
export function suggestionsFor({ suggestions }: FoundColumn, draft: ColumnDraft): Suggestion[] {
  return suggestions
    .filter(({ type }) => type !== draft.type)
    .map(({ type, template, unconvertible }) => {
      const { label } = fieldType(type);
      const count = unconvertible.toLocaleString("en");
      const misfits = unconvertible === 1 ? " (1 doesn't fit)" : ` (${count} don't fit)`;
      return { type, template, label: unconvertible === 0 ? label : label + misfits };
    });
}
