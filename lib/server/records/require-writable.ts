import type { Author } from "../access/author";
import { fieldsWritten, isFree, requireFieldWrites, requireTableWrite } from "../access/rules";
import type { TableSchema } from "../structure/schemas";
import type { CellChanges } from "./values";

/**
 * Throws the 403 of a rule that keeps the author from creating or updating records with these values. A list of links also
 * changes the field on the other side, whose rule counts as well. An empty cell of a new record counts as not written.
 */
export function requireWritable(
  { actor }: Author,
  { id: tableId, rules }: TableSchema,
  { write, records }: { readonly write: "create" | "update"; readonly records: readonly CellChanges[] },
): void {
  if (isFree(actor, rules)) return;
  requireTableWrite(actor, rules, { tableId, write });
  if (rules.fields.size === 0) return;
  const isNew = write === "create";
  for (const { set, cleared, links } of records) {
    requireFieldWrites(actor, rules, Object.keys(set));
    if (!isNew) requireFieldWrites(actor, rules, cleared);
    const written = links.filter(({ ids }) => !isNew || ids.length > 0);
    requireFieldWrites(
      actor,
      rules,
      written.flatMap(({ field }) => fieldsWritten(field)),
    );
  }
}
