import { isDeepStrictEqual } from "node:util";
import { withChanges } from "../../contract/config-fields";
import { mapFiles } from "../../contract/config-files";
import { ApiError, badRequest } from "../../contract/errors";
import { mintId } from "../../contract/ids";
import { mergeQuestions } from "../../contract/merge-questions";
import type { TablePlace, ViewPlace } from "../../contract/places";
import {
  configOf,
  initialConfig,
  settingProblems,
  type View,
  type ViewConfig,
  type ViewCreate,
  type ViewUpdate,
  viewWith,
} from "../../contract/views";
import type { Author } from "../access/author";
import { type Prisma, prisma } from "../db";
import { unpresentFile } from "../files/file-forms";
import type { ChangeSet } from "../log/changes";
import { moveToTrash } from "../trash/trash";
import { changeSchema, raiseVersion } from "./schema-change";
import { hiddenIn } from "./schemas";
import { placeAt, positionAmong, requireFree } from "./siblings";
import { storeOrder } from "./stores";
import {
  findTable,
  presentSeenView,
  presentSeenViews,
  presentView,
  seenFields,
  storedConfig,
  type TableRow,
  type ViewRow,
  viewIn,
} from "./structure";
import { watchTables } from "./structure-watch";
import { requireUsable } from "./view-check";
import { readConfig, requireKnownValues, requireSameKinds, withEveryField } from "./view-config";
import { withStoredFiles } from "./view-files";

export async function listViews(place: TablePlace): Promise<View[]> {
  const table = await findTable(place);
  const hidden = await hiddenIn(place);
  return presentSeenViews(table, hidden);
}

export async function getView(place: ViewPlace): Promise<View> {
  const table = await findTable(place);
  const hidden = await hiddenIn(place);
  return presentSeenView(viewIn(table, place.viewId, hidden), table.fields, hidden);
}

/** Creates a view as the last of its table. By default it shows every field in order. */
export async function createView(
  author: Author,
  place: TablePlace,
  { name, type, config, ownerId: owner = null }: ViewCreate,
): Promise<View> {
  const ownerId = readOwner(author, owner);
  await requireUsable(place, config);
  return changeSchema(author, place, async (change) => {
    const table = await findTable(place);
    const seen = seenFields(table.fields, await hiddenIn(place));
    requireFree(name, ownedBy(table.views, ownerId), "this table has a view");
    await watchTables(change, [table.id]);
    const own = readConfig(await withStoredFiles(place, config), seen);
    requireKnownValues(config, own, seen);
    requireSameKinds(config, own, seen);
    const view = await prisma().view.create({
      data: {
        id: mintId("v"),
        tableId: table.id,
        name,
        type,
        ownerId,
        config: withEveryField(
          mapFiles({ ...initialConfig(type, seen), ...own }, unpresentFile),
          table.fields,
        ) as Prisma.InputJsonObject,
        order: table.views.length,
      },
    });
    await raiseVersion(place);
    return presentView(view, seen);
  });
}

/** Updates a view; the config is merged by key. Keeps what it says about fields that the caller may not read. */
export async function updateView(
  author: Author,
  place: ViewPlace,
  { name, type: newType, config = {}, basedOn, order, ownerId: newOwner }: ViewUpdate,
): Promise<View> {
  await requireUsable(place, config);
  return changeSchema(author, place, async (change) => {
    const table = await findTable(place);
    const hidden = await hiddenIn(place);
    const row = viewIn(table, place.viewId, hidden);
    const ownerId = newOwner === undefined ? row.ownerId : readOwner(author, newOwner);
    const seen = seenFields(table.fields, hidden);
    const before = presentSeenView(row, table.fields, hidden);
    const type = newType ?? before.type;
    const problems = settingProblems(type, config, { isNew: type !== before.type });
    if (problems.length > 0) throw badRequest(problems);
    const shared = type === before.type ? before.config : configOf(type, before.config, seen);
    const written = readConfig(await withStoredFiles(place, config), seen);
    const changed = withChanges(shared, withOthersQuestions(written, { base: basedOn?.fields, shared }));
    requireKnownValues(config, changed, seen);
    requireSameKinds(config, changed, seen);
    const { ownerId: _, ...common } = before;
    const owned = ownerId === null ? common : { ...common, ownerId };
    const after = viewWith({ ...owned, type, name: name ?? before.name }, changed);
    refuseWithheld(before, after);
    if (ownerId !== row.ownerId) await requireOwnable(place, table, { row, ownerId });
    const others = table.views.filter(({ id }) => id !== row.id);
    requireFree(after.name, ownedBy(others, ownerId), "this table has a view");
    const ids = table.views.map(({ id }) => id);
    const moved = order === undefined ? ids : placeAt(ids, row.id, positionAmong(others, hidden, order));
    if (isDeepStrictEqual([after, moved], [before, ids])) return before;
    await watchTables(change, [table.id]);
    await prisma().view.update({
      where: { id: row.id },
      data: { name: after.name, type, ownerId, config: storedConfig(after.config, row, seen) },
    });
    await storeOrder("view", moved);
    await raiseVersion(place);
    return after;
  });
}

