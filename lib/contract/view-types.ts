/**
 * The registry of view types and of the keys in their configs. To add a type, list its keys in `viewTypes`. Each key
 * defines the written and the returned shape, the initial value, and how the value names fields. Code that reads,
 * checks, copies or restores a config uses this registry instead of naming keys.
 */
import * as z from "zod";
import { fieldTypeOf, stacksOf, type TypedField } from "../field-types";
import { listUpTo } from "../field-types/list";
import { quote, textUpTo } from "../field-types/text";
import { attachment as writtenAttachment } from "../field-types/types/attachments";
import { type AggregateFunction, aggregateFunctions } from "./aggregate-functions";
import { attachment } from "./attachments";
import { type Direction, direction } from "./direction";
import { decidedKinds, type Filter, filter, filterKindOf } from "./filters";
import { type FormField, formFields, writtenFormFields } from "./form-fields";
import { timestamp } from "./ids";
import { limits } from "./limits";
import { type RowColor, rowColor, writtenRowColor } from "./row-color";
import { stackKeys } from "./stack-key";

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
  /** A field, or none. */
  readonly one: string | null;
  /** Fields of a form, with conditions on others. */
  readonly questions: readonly FormField[];
  /** A field, or rules with conditions, or none. */
  readonly colors: RowColor | null;
  /** A function of a field's values, or none. */
  readonly aggregate: { readonly fieldId: string; readonly function: AggregateFunction } | null;
}

export interface FieldNames {
  readonly in: keyof FieldForms;
  /** Allows record attributes such as `createdAt`. */
  readonly takesSystemFields?: true;
  /** Maximum number of fields. */
  readonly max?: number;
  /** The fields that the setting takes; any if omitted. */
  readonly takes?: FieldDemand;
  /** The fields that its conditions take, if they are others. */
  readonly takesInConditions?: FieldDemand;
}

/** A demand on the type of a field. */
export interface FieldDemand {
  readonly isMet: (field: TypedField) => boolean;
  /** Continues "takes" in messages. */
  readonly words: string;
}

/** The reason why a field does not meet a demand; undefined if it does. */
export function unmetDemand(
  demand: FieldDemand | undefined,
  field: { readonly name: string } & TypedField,
): string | undefined {
  if (!demand || demand.isMet(field)) return undefined;
  return `takes ${demand.words}; ${quote(field.name)} (${field.type}) is not one`;
}

interface ConfigKey<Answer extends z.ZodType, Written extends z.ZodType> {
  readonly answer: Answer;
  readonly written: Written;
  readonly initial: (fieldIds: string[]) => z.infer<Answer>;
  /** Omitted if the value names no fields. */
  readonly fields?: FieldNames;
  /** The setting with the field whose values this one names. It has its initial value while that field is another. */
  readonly valuesOf?: "stackFieldId";
  /** The setting with a field that holds values of the same kind as this one's. */
  readonly kindOf?: "startFieldId";
  /** Marks a setting that holds an uploaded file, written as in a cell. */
  readonly isFile?: true;
  /** Marks a setting without which a view cannot get its type, and says what it is. */
  readonly required?: string;
}

/** Maximum number of nested groups. */
export const maxViewGroups = 3;

const fieldIds = z.array(z.string());
const orders = z.array(z.object({ fieldId: z.string(), direction }));
const writtenOrders = z.array(z.strictObject({ fieldId: z.string(), direction: direction.default("asc") }));

const coverFit = z
  .enum(["crop", "fit"])
  .describe("How a picture fills the top of a card: cut to its size, or shown whole.");
const scale = z.enum(["month", "week", "day", "list"]).describe("What a calendar shows at a time.");
const weekStart = z.enum(["monday", "sunday", "saturday"]).describe("The first day of a week.");
const cardSize = z.enum(["small", "medium", "large"]);
const stackAggregate = z.object({ fieldId: z.string(), function: z.enum(aggregateFunctions) });
export const stackDemand: FieldDemand = {
  isMet: (field) => stacksOf(field) !== undefined,
  words: "a single select, checkbox or rating, or a person or linked record field that takes only one value",
};

/** Dates and moments, also those that are computed. */
export const dateDemand: FieldDemand = {
  isMet: (field) => ["date", "timestamp"].includes(fieldTypeOf(field).storage),
  words: "a field with a date, or with a date and time",
};

