import type { Attachment } from "../../contract/attachments";
import { mapFiles } from "../../contract/config-files";
import type { DescribedTable, DescribedView } from "../../contract/database-file";
import { type Condition, mapConditions, operatorOf } from "../../contract/filters";
import type { ViewConfig } from "../../contract/views";
import { isLink } from "../../field-types";
import type { StackKey } from "../../field-types/stacks";
import { fileIdIn } from "../files/file-forms";
import type { ChangeSet } from "../log/changes";
import type { DerivedIds } from "../records/copied-ids";
import { insertBase } from "./bases";
import { settleComputed } from "./computed-fields";
import { type CopiedIds, insertTableCopy, mintCopiedIds } from "./copy-tables";
import { mapStackKeys } from "./view-config";

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

/**
 * Replaces the ids of records in the filter of a view, and in its settings about the stacks of linked records, and those of
 * its files.
 */
function withCopiedRecords(
  view: DescribedView,
  { fields }: DescribedTable,
  derived: DerivedIds,
): DescribedView {
  const config = mapFiles<Partial<ViewConfig>>(view.config, (file) => copiedFile(file, derived));
  const { filter, stackFieldId } = config;
  const links = new Set(fields.filter(isLink).map(({ id }) => id));
  const stacks = links.has(stackFieldId ?? "") ? mapStackKeys(config, copiedKeys) : {};
  function copiedKeys(keys: readonly StackKey[]): StackKey[] {
    return keys.map((key) => (typeof key === "string" ? derived.record(key) : key));
  }
  if (!filter) return { ...view, config: { ...config, ...stacks } };
  const aboutRecords = new Set(["id", ...links]);
  const copied = mapConditions(filter, (condition) =>
    aboutRecords.has(condition.field) ? withIds(condition, (id) => derived.record(id)) : condition,
  );
  return { ...view, config: { ...config, ...stacks, filter: copied } };
}

function copiedFile(file: Attachment, derived: DerivedIds): Attachment {
  const id = fileIdIn(file);
  return { ...file, url: file.url.replace(id, derived.file(id)) };
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
