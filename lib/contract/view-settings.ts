import type * as z from "zod";
import { fieldTypeOf } from "../field-types";
import type { StackKey } from "../field-types/stacks";
import { namingsIn } from "./config-fields";
import type { Field } from "./fields";
import {
  type Condition,
  type FilterKind,
  filterKindOf,
  isOrdered,
  mapConditions,
  operatorOf,
  operatorsOf,
  systemKinds,
} from "./filters";
import type { FieldForms, FieldNames, viewTypes } from "./view-types";
import { type ViewConfig, viewConfigUpdate } from "./views";

/** One person's settings of a view, which override the saved ones. */
export type ViewSettings = Partial<ViewConfig>;

/** Query parameter of a page that holds the settings. */
export const settingsParameter = "settings";

/** Maximum length in a URL. Servers and chat programs cut off longer URLs. */
export const maxSettingsLength = 4_000;

export const noSettings: ViewSettings = {};

/** Validates settings from outside, such as the browser's storage. */
export const viewSettings: z.ZodType<ViewSettings> = viewConfigUpdate;

/**
 * Writes settings for a URL, such as `sort-fAbc.desc_hide-fDef.fGhi_height-56`. Uses only characters that no
 * program escapes, except in a filter, which is JSON and comes last. Returns "" for no settings and null if they
 * are too long.
 */
export function writeSettings(settings: ViewSettings): string | null {
  const written = partsByKey
    .flatMap(([key, { name, write }]) => {
      const value = settings[key];
      return value === undefined ? [] : `${name}-${write(value as never)}`;
    })
    .join("_");
  return encodeURIComponent(written).length > maxSettingsLength ? null : written;
}