interface Questions {
  /** The questions from which the written ones were made. */
  readonly base: ViewConfig["fields"];
  /** The settings of the view now. */
  readonly shared: Partial<ViewConfig>;
}

/** Keeps the changes of others to the questions of a form. */
function withOthersQuestions(
  written: Partial<ViewConfig>,
  { base, shared: { fields: theirs } }: Questions,
): Partial<ViewConfig> {
  const { fields: mine } = written;
  return base && mine && theirs ? { ...written, fields: mergeQuestions({ base, mine, theirs }) } : written;
}

/** Reads the owner of a view. Throws a 400 for somebody else. */
function readOwner({ actor: { person } }: Author, written: string | null): string | null {
  if (written === null) return null;
  if (written === "me" || written === person.id) return person.id;
  const message = 'takes your own id or "me", or null for a view of everybody';
  throw badRequest([{ path: "ownerId", message }]);
}

/** The views that share names: those of everybody, or those of one person. */
function ownedBy(views: readonly ViewRow[], ownerId: string | null): ViewRow[] {
  return views.filter((view) => view.ownerId === ownerId);
}

/** Throws a 409 for a view that others need: the last one, or one with a link. */
async function requireOwnable(
  { databaseId }: ViewPlace,
  table: TableRow,
  { row, ownerId }: { readonly row: ViewRow; readonly ownerId: string | null },
): Promise<void> {
  if (ownerId === null) return;
  requireOtherViews(table, row, "make it personal");
  if ((await prisma().share.count({ where: { baseId: databaseId, viewId: row.id } })) === 0) return;
  throw new ApiError(
    "CONFLICT",
    `${JSON.stringify(row.name)} is shared by a link. Delete its links before you make it personal.`,
  );
}

function requireOtherViews(table: TableRow, row: ViewRow, deed: string): void {
  if (row.ownerId !== null || ownedBy(table.views, null).length > 1) return;
  throw new ApiError(
    "CONFLICT",
    `${JSON.stringify(row.name)} is the last view of its table. Create another one before you ${deed}.`,
  );
}

/** Throws a 403 for a changed setting of which the caller has seen only a part. */
function refuseWithheld(before: View, after: View): void {
  const changed = before.withheld?.find((key) => !isDeepStrictEqual(before.config[key], after.config[key]));
  if (changed === undefined) return;
  throw new ApiError(
    "FORBIDDEN",
    `Your role does not let you change the ${changed} of this view, which also use fields that you may not read.`,
  );
}

/** Moves a view to the trash. */
export function deleteView(author: Author, place: ViewPlace): Promise<void> {
  return changeSchema(author, place, (change) => removeView(change, place));
}

/** Deletes a view in a change set that has locked the base. */
export async function removeView(change: ChangeSet, place: ViewPlace): Promise<void> {
  const table = await findTable(place);
  const view = viewIn(table, place.viewId, await hiddenIn(place));
  requireOtherViews(table, view, "delete it");
  await moveToTrash(change, { kind: "view", ...view }, { view: [view] });
  await raiseVersion(place);
}
