import { conflict, notFound } from "../../contract/errors";
import type { TrashPlace } from "../../contract/places";
import type { Restored, TrashKind } from "../../contract/trash";
import { record, subjectOf } from "../access/audit";
import type { Author } from "../access/author";
import { requireMay } from "../access/may";
import { ownDatabases } from "../access/rights";
import { type Prisma, prisma } from "../db";
import { type ChangeSet, changeSet } from "../log/changes";
import { changeTable } from "../records/record-writes";
import { getRecord } from "../records/records";
import { getBase } from "../structure/bases";
import { changeSchema } from "../structure/schema-change";
import { hiddenIn, wholeOf, withSchema } from "../structure/schemas";
import { findTable, presentField, presentSeenView, presentTable, requireBase } from "../structure/structure";
import { convertViews } from "../structure/view-check";
import { obstaclesOf, restoreRecords, takeRecords } from "./restore-records";
import { restoreStructure, restoreWholeBase } from "./restore-structure";
import { restoring } from "./restoring";
import { isTrashId } from "./trash-list";

/** Restores a thing and returns it. */
export async function restoreFromTrash(author: Author, place: TrashPlace): Promise<Restored> {
  const { databaseId, trashId } = place;
  await requireBase({ databaseId });
  const row = await findItem(trashId, {
    baseId: databaseId,
    kind: { not: "base" },
    itemId: { notIn: [...(await hiddenIn(place))] },
  });
  requireMay(author.actor, restoring[row.kind as TrashKind], databaseId);
  if (row.kind === "record") return restoreOne(author, { databaseId, tableId: row.tableId ?? "" }, row);
  return changeSchema(author, { databaseId }, async (change) => {
    await convertViews(change, await restoreStructure(change, row.id));
    const tableId = row.tableId ?? row.itemId;
    const table = await findTable({ databaseId, tableId });
    if (row.kind === "table") return presentTable(table);
    const field = table.fields.find(({ id }) => id === row.itemId);
    if (field) return presentField({ databaseId }, field);
    const view = table.views.find(({ id }) => id === row.itemId);
    if (!view) throw notFound("trash entry", trashId);
    return presentSeenView(view, table.fields, await hiddenIn(place));
  });
}

/** Restores a database and returns it. */
export async function restoreBase(author: Author, { trashId }: { trashId: string }): Promise<Restored> {
  const databases = ownDatabases(author.actor);
  const row = await findItem(trashId, { kind: "base", ...(databases && { baseId: { in: [...databases] } }) });
  const place = { databaseId: row.baseId };
  requireMay(author.actor, restoring.base, row.baseId);
  return changeSet(author, place, async (change) => {
    await restoreWholeBase(change, row.id);
    const base = await getBase(place);
    change.note({ kind: "base", tableId: null, itemId: base.id, before: null, after: { name: base.name } });
    await record("database-restored", { ...place, subject: subjectOf("database", base) });
    return base;
  });
}

/** An entry without its content, which may be large and may change. */
type TrashRow = Omit<Prisma.TrashGetPayload<object>, "content">;

async function findItem(trashId: string, where: Prisma.TrashWhereInput): Promise<TrashRow> {
  const row = isTrashId(trashId)
    ? await prisma().trash.findFirst({ where: { ...where, id: trashId }, omit: { content: true } })
    : null;
  if (!row) throw notFound("trash entry", trashId);
  return row;
}

async function restoreOne(
  author: Author,
  place: { databaseId: string; tableId: string },
  row: TrashRow,
): Promise<Restored> {
  const table = await prisma().table.findFirst({ where: { id: place.tableId, baseId: place.databaseId } });
  if (!table)
    throw conflict("trashId", "belongs to a table that does not exist now; restore that table first");
  await withSchema(place, (schema) =>
    changeTable(author, schema, async (change: ChangeSet) => {
      const taken = await takeRecords([row.id]);
      if (taken.length === 0) throw notFound("trash entry", row.id);
      // With the values that the caller may not read.
      const whole = wholeOf(schema);
      for (const reason of (await obstaclesOf(whole, taken)).values()) {
        throw conflict("trashId", `is of a record that cannot be restored: ${reason}`);
      }
      await restoreRecords(change, whole, taken);
    }),
  );
  const record = await getRecord({ ...place, recordId: row.itemId });
  return record.parse();
}
