import type { ChangeEntry } from "../../contract/changes";
import { hasCode } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import { Prisma, query } from "../db";
import { getBase } from "../structure/bases";
import { hiddenIn } from "../structure/schemas";
import {
  type FieldRow,
  fieldIn,
  findSeenTable,
  findTable,
  presentField,
  presentSeenView,
  presentTable,
  type ViewRow,
} from "../structure/structure";

/** The kinds of changes of the structure. */
type Kind = "base" | "table" | "field" | "view";

/** Makes the data of an event from a change of one thing; undefined if the event is not sent. */
type ToData = (place: BasePlace, change: ChangeEntry) => Promise<object | undefined>;

/** The data of events about the structure for deleted items and for webhooks that may not read: ids alone. */
export const structureIds: { readonly [Each in Kind]: (change: ChangeEntry) => object } = {
  base: ({ id }) => ({ database: { id } }),
  table: ({ id }) => ({ tableId: id }),
  field: ({ tableId, id }) => ({ tableId, fieldId: id }),
  view: ({ tableId, id }) => ({ tableId, viewId: id }),
};

/** The data of events about the structure, in its present state, for the caller of the work in progress. */
export const structureData: { readonly [Each in Kind]: ToData } = {
  async base(place) {
    const { tables, ...database } = await getBase(place);
    return { database: { ...database, tables: tables.map(({ id, name }) => ({ id, name })) } };
  },
  async table(place, change) {
    const { id, before, after } = change;
    if (after === null) return structureIds.table(change);
    const table = await ifThere(async () => presentTable(await findTable({ ...place, tableId: id })));
    return { table: table ?? { id, ...before, ...after } };
  },
  async field(place, change) {
    const { tableId, id, before, after } = change;
    if (after === null) return structureIds.field(change);
    const row = await ifThere(async () =>
      fieldIn(await findSeenTable({ ...place, tableId: tableId ?? "" }), id),
    );
    const field = row ? await presentField(place, row) : { id, ...(await lastOf(id)), ...after };
    if (before === null) return { tableId, field };
    const previous = row
      ? await presentField(place, { ...row, ...before } as FieldRow)
      : { ...field, ...before };
    return { tableId, field, previousField: previous };
  },
  async view(place, change) {
    const { tableId, id, before, after } = change;
    if (await isPersonal(id)) return undefined;
    if (after === null) return structureIds.view(change);
    const hidden = await hiddenIn(place);
    const table = await ifThere(() => findTable({ ...place, tableId: tableId ?? "" }));
    const row = table?.views.find((view) => view.id === id);
    if (!table || !row) return { tableId, view: { id, ...before, ...after } };
    const present = (view: ViewRow) => presentSeenView(view, table.fields, hidden);
    const view = present(row);
    return { tableId, view, ...(before && { previousView: present(earlierView(row, before)) }) };
  },
};

/** The view before some of its properties changed. */
function earlierView(row: ViewRow, { name = row.name, type = row.type, ...config }: Earlier): ViewRow {
  return { ...row, name, type, config: { ...(row.config as object), ...config } } as ViewRow;
}

interface Earlier {
  readonly [property: string]: unknown;
}

/** The last name and type of a deleted field, of which a change may have neither; nothing if it was erased. */
async function lastOf(fieldId: string): Promise<Pick<FieldRow, "name" | "type"> | undefined> {
  const [field] = await query<Pick<FieldRow, "name" | "type">>(
    Prisma.sql`SELECT "name", "type" FROM "AllFields" WHERE "id" = ${fieldId}`,
  );
  return field;
}

/** True for a view of one person, also in the trash, and for one that was erased, because it may have been one. */
async function isPersonal(id: string): Promise<boolean> {
  const [view] = await query<{ ownerId: string | null }>(
    Prisma.sql`SELECT "ownerId" FROM "AllViews" WHERE "id" = ${id}`,
  );
  return view?.ownerId !== null;
}

/** The result of a search; undefined if there is nothing to find. */
async function ifThere<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}
