import { badRequest, type ErrorDetail } from "../../contract/errors";
import { mintId } from "../../contract/ids";
import type { BasePlace } from "../../contract/places";
import { isLink } from "../../field-types";
import { quote } from "../../field-types/text";
import type { ChangedCell } from "../conversion/cells";
import { Prisma, prisma, query } from "../db";
import { storeBatch } from "../log/change-log";
import type { ChangeSet } from "../log/changes";
import { noteOtherSide } from "../records/link-lists";
import { type LinkTemplate, linkOf, sideOf } from "../records/link-side";
import { touchRecords } from "../records/record-sql";
import { byRef } from "./by-ref";
import { insertField } from "./field-rows";
import { freeName } from "./siblings";
import { type FieldRow, type TableRow, withParts } from "./structure";

/** Creates the other side of a new link field, and stores its template. */
export async function pairLinkField(
  change: ChangeSet,
  place: BasePlace,
  given: { field: FieldRow; path: string },
): Promise<void> {
  const template = await insertInverse(change, place, given);
  await prisma().field.update({
    where: { id: given.field.id },
    data: { template: { ...template } satisfies Prisma.InputJsonObject },
  });
}

/**
 * Creates the other side of a link field: the inverse field in the linked table, named after the field's own table.
 * Returns the template of the field. `path` is the template's place in the caller's body.
 */
export async function insertInverse(
  change: ChangeSet,
  place: BasePlace,
  { field, path }: { field: FieldRow; path: string },
): Promise<LinkTemplate> {
  const template = linkOf(field);
  const source = await prisma().table.findUniqueOrThrow({ where: { id: field.tableId } });
  const target = await findTarget(place, { ref: template.tableId, path });
  const inverse = {
    id: mintId("f"),
    name: freeName(source.name, target.fields),
    type: field.type,
    template: { tableId: source.id, allowMultiple: true, isInverse: true, inverseFieldId: field.id },
  };
  await insertField(change, target, inverse);
  return { ...template, tableId: target.id, isInverse: false, inverseFieldId: inverse.id };
}

/**
 * Validates the changed template of a link field. The linked table is fixed, because existing links lead there. The
 * inverse field always allows several records.
 */
export async function settleLinkTemplate(
  place: BasePlace,
  { previous, next }: { previous: LinkTemplate; next: object },
): Promise<LinkTemplate> {
  const { tableId, ...others } = next as LinkTemplate;
  const target = await findTarget(place, { ref: tableId, path: "template" });
  const problems: ErrorDetail[] = [];
  if (target.id !== previous.tableId) {
    const message =
      "cannot be changed, because existing links lead to records of that table; create a new field instead";
    problems.push({ path: "template.tableId", message });
  }
  if (others.isInverse && !others.allowMultiple) {
    const message = "is always true in a field of reverse links; set it to false in the other field";
    problems.push({ path: "template.allowMultiple", message });
  }
  if (problems.length > 0) throw badRequest(problems);
  return { ...others, tableId: target.id };
}

/** The template of a field that becomes a link field, before it has its other side. */
export async function aimLinkTemplate(place: BasePlace, next: object): Promise<object> {
  const { tableId, ...others } = next as LinkTemplate;
  return { ...others, tableId: (await findTarget(place, { ref: tableId, path: "template" })).id };
}

/** Reduces each of these cells to its first link, because the field allows only one now. */
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

/** The other sides of link fields. Excludes fields that are not links, or whose other side was converted. */
export async function pairsOf(fields: readonly FieldRow[]): Promise<FieldRow[]> {
  const ids = fields.filter(isLink).map((field) => linkOf(field).inverseFieldId);
  const pairs = await prisma().field.findMany({ where: { id: { in: ids } } });
  return pairs.filter(isLink);
}

async function findTarget(
  { databaseId }: BasePlace,
  { ref, path }: { ref: string; path: string },
): Promise<TableRow> {
  const tables = await prisma().table.findMany({
    where: { baseId: databaseId, OR: [{ id: ref }, { name: ref }] },
    include: withParts,
  });
  const target = byRef(tables, ref);
  if (target) return target;
  const message = `takes the id or name of a table of this database; ${quote(ref)} is not one`;
  throw badRequest([{ path: `${path}.tableId`, message }]);
}
