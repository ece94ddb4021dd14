import { badRequest, type ErrorDetail } from "../../contract/errors";
import { mintId } from "../../contract/ids";
import type { BasePlace } from "../../contract/places";
import { isLink } from "../../field-types";
import { quote } from "../../field-types/text";
import type { ChangedCell } from "../conversion/cells";
import { Prisma, query, type Transaction } from "../db";
import { storeBatch } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { type LinkTemplate, linkOf, noteOtherSide, sideOf } from "../records/links";
import { touchRecords } from "../records/record-sql";
import { byRef } from "./by-ref";
import { insertField } from "./field-rows";
import { freeName } from "./siblings";
import { type FieldRow, type TableRow, withParts } from "./structure";

/**
 * Gives a new link field its other side: the inverse field in the table it links to, named after the field's
 * own table. `path` is where the field's template stands in the caller's body.
 */
export async function pairLinkField(
  change: ChangeSet,
  place: BasePlace,
  { field, path }: { field: FieldRow; path: string },
): Promise<void> {
  const { transaction } = change;
  const template = linkOf(field);
  const source = await transaction.table.findUniqueOrThrow({ where: { id: field.tableId } });
  const target = await findTarget(transaction, place, { ref: template.tableId, path });
  const inverse = {
    id: mintId("f"),
    name: freeName(source.name, target.fields),
    type: field.type,
    template: { tableId: source.id, allowMultiple: true, isInverse: true, inverseFieldId: field.id },
  };
  await insertField(change, target, inverse);
  const paired: LinkTemplate = {
    ...template,
    tableId: target.id,
    isInverse: false,
    inverseFieldId: inverse.id,
  };
  await transaction.field.update({
    where: { id: field.id },
    data: { template: { ...paired } satisfies Prisma.InputJsonObject },
  });
}

/**
 * The template of a link field that changes. The table it links to stays: its links lead there. The field that
 * leads back always allows several.
 */
export async function settleLinkTemplate(
  transaction: Transaction,
  place: BasePlace,
  { previous, next }: { previous: LinkTemplate; next: object },
): Promise<LinkTemplate> {
  const { tableId, ...others } = next as LinkTemplate;
  const target = await findTarget(transaction, place, { ref: tableId, path: "template" });
  const problems: ErrorDetail[] = [];
  if (target.id !== previous.tableId) {
    const message =
      "cannot be changed, as the links that are there lead to records of that table: make a new field";
    problems.push({ path: "template.tableId", message });
  }
  if (others.isInverse && !others.allowMultiple) {
    const message = "is true for good in the field that leads back; the other field may take one record only";
    problems.push({ path: "template.allowMultiple", message });
  }
  if (problems.length > 0) throw badRequest(problems);
  return { ...others, tableId: target.id };
}

/** Leaves one link, the first, in each of these cells, of which there may be no more from now on. */
export async function keepFirstLinks(
  change: ChangeSet,
  field: FieldRow,
  cells: readonly ChangedCell[],
): Promise<void> {
  const { fieldId, own, ownOrder, other } = sideOf(field);
  const lists = cells.map((cell) => ({ ...cell, before: cell.before as string[] }));
  const others = [...new Set(lists.flatMap(({ before }) => before.slice(1)))].sort();
  const kept = lists.map(({ recordId, before }) => ({ recordId, before, after: before.slice(0, 1) }));
  await storeBatch(change, { tableId: field.tableId, fieldId: field.id }, kept);
  await noteOtherSide(change, field, others, async () => {
    await query(Prisma.sql`
      DELETE FROM "Link" WHERE ("fieldId", "fromId", "toId") IN (
        SELECT "fieldId", "fromId", "toId" FROM (
          SELECT *, row_number() OVER (PARTITION BY ${own} ORDER BY ${ownOrder}, ${other}) AS "place"
          FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} = ANY(${cells.map(({ recordId }) => recordId)}::uuid[])
        ) AS "numbered" WHERE "place" > 1
      )`);
  });
  const owners = cells.map(({ recordId }) => recordId).sort();
  await query(touchRecords(field.tableId, owners));
  await query(touchRecords(linkOf(field).tableId, others));
}

/** The other side of link fields; other fields have none, nor has one whose other side is something else by now. */
export async function pairsOf(transaction: Transaction, fields: readonly FieldRow[]): Promise<FieldRow[]> {
  const ids = fields.filter(isLink).map((field) => linkOf(field).inverseFieldId);
  const pairs = await transaction.field.findMany({ where: { id: { in: ids } } });
  return pairs.filter(isLink);
}

async function findTarget(
  transaction: Transaction,
  { databaseId }: BasePlace,
  { ref, path }: { ref: string; path: string },
): Promise<TableRow> {
  const tables = await transaction.table.findMany({
    where: { baseId: databaseId, OR: [{ id: ref }, { name: ref }] },
    include: withParts,
  });
  const target = byRef(tables, ref);
  if (target) return target;
  const message = `takes the id or name of a table of this database; ${quote(ref)} is none`;
  throw badRequest([{ path: `${path}.tableId`, message }]);
}
