import { isDeepStrictEqual } from "node:util";
import { isRefusal } from "../../contract/errors";
import { fieldType, isDerived, isLink } from "../../field-types";
import { readable } from "../access/known-people";
import { type Cell, cellsOf } from "../conversion/cells";
import { convertCells, ofStored } from "../conversion/convert-cells";
import { conversionOf } from "../conversion/convert-stored";
import { type Prisma, prisma, transact } from "../db";
import { type LoggedEntry, type LoggedWrite, logRows } from "../log/change-rows";
import type { ChangeSet } from "../log/changes";
import { sideOf } from "../records/link-side";
import { aimFields } from "../structure/computed-fields";
import { countEmpty } from "../structure/empty-cells";
import { raiseVersion } from "../structure/schema-change";
import type { FieldRow } from "../structure/structure";
import { type Properties, pick, watchTables } from "../structure/structure-watch";
import { repeatedIn } from "../structure/unique-indexes";
import { convertTrashed } from "../trash/trashed-values";
import { foreignProperties, isForeign } from "./foreign-changes";
import type { Outcome } from "./outcome";
import { changedSince, rename, reverseProperties, skip } from "./undo-properties";
import type { MovedLinks } from "./undo-records";

/** Reverts the name and the description of a field, its type with its template, and the rules that end. */
export async function reverseField(
  change: ChangeSet,
  entry: LoggedEntry,
  { outcome, write }: { readonly outcome: Outcome; readonly write: LoggedWrite },
): Promise<void> {
  const field = await prisma().field.findUnique({ where: { id: entry.itemId } });
  if (!field) return skip(outcome, entry, "it no longer exists");
  // Precedes the check of a computed field, which stores its template.
  await watchTables(change, [field.tableId]);
  const { before, after } = entry;
  const { type, template, name, description } = field;
  // A template depends on its type, so both are reverted or neither.
  const kind = Object.keys(after ?? {}).filter((key) => key === "type" || key === "template");
  const foreign = await foreignProperties(change, entry);
  const isAsLeft = kind.every(
    (key) => isDeepStrictEqual({ type, template }[key], after?.[key]) && !foreign.has(key),
  );
  const target = addsOptions(entry) ? { ...before, template: templateBetween(entry) } : before;
  const problem = isAsLeft ? await obstacle(change, { field, entry, target, write }) : changedSince;
  if (problem !== undefined) skip(outcome, entry, problem);
  const texts = Object.keys(after ?? {}).filter((key) => key === "name" || key === "description");
  const rules = rulesIn(entry).filter((key) => before?.[key] !== true);
  const wanted = [...texts, ...rules, ...(problem === undefined ? kind : [])];
  const part = { ...entry, before: pick(target, wanted), after: pick(after, wanted) };
  const current = { name, description, type, template, ...heldRules(field) };
  const { name: nameBefore, ...properties } = reverseProperties({ current, foreign }, part, outcome);
  const reversed = { ...properties, ...ended(properties) };
  if (Object.keys(reversed).length > 0) await storeField(change, field, reversed);
  await convertTrashed(field, { ...field, ...reversed });
  await rename({ entry, outcome }, nameBefore, (to) => storeField(change, field, { name: to }));
}

/** Reverts the rules of fields that hold again; runs after all cells are final, which may break them. */
export async function settleRules(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  for (const entry of entries) {
    const keys = rulesIn(entry).filter((key) => entry.before?.[key] === true);
    const field = keys.length > 0 && (await prisma().field.findUnique({ where: { id: entry.itemId } }));
    if (!field) continue;
    const rules = await reversibleRules({ field, entry, keys, outcome });
    const part = { ...entry, before: pick(entry.before, rules), after: pick(entry.after, rules) };
    const foreign = await foreignProperties(change, entry);
    const reversed = reverseProperties({ current: heldRules(field), foreign }, part, outcome);
    if (Object.keys(reversed).length === 0) continue;
    await watchTables(change, [field.tableId]);
    await storeField(change, field, reversed);
    await raiseVersion(change);
  }
}

