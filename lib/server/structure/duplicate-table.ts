import type { DescribedTable, DescribedView } from "../../contract/database-file";
import { mintId } from "../../contract/ids";
import type { TablePlace } from "../../contract/places";
import type { Table, TableDuplicate } from "../../contract/tables";
import type { ViewConfig } from "../../contract/views";
import { isLink } from "../../field-types";
import type { Author } from "../access/author";
import { copyRules } from "../access/manage-rules";
import type { ChangeSet } from "../log/changes";
import { copyRecords } from "../records/copy-records";
import { linkOf } from "../records/link-side";
import { type CopiedIds, copiedId, insertTableCopy, mintCopiedIds } from "./copy-tables";
import { describeTable } from "./describe-tables";
import { insertField } from "./field-rows";
import { createPartition } from "./partitions";
import { changeSchema, ofAnySize, raiseVersion } from "./schema-change";
import { findSchema } from "./schemas";
import { freeName, requireFree } from "./siblings";
import { findTable, presentTable, siblingsIn } from "./structure";
import { watchTables } from "./structure-watch";
import { mapStackKeys } from "./view-config";

/**
 * Duplicates a table with its fields and views, as the last of its database, and with its records if requested: all
 * or nothing. References of the original to itself become references of the copy to itself. Each link to another
 * table gets its own reverse field there.
 */
export function duplicateTable(
  author: Author,
  place: TablePlace,
  { name, records }: TableDuplicate,
): Promise<Table> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const original = await findTable(place);
    const siblings = await siblingsIn(place);
    if (name !== undefined) requireFree(name, siblings, "this database has a table");
    const described = describeTable(original);
    const ids = mintCopiedIds([described]);
    const id = copiedId(ids, original.id);
    const copy = { ...described, name: name ?? freeName(`${original.name} copy`, siblings) };
    await insertCopy(change, copy, { ids, order: siblings.length });
    await raiseVersion(place);
    // A separate step, so that undo removes the records before their table.
    await change.endStep();
    const schema = records ? await findSchema({ ...place, tableId: id }) : undefined;
    if (schema) await copyRecords(change, schema, { fields: original.fields, tableId: original.id, ids });
    // Last, so that whoever may duplicate the table gets all of its records.
    await copyRules(ids);
    return presentTable(await findTable({ ...place, tableId: id }));
  });
}

/** Links within the table are copied with both sides, those to other tables get new reverse fields there. */
async function insertCopy(
  change: ChangeSet,
  table: DescribedTable,
  { ids, order }: { ids: CopiedIds; order: number },
): Promise<void> {
  const { databaseId } = change;
  const id = copiedId(ids, table.id);
  const links = table.fields.filter((field) => isLink(field) && linkOf(field).tableId !== table.id);
  const views = table.views.map((view) => withoutOwnRecords(view, table));
  const inverses = new Map(links.map((field) => [field.id, mintId("f")]));
  const fields = table.fields.map((field) => {
    const inverseFieldId = inverses.get(field.id);
    const paired = { ...field.template, isInverse: false, inverseFieldId };
    // The records of the copy are numbered anew.
    return { ...field, lastNumber: 0, template: inverseFieldId === undefined ? field.template : paired };
  });
  await watchTables(change, [id]);
  await insertTableCopy(databaseId, { ...table, fields, views }, { ids, order });
  await createPartition(id);
  for (const field of links) {
    const target = await findTable({ databaseId, tableId: linkOf(field).tableId });
    const inverse = { tableId: id, allowMultiple: true, isInverse: true, inverseFieldId: ids.get(field.id) };
    await insertField(change, target, {
      id: inverses.get(field.id) ?? "",
      name: freeName(table.name, target.fields),
      type: field.type,
      template: inverse,
    });
  }
}

/** Removes the stacks of the table's own records, which have other ids in the copy. */
function withoutOwnRecords(view: DescribedView, { id, fields }: DescribedTable): DescribedView {
  const config: Partial<ViewConfig> = view.config;
  const stackField = fields.find((field) => field.id === config.stackFieldId);
  if (!stackField || !isLink(stackField) || linkOf(stackField).tableId !== id) return view;
  return {
    ...view,
    config: { ...config, ...mapStackKeys(config, (keys) => keys.filter((key) => key === null)) },
  };
}
