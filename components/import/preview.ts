import { columnOf, type GridColumn } from "@/components/cells/columns";
import { fullTemplate } from "@/components/fields/templates/template";
import { isBlank } from "@/components/listing/is-blank";
import type { Field } from "@/lib/contract/fields";
import type { PreviewRows } from "@/lib/contract/import-resource";
import { fieldType, fieldTypeOf, typedTemplate } from "@/lib/field-types";
import { columnReader, type Notation } from "@/lib/field-types/columns";
import type { StorageKind } from "@/lib/field-types/storage";
import type { ColumnDraft, FoundColumn, Misfits } from "./column-draft";
import type { TargetFields } from "./import-draft";

/** A cell as it will be: a value, a text that only the server can read, or a text that does not fit. */
export type PreviewCell =
  | { readonly is: "value"; readonly value: unknown }
  | { readonly is: "text" | "misfit"; readonly text: string };

/** A column of the preview, as the field that takes it. */
export interface PreviewColumn {
  readonly index: number;
  readonly column: GridColumn;
  readonly cells: readonly PreviewCell[];
  readonly misfits: Misfits;
}

/** Values of these kinds depend on records and files of the database. */
const readByServer: ReadonlySet<StorageKind> = new Set(["links", "files", "people"]);

/** Reads the first rows of a column for its field; undefined for a skipped column and an invalid template. */
export function previewColumn(
  found: FoundColumn,
  draft: ColumnDraft,
  { rows, fields, addOptions }: { rows: PreviewRows["rows"]; fields: TargetFields; addOptions: boolean },
): PreviewColumn | undefined {
  const texts = rows.map(({ cells }) => cells[found.index] ?? "");
  const target = draft.fieldId === null ? newField(draft) : fields?.find(({ id }) => id === draft.fieldId);
  if (draft.isSkipped || !target) return undefined;
  const template = fieldType(target.type).template.safeParse(target.template);
  if (!template.success) return undefined;
  const parsed = { ...target, template: template.data as Field["template"] };
  const field = addOptions || draft.fieldId === null ? withOptions(parsed, texts) : parsed;
  const cells = cellsOf(texts, field, found.notation as Notation);
  return {
    index: found.index,
    column: columnOf(field, { index: found.index, width: previewWidth, isLocked: true }),
    cells,
    misfits: {
      count: cells.filter(({ is }) => is === "misfit").length,
      of: texts.filter((text) => text.trim() !== "").length,
    },
  };
}

/** The width of a column in pixels. */
export const previewWidth = 168;

function newField({ index, name, type, template }: ColumnDraft): Field {
  const whole = fullTemplate({ type, template }) as Field["template"];
  return { id: `column-${index}`, name, type, template: whole, order: index };
}

/** Adds the labels of the first rows as options, as the import does for all rows. */
function withOptions(field: Field, texts: readonly string[]): Field {
  const type = fieldTypeOf(field);
  const filled = texts.filter((text) => text.trim() !== "");
  const more = type.optionsFrom?.(filled, field.template) ?? field.template;
  const template = (type.completeTemplate?.(more) ?? more) as Field["template"];
  return { ...field, template };
}

function cellsOf(texts: readonly string[], field: Field, notation: Notation): PreviewCell[] {
  const typed = typedTemplate(field);
  if (readByServer.has(typed.fieldType.storage)) return texts.map((text) => ({ is: "text", text }));
  const read = columnReader(typed, notation);
  return texts.map((text) => {
    const ofText = read(text);
    const value = ofText === undefined ? readJson(text, field) : ofText;
    return value === undefined
      ? { is: "misfit", text }
      : { is: "value", value: isBlank(value) ? null : value };
  });
}

/** Lists of JSON files are values as the API takes them. */
function readJson(text: string, field: Field): unknown {
  if (!text.startsWith("[")) return undefined;
  try {
    return fieldTypeOf(field).value(field.template).safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