/** The rules of a field that an entry changes. */
function rulesIn({ kind, before, after }: LoggedEntry): string[] {
  if (kind !== "field" || !before || !after) return [];
  return Object.keys(ruleProblems).filter((key) => key in after);
}

/** The rules of a field as the log has them: those that do not hold are missing. */
function heldRules({ isRequired, isUnique }: FieldRow): Properties {
  return { isRequired: isRequired || null, isUnique: isUnique || null };
}

/** Rules that end, as they are stored. */
function ended(properties: Properties): Properties {
  const keys = Object.keys(ruleProblems).filter((key) => key in properties);
  return Object.fromEntries(keys.map((key) => [key, properties[key] === true]));
}

/** Why a rule cannot be restored; undefined if it can. */
const ruleProblems: { readonly [key: string]: (field: FieldRow) => Promise<string | undefined> } = {
  isRequired: async (field) =>
    (await countEmpty(field)) > 0 ? "records without a value were added since" : undefined,
  isUnique: async (field) =>
    (await repeatedIn(field)).count > 0 ? "records with the same value were added since" : undefined,
};

/** The rules of a field that can hold again; skips the others. */
async function reversibleRules({
  field,
  entry,
  keys,
  outcome,
}: {
  readonly field: FieldRow;
  readonly entry: LoggedEntry;
  readonly keys: readonly string[];
  readonly outcome: Outcome;
}): Promise<string[]> {
  const fitting: string[] = [];
  for (const key of keys) {
    const problem = await ruleProblems[key]?.(field);
    if (problem === undefined) fitting.push(key);
    else skip(outcome, entry, problem);
  }
  return fitting;
}

interface Revert {
  readonly field: FieldRow;
  readonly entry: LoggedEntry;
  readonly target: Properties | null;
  readonly write: LoggedWrite;
}

/** Reason why a field's type or template cannot be reverted: others have written values that conflict. */
async function obstacle(
  change: ChangeSet,
  { field, entry, target, write }: Revert,
): Promise<string | undefined> {
  const { after } = entry;
  if (after && "type" in after) {
    return (await isForeign(change, entry))
      ? "someone else has written values of its new type since"
      : undefined;
  }
  if (!after || !("template" in after)) return undefined;
  if (isDerived(field)) {
    const reverted = { ...field, ...target };
    // Fields that it reads may not be reverted yet. Keys of the server are set anew at the end.
    return isWrittenAlike(field, reverted) ? undefined : aimProblem(change, reverted);
  }
  const from = await readable(change.databaseId, field);
  const to = await readable(change.databaseId, { ...field, ...target });
  const conversion = conversionOf(from, to);
  if (!conversion) return undefined;
  const { lost } = await convertCells(from, { convert: ofStored(conversion), allowLoss: true });
  if (lost === 0) return undefined;
  // Values that the write cleared are cleared again.
  const cleared = await recordsWith(write, field.id);
  const convert = async () => (cell: Cell) =>
    cleared.has(cell.recordId) ? { stored: cell.stored, isLost: false } : conversion(cell.stored);
  const rest = await convertCells(from, { convert, allowLoss: true });
  return rest.lost > 0 ? "values written since cannot be converted" : undefined;
}

/** The ids of the records whose cell of a field the write changed. */
async function recordsWith(write: LoggedWrite, fieldId: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const entries of logRows(write, "records")) {
    for (const { itemId, after } of entries) if (after && fieldId in after) ids.add(itemId);
  }
  return ids;
}

/** True if the templates of a field differ only in keys that the server sets. */
function isWrittenAlike(one: FieldRow, other: FieldRow): boolean {
  const serverKeys: readonly string[] = fieldType(one.type).serverKeys ?? [];
  const written = ({ template }: FieldRow) =>
    Object.entries(template as object).filter(([key]) => !serverKeys.includes(key));
  return isDeepStrictEqual(Object.fromEntries(written(one)), Object.fromEntries(written(other)));
}