export const colorDemand: FieldDemand = {
  isMet: (field) => fieldTypeOf(field).storage === "option",
  words: "a single select",
};

/** Conditions that the page decides. The time zone of a computed time is known to the server alone. */
export const decidedDemand: FieldDemand = {
  isMet: (field) => {
    const type = fieldTypeOf(field);
    const kind = filterKindOf(type);
    return decidedKinds.some((each) => each === kind) && !(type.isComputed && kind === "timestamp");
  },
  words: "a field with text, a number, a date, a checkbox, options, linked records or attachments",
};

/** Fields whose values are computed have no input, and people are nobody's business but the members'. */
export const formDemand: FieldDemand = {
  isMet: (field) => {
    const { isComputed, storage } = fieldTypeOf(field);
    return !isComputed && storage !== "people";
  },
  words: "a field that can be written and holds no people",
};

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
  rowColor: configKey({
    answer: rowColor,
    written: writtenRowColor,
    initial: () => null,
    fields: { in: "colors", takes: colorDemand, takesInConditions: decidedDemand },
  }),
  frozenFieldCount: configKey({
    answer: z.int().describe("Number of leading fields that stay visible when scrolling sideways."),
    written: z.int().min(0).max(limits.fieldsPerTable),
    initial: () => 1,
  }),
  isLocked: configKey({
    answer: z.boolean().describe("True if only creators may change or delete the view."),
    written: z.boolean(),
    initial: () => false,
  }),
  stackFieldId: configKey({
    answer: z
      .string()
      .nullable()
      .describe(
        "The field by whose values records are stacked; null while it is missing or cannot be stacked by.",
      ),
    written: z.string().nullable(),
    initial: () => null,
    fields: { in: "one", takes: stackDemand },
    required: "the field by whose values records are stacked",
  }),
  startFieldId: configKey({
    answer: z
      .string()
      .nullable()
      .describe(
        "The field with the date of a record, or its first; null while it is missing or has no dates.",
      ),
    written: z.string().nullable(),
    initial: () => null,
    fields: { in: "one", takes: dateDemand },
    required: "the field with the date of a record",
  }),
  endFieldId: configKey({
    answer: z
      .string()
      .nullable()
      .describe("The field with the last date of a record, of the same kind as the first; null for none."),
    written: z.string().nullable(),
    initial: () => null,
    fields: { in: "one", takes: dateDemand },
    kindOf: "startFieldId",
  }),
  colorFieldId: configKey({
    answer: z.string().nullable().describe("The field whose options give records their colours."),
    written: z.string().nullable(),
    initial: () => null,
    fields: { in: "one", takes: colorDemand },
  }),
  scale: configKey({ answer: scale, written: scale, initial: () => "month" as const }),
  weekStart: configKey({ answer: weekStart, written: weekStart, initial: () => "monday" as const }),
  cardSize: configKey({ answer: cardSize, written: cardSize, initial: () => "medium" as const }),
  coverFieldId: configKey({
    answer: z.string().nullable().describe("The field with the pictures of cards."),
    written: z.string().nullable(),
    initial: () => null,
    fields: {
      in: "one",
      takes: { isMet: (field) => fieldTypeOf(field).storage === "files", words: "a field with attachments" },
    },
  }),
  coverFit: configKey({
    answer: coverFit,
    written: coverFit,
    initial: () => "crop" as const,
  }),
  hideEmptyStacks: configKey({ answer: z.boolean(), written: z.boolean(), initial: () => false }),
  stackOrder: configKey({
    answer: stackKeys.describe("The first stacks, in order; the others follow in the order of their values."),
    written: stackKeys,
    initial: () => [],
    valuesOf: "stackFieldId",
  }),
  collapsedStacks: configKey({
    answer: stackKeys,
    written: stackKeys,
    initial: () => [],
    valuesOf: "stackFieldId",
  }),
  stackAggregate: configKey({
    answer: stackAggregate.nullable().describe("Computed for each stack."),
    written: z.strictObject(stackAggregate.shape).nullable(),
    initial: () => null,
    fields: { in: "aggregate" },
  }),
  title: formText("The heading of the form; the name of the view if empty.", 200),
  description: formText("The words below the title.", 5_000),
  cover: configKey({
    answer: attachment.nullable().describe("The picture above the title; null for none."),
    written: writtenAttachment.nullable(),
    initial: () => null,
    isFile: true,
  }),
  fields: configKey({
    answer: formFields.describe("The fields of the form, in order."),
    written: writtenFormFields,
    initial: () => [],
    fields: { in: "questions", takes: formDemand },
  }),
  submitLabel: formText("The words of the button.", 100, "Submit"),
  message: formText("Shown after a submission.", 2_000, "Thank you. Your answers were sent."),
  redirectUrl: configKey({
    answer: z
      .string()
      .nullable()
      .describe("The page to open after a submission, in place of the message; null for none."),
    written: z
      .url({ protocol: /^https?$/, error: "takes an address that begins with http:// or https://" })
      .max(2_000)
      .nullable(),
    initial: () => null,
  }),
  allowAnother: configKey({
    answer: z.boolean().describe("Offers to fill in the form once more."),
    written: z.boolean(),
    initial: () => true,
  }),
  isOpen: configKey({
    answer: z.boolean().describe("False while the form takes no submissions."),
    written: z.boolean(),
    initial: () => true,
  }),
  closesAt: configKey({
    answer: timestamp.nullable().describe("The form takes no submissions from then on; null for no end."),
    written: z.iso
      .datetime({ offset: true, error: "takes an ISO timestamp, such as 2030-01-31T09:30:00Z" })
      .transform((text) => new Date(text).toISOString())
      .nullable(),
    initial: () => null,
  }),
  limit: configKey({
    answer: z
      .int()
      .nullable()
      .describe("The number of submissions that the form takes; null for any number."),
    written: z.int().min(1).max(1_000_000_000).nullable(),
    initial: () => null,
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
    "rowColor",
    "isLocked",
  ],
  kanban: [
    "filter",
    "sorts",
    "hiddenFieldIds",
    "fieldWidths",
    "orderedFieldIds",
    "stackFieldId",
    "coverFieldId",
    "coverFit",
    "rowColor",
    "hideEmptyStacks",
    "stackOrder",
    "collapsedStacks",
    "stackAggregate",
    "isLocked",
  ],
  calendar: [
    "filter",
    "sorts",
    "hiddenFieldIds",
    "fieldWidths",
    "orderedFieldIds",
    "startFieldId",
    "endFieldId",
    "colorFieldId",
    "scale",
    "weekStart",
    "isLocked",
  ],
  gallery: [
    "filter",
    "sorts",
    "hiddenFieldIds",
    "fieldWidths",
    "orderedFieldIds",
    "coverFieldId",
    "coverFit",
    "cardSize",
    "rowColor",
    "isLocked",
  ],
  form: [
    "filter",
    "sorts",
    "hiddenFieldIds",
    "fieldWidths",
    "orderedFieldIds",
    "title",
    "description",
    "cover",
    "fields",
    "submitLabel",
    "message",
    "redirectUrl",
    "allowAnother",
    "isOpen",
    "closesAt",
    "limit",
    "isLocked",
  ],
} as const satisfies { readonly [type: string]: readonly ConfigKeyName[] };

export type ViewType = keyof typeof viewTypes;
export const viewTypeNames = Object.keys(viewTypes) as [ViewType, ...ViewType[]];

/** True if views of a type have a setting. */
export function isSettingOf(type: ViewType, key: ConfigKeyName): boolean {
  return (viewTypes[type] as readonly ConfigKeyName[]).includes(key);
}

/** The types whose views collect records instead of showing them. */
const collecting: readonly ViewType[] = ["form"];

/** True if views of a type show records, which each person may filter and sort for themselves. */
export function showsRecords(type: ViewType): boolean {
  return !collecting.includes(type);
}

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

/** A text of a form. */
function formText(description: string, maxLength: number, initial = "") {
  return configKey({
    answer: z.string().describe(description),
    written: textUpTo(maxLength),
    initial: () => initial,
  });
}

function configKey<Answer extends z.ZodType, Written extends z.ZodType>(
  key: ConfigKey<Answer, Written>,
): ConfigKey<Answer, Written> {
  return key;
}
