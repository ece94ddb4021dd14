import type { ErrorDetail } from "../../contract/errors";
import type { FormField } from "../../contract/form-fields";
import type { ViewConfig } from "../../contract/views";
import { isLink } from "../../field-types";
import { quote } from "../../field-types/text";
import { prisma } from "../db";
import { readFilter } from "../lists/filter-sql";
import { subjectOf } from "../lists/subjects";
import { linkOf } from "../records/link-side";
import { problemsOf } from "./problems-of";
import type { SchemaField, TableSchema } from "./schemas";

/** The problems of written fields of a form: of conditions, and of the views that linked records are offered from. */
export async function problemsOfQuestions(
  schema: TableSchema,
  written: readonly FormField[],
  viewId: string | undefined,
): Promise<ErrorDetail[]> {
  if (written.length === 0) return [];
  const stored = await storedViews(schema, viewId);
  const offered = await tablesOfViews(written);
  const problems = await Promise.all(
    written.map(async (question, index) => {
      const path = `config.fields[${index}]`;
      const field = schema.fieldOf(question.fieldId);
      const problem = field && problemOfView(field, question.linkViewId, { stored, offered });
      return [
        ...(problem === undefined ? [] : [{ path: `${path}.linkViewId`, message: problem }]),
        ...(await problemsOfCondition(schema, written, index)),
      ];
    }),
  );
  return problems.flat();
}

/** A condition takes only the fields before its own. */
function problemsOfCondition(
  schema: TableSchema,
  written: readonly FormField[],
  index: number,
): Promise<ErrorDetail[]> {
  const { showWhen } = written[index] as FormField;
  if (!showWhen) return Promise.resolve([]);
  const earlier = new Set(written.slice(0, index).map(({ fieldId }) => schema.fieldOf(fieldId)?.id));
  return problemsOf(
    readFilter(schema, showWhen, {
      meaning: async (_, name) => {
        const id = schema.fieldOf(name)?.id;
        return id !== undefined && earlier.has(id) ? subjectOf(schema, name) : undefined;
      },
      unknown: (_, name) => `names ${quote(name)}, which is not an earlier field of this form`,
      pathIn: (path) => ["config", "fields", index, "showWhen", ...path],
    }),
  );
}

interface LinkViews {
  /** The view of each field as the form has it stored. */
  readonly stored: ReadonlyMap<string, string | null>;
  /** The tables of views by id. */
  readonly offered: ReadonlyMap<string, string>;
}

/** A view that the form has already may be gone since, which must not keep anybody from changing the rest. */
function problemOfView(
  field: SchemaField,
  linkViewId: string | null,
  { stored, offered }: LinkViews,
): string | undefined {
  if (stored.get(field.id) === linkViewId) return undefined;
  if (!isLink(field)) {
    const { name, type } = field;
    return linkViewId === null
      ? undefined
      : `is for linked records only; ${quote(name)} (${type}) is not one`;
  }
  if (linkViewId === null) return "is required for linked records: the view whose records are offered";
  if (offered.get(linkViewId) === linkOf(field).tableId) return undefined;
  return `takes the id of a view of the linked table; ${quote(linkViewId)} is not one`;
}

async function storedViews(
  { id: tableId }: TableSchema,
  id: string | undefined,
): Promise<ReadonlyMap<string, string | null>> {
  const row = id === undefined ? null : await prisma().view.findFirst({ where: { id, tableId } });
  const { fields = [] } = (row?.config ?? {}) as Partial<ViewConfig>;
  return new Map(fields.map(({ fieldId, linkViewId }) => [fieldId, linkViewId]));
}

/** The tables of the views that linked records are offered from, by the id of the view. */
export async function tablesOfViews(written: readonly FormField[]): Promise<ReadonlyMap<string, string>> {
  const ids = written.flatMap(({ linkViewId }) => linkViewId ?? []);
  if (ids.length === 0) return new Map();
  const views = await prisma().view.findMany({ where: { id: { in: ids } } });
  return new Map(views.map(({ id, tableId }) => [id, tableId]));
}