/** Reason why a computed field cannot be reverted: its fields were deleted, or would form a cycle. */
async function aimProblem(change: ChangeSet, field: FieldRow): Promise<string | undefined> {
  try {
    await transact(() => aimFields(change, [{ field, path: "template" }]));
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.message;
  }
}

/** Removes options that the write added, unless cells use them; runs after all cells are final. */
export async function settleOptions(
  change: ChangeSet,
  entries: readonly LoggedEntry[],
  outcome: Outcome,
): Promise<void> {
  for (const entry of entries) {
    if (!addsOptions(entry)) continue;
    const between = templateBetween(entry);
    const field = await prisma().field.findUnique({ where: { id: entry.itemId } });
    if (!field || !isDeepStrictEqual(field.template, between)) continue;
    if ((await foreignProperties(change, entry)).has("template")) continue;
    const template = entry.before?.template as object;
    const removed = new Set(fieldType(field.type).removedOptions?.(between, template));
    if (await isAnyUsed(field, removed)) {
      skip(outcome, entry, "its new options are in use");
      continue;
    }
    await watchTables(change, [field.tableId]);
    await storeField(change, field, { template });
    await raiseVersion(change);
    outcome.restored++;
  }
}

/** Fields that the write converted from or to link fields. */
export function movedLinks(entries: readonly LoggedEntry[]): MovedLinks {
  const moved = new Map<string, object>();
  for (const { kind, itemId, before, after } of entries) {
    if (kind !== "field" || !before || !after || !("type" in after)) continue;
    const [was, is] = [before, after].map(({ type, template }) => isLink({ type: String(type), template }));
    if (was !== is) moved.set(itemId, (was ? before : after).template as object);
  }
  return moved;
}

/** Deletes the links of former link fields; the log has their values. */
export async function dropMovedLinks(_: ChangeSet, moved: MovedLinks): Promise<void> {
  for (const [id, template] of moved) {
    const field = await prisma().field.findUnique({ where: { id } });
    if (!field || isLink(field)) continue;
    await prisma().link.deleteMany({ where: { fieldId: sideOf({ id, template }).fieldId } });
  }
}

async function storeField(_: ChangeSet, { id }: FieldRow, data: Properties): Promise<void> {
  await prisma().field.update({ where: { id }, data: data as Prisma.FieldUpdateInput });
}

/** True if undoing the entry removes options. */
function addsOptions({ kind, before, after }: LoggedEntry): boolean {
  if (kind !== "field" || !before || !after || "type" in after || !("template" in after)) return false;
  return newOptions(before, after).length > 0;
}

/** True if the entry only added options, as a write of records does for new labels (`?typecast=true`). */
export function onlyAddsOptions(entry: LoggedEntry): boolean {
  return addsOptions(entry) && newOptions(entry.after ?? {}, entry.before ?? {}).length === 0;
}

/** The previous template with the options of both, for as long as cells may use either. */
function templateBetween({ before, after }: LoggedEntry): object {
  const options = [...optionsIn(before), ...newOptions(before ?? {}, after ?? {})];
  return { ...(before?.template as object), options };
}

function newOptions(before: Properties, after: Properties): Option[] {
  const known = new Set(optionsIn(before).map(({ value }) => value));
  return optionsIn(after).filter(({ value }) => !known.has(value));
}

interface Option {
  readonly value: string;
}

function optionsIn(side: Properties | null): readonly Option[] {
  return ((side?.template ?? {}) as { options?: Option[] }).options ?? [];
}

async function isAnyUsed(field: FieldRow, options: ReadonlySet<string>): Promise<boolean> {
  for await (const cells of cellsOf(field)) {
    const isUsed = cells.some(({ stored }) =>
      ([] as unknown[]).concat(stored).some((id) => options.has(String(id))),
    );
    if (isUsed) return true;
  }
  return false;
}
