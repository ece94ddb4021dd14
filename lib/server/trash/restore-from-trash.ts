import { conflict, notFound } from "../../contract/errors";
import type { TrashPlace } from "../../contract/places";
import type { Restored } from "../../contract/trash";
import type { Author } from "../access/author";
import { requireScope } from "../access/rights";
import { Prisma, prisma, query } from "../db";
import { type ChangeSet, changeSet } from "../log/changes";
import { changeTable } from "../records/record-writes";
import { getRecord } from "../records/records";
import { getBase } from "../structure/bases";
import { changeSchema } from "../structure/schema-change";
import { withSchema } from "../structure/schemas";
import { findTable, presentField, presentTable, presentView, requireBase } from "../structure/structure";
import { restoreRecords } from "./restore-records";
import { restoreStructure } from "./restore-structure";
import type { TrashedRecord, TrashedStructure } from "./trash";
import { isTrashId } from "./trash-list";

/** Brings a thing back to where it was, and answers it. */
export async function restoreFromTrash(author: Author, place: TrashPlace): Promise<Restored> {
  const { databaseId, trashId } = place;
  await requireBase({ databaseId });
  const row = await findItem(trashId, { baseId: databaseId, kind: { not: "base" } });
  requireScope(author.actor, row.kind === "record" ? "write" : "schema");
  if (row.kind === "record") return restoreOne(author, { databaseId, tableId: row.tableId ?? "" }, row);
  return changeSchema(author, { databaseId }, async (change) => {
    await restoreStructure(change, await takeOut<TrashedStructure>(row));
    const tableId = row.tableId ?? row.itemId;
    const table = await findTable(change.transaction, { databaseId, tableId });
    if (row.kind === "table") return presentTable(table);
    const field = table.fields.find(({ id }) => id === row.itemId);
    if (field) return presentField(field);
    const view = table.views.find(({ id }) => id === row.itemId);
    if (!view) throw notFound("trash entry", trashId);
    return presentView(view, table.fields);
  });
}

/** The same for a database. */
export async function restoreBase(author: Author, { trashId }: { trashId: string }): Promise<Restored> {
  const { databases } = author.actor;
  const row = await findItem(trashId, { kind: "base", ...(databases && { baseId: { in: [...databases] } }) });
  const place = { databaseId: row.baseId };
  return changeSet(author, place, async (change) => {
    const { base, ...content } = await takeOut<TrashedStructure>(row);
    if (!base) throw notFound("trash entry", trashId);
    await change.transaction.base.create({ data: { ...base, version: base.version + 1 } });
    await restoreStructure(change, content);
    change.note({
      kind: "base",
      tableId: null,
      itemId: base.id,
      before: null,
      after: { name: base.name },
    });
    return getBase(place);
  });
}

/** What there is to know of an entry without its content, which may be large and may change. */
type TrashRow = Omit<Prisma.TrashGetPayload<object>, "content">;

async function findItem(trashId: string, where: Prisma.TrashWhereInput): Promise<TrashRow> {
  const row = isTrashId(trashId)
    ? await prisma().trash.findFirst({ where: { ...where, id: trashId }, omit: { content: true } })
    : null;
  if (!row) throw notFound("trash entry", trashId);
  return row;
}

/** Of two who restore the same thing, one does. Gives what it takes, as it is by now: links may have come to it. */
async function takeOut<Content>({ id }: TrashRow): Promise<Content> {
  const [taken] = await query<{ content: Content }>(
    Prisma.sql`DELETE FROM "Trash" WHERE "id" = ${id}::uuid RETURNING "content"`,
  );
  if (!taken) throw notFound("trash entry", id);
  return taken.content;
}

async function restoreOne(
  author: Author,
  place: { databaseId: string; tableId: string },
  row: TrashRow,
): Promise<Restored> {
  const table = await prisma().table.findFirst({ where: { id: place.tableId, baseId: place.databaseId } });
  if (!table) throw conflict("trashId", "belongs to a table that is not there: restore that table first");
  await withSchema(place, (schema) =>
    changeTable(author, schema, async (change: ChangeSet) => {
      await restoreRecords(change, schema, [await takeOut<TrashedRecord>(row)]);
    }),
  );
  const { body } = await getRecord({ ...place, recordId: row.itemId });
  return body;
}