/** Reads the output of `writeSettings`; null if the text is invalid. */
export function readSettings(written: string): ViewSettings | null {
  if (encodeURIComponent(written).length > maxSettingsLength) return null;
  const settings: { [key: string]: unknown } = {};
  let rest = written;
  while (rest !== "") {
    const [key, part] = partsByKey.find(([, { name }]) => rest.startsWith(`${name}-`)) ?? [];
    if (!part || key === undefined || key in settings) return null;
    const end = key === "filter" ? -1 : rest.indexOf("_");
    const value = rest.slice(part.name.length + 1, end === -1 ? undefined : end);
    settings[key] = part.read(value);
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
  const pruned = Object.fromEntries(
    namingsIn(settings).map(({ key, names }) => [
      key,
      pruneIn[names.in](settings[key] as never, { names, subjects }),
    ]),
  );
  return Object.fromEntries(
    Object.entries({ ...settings, ...pruned }).filter(
      ([key, left]) => isNothing(settings[key as keyof ViewSettings]) || !isNothing(left),
    ),
  );
}

/** Matches an empty filter or list, which is a setting in its own right if a person has chosen it. */
function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

interface Surroundings {
  readonly names: FieldNames;
  readonly subjects: ReadonlyMap<string, Subject>;
}

/** Removes what the table does not support, by the form in which a setting names fields. */
const pruneIn: {
  readonly [Form in keyof FieldForms]: (value: FieldForms[Form], within: Surroundings) => FieldForms[Form];
} = {
  filter: (value, { subjects }) =>
    value && mapConditions(value, (condition) => (isSupported(condition, subjects) ? condition : null)),
  orders: (value, { names, subjects }) =>
    eachOnce(value)
      .filter(({ fieldId }) => {
        const subject = subjects.get(fieldId);
        if (!subject || !isOrdered(subject.kind)) return false;
        return names.takesSystemFields || subject.field !== undefined;
      })
      .slice(0, names.max),
  list: pruneIds,
  sequence: pruneIds,
  keys: (value, { subjects }) =>
    Object.fromEntries(Object.entries(value).filter(([id]) => subjects.get(id)?.field)),
  questions: (value, { subjects }) => value.filter(({ fieldId }) => subjects.get(fieldId)?.field),
  one: (value, { names, subjects }) => {
    const field = value === null ? undefined : subjects.get(value)?.field;
    return field && (names.takes?.isMet(field) ?? true) ? value : null;
  },
  colors: (value) => value,
  aggregate: (value, { subjects }) => (value && subjects.get(value.fieldId)?.field ? value : null),
};

function pruneIds(ids: readonly string[], { subjects }: Surroundings): string[] {
  return [...new Set(ids)].filter((id) => subjects.get(id)?.field);
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
  readonly write: (value: Exclude<ViewConfig[Key], undefined>) => string;
  readonly read: (text: string) => unknown;
}

/** Settings that are the same for everybody: who may see them changed sees them changed in the view. */
type Common =
  | "isLocked"
  | "rowColor"
  | Exclude<(typeof viewTypes.form)[number], (typeof viewTypes.grid)[number]>;

/** In the order in which an address has them: the filter comes last. */
const parts: { readonly [Key in Exclude<keyof ViewConfig, Common>]-?: Part<Key> } = {
  sorts: { name: "sort", write: writeOrders, read: readOrders },
  groups: { name: "group", write: writeOrders, read: readOrders },
  hiddenFieldIds: { name: "hide", write: writeIds, read: readIds },
  orderedFieldIds: { name: "order", write: writeIds, read: readIds },
  fieldWidths: {
    name: "width",
    write: (widths) =>
      Object.entries(widths)
        .map(([id, width]) => `${id}.${Math.round(width)}`)
        .join("."),
    read: (text) => Object.fromEntries(inPairs(text).map(([id, width]) => [id, Number(width)])),
  },
  rowHeight: { name: "height", write: String, read: Number },
  frozenFieldCount: { name: "frozen", write: String, read: Number },
  stackFieldId: { name: "stack", write: writeField, read: readField },
  startFieldId: { name: "start", write: writeField, read: readField },
  endFieldId: { name: "end", write: writeField, read: readField },
  colorFieldId: { name: "color", write: writeField, read: readField },
  scale: { name: "scale", write: String, read: String },
  weekStart: { name: "week", write: String, read: String },
  cardSize: { name: "card", write: String, read: String },
  coverFieldId: { name: "cover", write: writeField, read: readField },
  coverFit: { name: "fit", write: String, read: String },
  hideEmptyStacks: { name: "hideempty", write: String, read: readJson },
  stackOrder: { name: "stackorder", write: writeStackKeys, read: readStackKeys },
  collapsedStacks: { name: "collapsed", write: writeStackKeys, read: readStackKeys },
  stackAggregate: { name: "aggregate", write: writeAggregate, read: readAggregate },
  filter: { name: "filter", write: (filter) => JSON.stringify(filter), read: readJson },
};

/** True for settings that each person may have of their own. */
export function isPersonalSetting(key: string): boolean {
  return Object.hasOwn(parts, key);
}

const partsByKey = Object.entries(parts) as [keyof ViewConfig, Part<never>][];

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

function writeField(fieldId: string | null): string {
  return fieldId ?? "";
}

function readField(text: string): string | null {
  return text === "" ? null : text;
}

/** A text begins with "s", because an option's value may look like a number. */
function writeStackKeys(keys: readonly StackKey[]): string {
  return writeIds(keys.map((key) => (typeof key === "string" ? `s${key}` : String(key))));
}

function readStackKeys(text: string): unknown[] {
  return readIds(text).map((word) => (word.startsWith("s") ? word.slice(1) : readJson(word)));
}

/** An underscore would end the setting. */
function writeAggregate(aggregate: FieldForms["aggregate"]): string {
  return aggregate === null ? "" : `${aggregate.fieldId}.${aggregate.function.replaceAll("_", "-")}`;
}

function readAggregate(text: string): unknown {
  const [fieldId, name] = readIds(text);
  return fieldId === undefined ? null : { fieldId, function: name?.replaceAll("-", "_") };
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
