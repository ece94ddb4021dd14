/**
 * The registry of view types and of the keys in their configs. To add a type, list its keys in `viewTypes`. Each key
 * defines the written and the returned shape, the initial value, and how the value names fields. Code that reads,
 * checks, copies or restores a config uses this registry instead of naming keys.
 */
import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { type Direction, direction } from "./direction";
import { type Filter, filter } from "./filters";
import { limits } from "./limits";

/** Forms in which a setting names fields. */
export interface FieldForms {
  /** Conditions on fields. */
  readonly filter: Filter | null;
  /** Sort or group levels. */
  readonly orders: readonly { readonly fieldId: string; readonly direction: Direction }[];
  /** A set of fields. */
  readonly list: readonly string[];
  /** Every field of the table, in the order of the view. */
  readonly sequence: readonly string[];
  /** Values by field id. */
  readonly keys: { readonly [fieldId: string]: unknown };
}

export interface FieldNames {
  readonly in: keyof FieldForms;
  /** Allows record attributes such as `createdAt`. */
  readonly takesSystemFields?: true;
  /** Maximum number of fields. */
  readonly max?: number;
}

interface ConfigKey<Answer extends z.ZodType, Written extends z.ZodType> {
  readonly answer: Answer;
  readonly written: Written;
  readonly initial: (fieldIds: string[]) => z.infer<Answer>;
  /** Omitted if the value names no fields. */
  readonly fields?: FieldNames;
}

/** Maximum number of nested groups. */
export const maxViewGroups = 3;

const fieldIds = z.array(z.string());
const orders = z.array(z.object({ fieldId: z.string(), direction }));
const writtenOrders = z.array(z.strictObject({ fieldId: z.string(), direction: direction.default("asc") }));

export const configKeys = {
  filter: configKey({
    answer: filter.nullable(),
    written: filter.nullable(),
    initial: () => null,
    fields: { in: "filter", takesSystemFields: true },
  }),
  sorts: configKey({
    answer: orders,
    written: writtenOrders,
    initial: () => [],
    fields: { in: "orders", takesSystemFields: true },
  }),
  groups: configKey({
    answer: orders,
    written: listUpTo(maxViewGroups, "groups", writtenOrders),
    initial: () => [],
    fields: { in: "orders", max: maxViewGroups },
  }),
  hiddenFieldIds: configKey({
    answer: fieldIds,
    written: fieldIds,
    initial: () => [],
    fields: { in: "list" },
  }),
  fieldWidths: configKey({
    answer: z
      .record(z.string(), z.number())
      .describe("Widths in pixels by field id; other fields have the default width of their type."),
    written: z.record(z.string(), z.number().min(1).max(10_000)),
    initial: () => ({}),
    fields: { in: "keys" },
  }),
  orderedFieldIds: configKey({
    answer: fieldIds.describe("Every field of the table, in the order of the view."),
    written: fieldIds,
    initial: (ids) => ids,
    fields: { in: "sequence" },
  }),
  rowHeight: configKey({
    answer: z.int().describe("Height of a row in pixels."),
    written: z.int().min(16).max(400),
    initial: () => 32,
  }),
  frozenFieldCount: configKey({
    answer: z.int().describe("Number of leading fields that stay visible when scrolling sideways."),
    written: z.int().min(0).max(limits.fieldsPerTable),
    initial: () => 1,
  }),
};

/** The config keys of each type. */
export const viewTypes = {
  grid: [
    "filter",
    "sorts",
    "groups",
    "hiddenFieldIds",
    "fieldWidths",
    "orderedFieldIds",
    "rowHeight",
    "frozenFieldCount",
  ],
} as const satisfies { readonly [type: string]: readonly ConfigKeyName[] };

export type ViewType = keyof typeof viewTypes;
export const viewTypeNames = Object.keys(viewTypes) as [ViewType, ...ViewType[]];

/** The view that every new table has. */
export const firstView = { name: "Grid view", type: "grid" } as const satisfies {
  name: string;
  type: ViewType;
};

export type ConfigKeyName = keyof typeof configKeys;
export const configKeyNames = Object.keys(configKeys) as ConfigKeyName[];

type Shape<Key extends ConfigKeyName, Part extends "answer" | "written"> = {
  [Name in Key]: (typeof configKeys)[Name][Part];
};

/** Returns the shapes of some keys, either as returned by the API or as written by callers. */
export function configShape<Key extends ConfigKeyName, Part extends "answer" | "written">(
  keys: readonly Key[],
  part: Part,
): Shape<Key, Part> {
  return Object.fromEntries(keys.map((key) => [key, configKeys[key][part]])) as Shape<Key, Part>;
}

function configKey<Answer extends z.ZodType, Written extends z.ZodType>(
  key: ConfigKey<Answer, Written>,
): ConfigKey<Answer, Written> {
  return key;
}
