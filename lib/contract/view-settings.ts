import type * as z from "zod";
import { fieldTypeOf } from "../field-types";
import type { Field } from "./fields";
import {
  type Condition,
  type Filter,
  type FilterKind,
  filterKindOf,
  isOrdered,
  operatorOf,
  operatorsOf,
  partsOf,
  systemKinds,
} from "./filters";
import { mostViewGroups, type ViewConfig, viewConfigUpdate } from "./views";

/** One person's settings of a view, which override the saved ones. */
export type ViewSettings = Partial<ViewConfig>;

/** Query parameter of a page that holds the settings. */
export const settingsParameter = "settings";

/** Maximum length in a URL. Servers and chat programs cut off longer URLs. */
export const longestSettings = 4_000;

export const noSettings: ViewSettings = {};

/** Validates settings from outside, such as the browser's storage. */
export const viewSettings: z.ZodType<ViewSettings> = viewConfigUpdate;

/**
 * Writes settings for a URL, such as `sort-fAbc.desc_hide-fDef.fGhi_height-56`. Uses only characters that no
 * program escapes, except in a filter, which is JSON and comes last. Returns "" for no settings and null if they
 * are too long.
 */
export function writeSettings(settings: ViewSettings): string | null {
  const written = parts
    .flatMap(({ name, key, write }) => {
      const value = settings[key];
      return value === undefined ? [] : `${name}-${write(value as never)}`;
    })
    .join("_");
  return encodeURIComponent(written).length > longestSettings ? null : written;
}

/** Reads the output of `writeSettings`; null if the text is invalid. */
export function readSettings(written: string): ViewSettings | null {
  if (encodeURIComponent(written).length > longestSettings) return null;
  const settings: { [key: string]: unknown } = {};
  let rest = written;
  while (rest !== "") {
    const part = parts.find(({ name }) => rest.startsWith(`${name}-`));
    if (!part || part.key in settings) return null;
    const end = part.key === "filter" ? -1 : rest.indexOf("_");
    const value = rest.slice(part.name.length + 1, end === -1 ? undefined : end);
    settings[part.key] = part.read(value);
    rest = end === -1 ? "" : rest.slice(end + 1);
  }
  const read = viewSettings.safeParse(settings);
  return read.success ? read.data : null;
}

/**
 * Removes settings that the table does not support: unknown fields, sorting by a list, unknown options. Removes a
 * setting entirely if nothing of it remains.
 */
export function pruneSettings(settings: ViewSettings, fields: readonly Field[]): ViewSettings {
  const subjects = subjectsOf(fields);
  const isField = (id: string) => subjects.get(id)?.field !== undefined;
  const isSortable = ({ fieldId }: Order) => {
    const subject = subjects.get(fieldId);
    return subject !== undefined && isOrdered(subject.kind);
  };
  const { filter, sorts, groups, hiddenFieldIds, fieldWidths, orderedFieldIds, ...others } = settings;
  const pruned = filter && pruneFilter(filter, subjects);
  return {
    ...others,
    ...(filter !== undefined && (filter === null || pruned) && { filter: pruned ?? null }),
    ...listOf("sorts", sorts, (all) => eachOnce(all).filter(isSortable)),
    ...listOf("groups", groups, (all) =>
      eachOnce(all)
        .filter((order) => isField(order.fieldId) && isSortable(order))
        .slice(0, mostViewGroups),
    ),
    ...listOf("hiddenFieldIds", hiddenFieldIds, (all) => [...new Set(all)].filter(isField)),
    ...listOf("orderedFieldIds", orderedFieldIds, (all) => [...new Set(all)].filter(isField)),
    ...(fieldWidths && {
      fieldWidths: Object.fromEntries(Object.entries(fieldWidths).filter(([id]) => isField(id))),
    }),
  };
}

/** Settings that differ from the saved ones. */
export function ownSettings(settings: ViewSettings, saved: ViewConfig): ViewSettings {
  const keys = Object.keys(settings) as (keyof ViewConfig)[];
  return Object.fromEntries(
    keys.filter((key) => !isSame(settings[key], saved[key])).map((key) => [key, settings[key]]),
  );
}

