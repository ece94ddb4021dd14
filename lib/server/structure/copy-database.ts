import type { DescribedTable, DescribedView } from "../../contract/database-file";
import { type Condition, type Filter, mapConditions, operatorOf } from "../../contract/filters";
import { isLink } from "../../field-types";
import type { ChangeSet } from "../log/changes";
import type { DerivedIds } from "../records/copied-ids";
import { insertBase } from "./bases";
import { settleComputed } from "./computed-fields";
import { type CopiedIds, insertTableCopy, mintCopiedIds } from "./copy-tables";

/** A database to be stored as a copy, with its tables in order. */
export interface DescribedDatabase {
  readonly name: string;
  readonly tables: readonly DescribedTable[];
}

/**
 * Stores the structure of a copied database in a change set of its own, without partitions. Its log begins with this:
 * the tables and records have no entries.
 */
export async function insertDatabaseCopy(
  change: ChangeSet,
  { name, tables }: DescribedDatabase,
  derived: DerivedIds,
): Promise<CopiedIds> {
  const ids = mintCopiedIds(tables);
  await insertBase(change, name);
  for (const [order, table] of tables.entries()) {
    const views = table.views.map((view) => withCopiedRecords(view, table, derived));
    await insertTableCopy(change.databaseId, { ...table, views }, { ids, order });
  }
  await settleComputed(change);
  return ids;
}

/** Replaces the ids of records in the filter of a view. */
function withCopiedRecords(
  view: DescribedView,
  { fields }: DescribedTable,
  derived: DerivedIds,
): DescribedView {
  const filter = view.config.filter as Filter | null | undefined;
  if (!filter) return view;
  const aboutRecords = new Set(["id", ...fields.filter(isLink).map(({ id }) => id)]);
  const copied = mapConditions(filter, (condition) =>
    aboutRecords.has(condition.field) ? withIds(condition, (id) => derived.record(id)) : condition,
  );
  return { ...view, config: { ...view.config, filter: copied } };
}

function withIds(condition: Condition, copied: (id: string) => string): Condition {
  const { operator, operand } = operatorOf(condition);
  const mapped = Array.isArray(operand)
    ? operand.map(copied)
    : operand === true
      ? operand
      : copied(String(operand));
  return { field: condition.field, [operator]: mapped } as Condition;
}
