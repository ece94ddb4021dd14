import { isDeepStrictEqual } from "node:util";
import { withChanges } from "../../contract/config-fields";
import { ApiError, badRequest } from "../../contract/errors";
import { mintId } from "../../contract/ids";
import type { TablePlace, ViewPlace } from "../../contract/places";
import {
  configOf,
  initialConfig,
  settingProblems,
  type View,
  type ViewCreate,
  type ViewUpdate,
  viewWith,
} from "../../contract/views";
import type { Author } from "../access/author";
import { type Prisma, prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { moveToTrash } from "../trash/trash";
import { changeSchema, raiseVersion } from "./schema-change";
import { hiddenIn } from "./schemas";
import { placeAt, requireFree } from "./siblings";
import { storeOrder } from "./stores";
import { findTable, presentSeenView, presentView, seenFields, storedConfig, viewIn } from "./structure";
import { watchTables } from "./structure-watch";
import { requireUsable } from "./view-check";
import { readConfig, requireKnownValues, withEveryField } from "./view-config";

export async function listViews(place: TablePlace): Promise<View[]> {
  const table = await findTable(place);
  const hidden = await hiddenIn(place);
  return table.views.map((view) => presentSeenView(view, table.fields, hidden));
}

export async function getView(place: ViewPlace): Promise<View> {
  const table = await findTable(place);
  return presentSeenView(viewIn(table, place.viewId), table.fields, await hiddenIn(place));
}

/** Creates a view as the last of its table. By default it shows every field in order. */
export async function createView(
  author: Author,
  place: TablePlace,
  { name, type, config }: ViewCreate,
): Promise<View> {
  await requireUsable(place, config);
  return changeSchema(author, place, async (change) => {
    const table = await findTable(place);
    const seen = seenFields(table.fields, await hiddenIn(place));
    requireFree(name, table.views, "this table has a view");
    await watchTables(change, [table.id]);
    const own = readConfig(config, seen);
    requireKnownValues(config, own, seen);
    const view = await prisma().view.create({
      data: {
        id: mintId("v"),
        tableId: table.id,
        name,
        type,
        config: withEveryField(
          { ...initialConfig(type, seen), ...own },
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
  { name, type: newType, config = {}, order }: ViewUpdate,
): Promise<View> {
  await requireUsable(place, config);
  return changeSchema(author, place, async (change) => {
    const table = await findTable(place);
    const row = viewIn(table, place.viewId);
    const hidden = await hiddenIn(place);
    const seen = seenFields(table.fields, hidden);
    const before = presentSeenView(row, table.fields, hidden);
    const type = newType ?? before.type;
    const problems = settingProblems(type, config, { isNew: type !== before.type });
    if (problems.length > 0) throw badRequest(problems);
    const shared = type === before.type ? before.config : configOf(type, before.config, seen);
    const changed = withChanges(shared, readConfig(config, seen));
    requireKnownValues(config, changed, seen);
    const after = viewWith({ ...before, type, name: name ?? before.name }, changed);
    refuseWithheld(before, after);
    if (after.name !== before.name) requireFree(after.name, table.views, "this table has a view");
    const ids = table.views.map(({ id }) => id);
    const moved = order === undefined ? ids : placeAt(ids, row.id, order);
    if (isDeepStrictEqual([after, moved], [before, ids])) return before;
    await watchTables(change, [table.id]);
    await prisma().view.update({
      where: { id: row.id },
      data: { name: after.name, type, config: storedConfig(after.config, row, seen) },
    });
    await storeOrder("view", moved);
    await raiseVersion(place);
    return after;
  });
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
  const view = viewIn(table, place.viewId);
  if (table.views.length === 1) {
    throw new ApiError(
      "CONFLICT",
      `${JSON.stringify(view.name)} is the last view of its table. Create another one before you delete it.`,
    );
  }
  await moveToTrash(change, { kind: "view", ...view }, { view: [view] });
  await raiseVersion(place);
}