export function hasSettings(settings: ViewSettings): boolean {
  return Object.keys(settings).length > 0;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Order {
  readonly fieldId: string;
  readonly direction: "asc" | "desc";
}

interface Part<Key extends keyof ViewConfig> {
  readonly name: string;
  readonly key: Key;
  readonly write: (value: ViewConfig[Key]) => string;
  readonly read: (text: string) => unknown;
}

const parts = [
  part({ name: "sort", key: "sorts", write: writeOrders, read: readOrders }),
  part({ name: "group", key: "groups", write: writeOrders, read: readOrders }),
  part({ name: "hide", key: "hiddenFieldIds", write: writeIds, read: readIds }),
  part({ name: "order", key: "orderedFieldIds", write: writeIds, read: readIds }),
  part({
    name: "width",
    key: "fieldWidths",
    write: (widths) =>
      Object.entries(widths)
        .map(([id, width]) => `${id}.${Math.round(width)}`)
        .join("."),
    read: (text) => Object.fromEntries(inPairs(text).map(([id, width]) => [id, Number(width)])),
  }),
  part({ name: "height", key: "rowHeight", write: String, read: Number }),
  part({ name: "frozen", key: "frozenFieldCount", write: String, read: Number }),
  part({ name: "filter", key: "filter", write: (filter) => JSON.stringify(filter), read: readJson }),
];

function part<Key extends keyof ViewConfig>(given: Part<Key>): Part<Key> {
  return given;
}

function writeOrders(orders: readonly Order[]): string {
  return orders.map(({ fieldId, direction }) => `${fieldId}.${direction}`).join(".");
}

function readOrders(text: string): unknown {
  return inPairs(text).map(([fieldId, direction]) => ({ fieldId, direction }));
}

function writeIds(ids: readonly string[]): string {
  return ids.join(".");
}

function readIds(text: string): string[] {
  return text === "" ? [] : text.split(".");
}

function inPairs(text: string): [string | undefined, string | undefined][] {
  const words = readIds(text);
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]]] : []));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return "not JSON";
  }
}

interface Subject {
  readonly kind: FilterKind;
  readonly field?: Field;
}

function subjectsOf(fields: readonly Field[]): ReadonlyMap<string, Subject> {
  return new Map<string, Subject>([
    ...Object.entries(systemKinds).map(([id, kind]) => [id, { kind }] as const),
    ...fields.map((field) => [field.id, { kind: filterKindOf(fieldTypeOf(field)), field }] as const),
  ]);
}

/** Removes a group with its last part: an empty group would match everything or nothing. */
function pruneFilter(filter: Filter, subjects: ReadonlyMap<string, Subject>): Filter | null {
  const group = partsOf(filter);
  if (!group) return isSupported(filter as Condition, subjects) ? filter : null;
  const left = group.parts.flatMap((each) => pruneFilter(each, subjects) ?? []);
  if (left.length === 0 && group.parts.length > 0) return null;
  return { [group.key]: left } as Filter;
}

function isSupported(condition: Condition, subjects: ReadonlyMap<string, Subject>): boolean {
  const subject = subjects.get(condition.field);
  if (!subject) return false;
  const { operator, operand } = operatorOf(condition);
  if (!operatorsOf[subject.kind].includes(operator)) return false;
  return !takesOption(operator, subject.kind) || areOptions(operand, subject.field);
}

/** True if the operand must be an option; text operators take parts of labels. */
function takesOption(operator: string, kind: FilterKind): boolean {
  if (operator === "is_empty" || operator === "is_not_empty") return false;
  return kind === "options" || (kind === "option" && !/contain|_with$/.test(operator));
}

function areOptions(operand: unknown, field: Field | undefined): boolean {
  const options = (field?.template.options ?? []) as readonly { readonly label: string }[];
  return [operand].flat().every((label) => options.some((option) => option.label === label));
}

function eachOnce(orders: readonly Order[]): Order[] {
  return orders.filter(
    ({ fieldId }, index) => orders.findIndex((other) => other.fieldId === fieldId) === index,
  );
}

/** Keeps the valid items of a list; omits the list if none remain. */
function listOf<Key extends keyof ViewConfig, Item>(
  key: Key,
  list: readonly Item[] | undefined,
  choose: (list: readonly Item[]) => Item[],
): { [Name in Key]?: Item[] } {
  if (list === undefined) return {};
  const valid = choose(list);
  return valid.length === 0 && list.length > 0 ? {} : ({ [key]: valid } as { [Name in Key]: Item[] });
}
