import * as z from "zod";
import type { ResolvedType } from "../field-types";
import { isDate } from "../field-types/date";
import { isDayWord, isRangeWord, maxRelativeDays, rangePattern } from "../field-types/relative-days";
import type { StorageKind } from "../field-types/storage";
import { nameOf, quote } from "../field-types/text";
import { limits } from "./limits";

/** Maximum nesting depth of groups, and maximum number of conditions in one filter. */
export const deepestFilter = 10;
export const maxConditions = 200;

/** Maximum total length of the texts that all conditions of one filter search for. */
export const maxSearchedCharacters = 10 * limits.searchCharacters;

export const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: ({ input }) =>
    input === null
      ? 'takes a value, not null; to match empty cells, use "is_empty": true'
      : `takes text, a number, true or false, not ${nameOf(input)}`,
});
const list = z.array(scalar);
/** Limits the length, because a substring search costs the product of both lengths. */
const piece = z
  .string()
  .min(1, { error: "cannot be empty, because every text contains the empty text" })
  .max(limits.searchCharacters, {
    error: `takes at most ${limits.searchCharacters.toLocaleString("en")} characters`,
  });
const bound = z.union([z.number(), z.string()], {
  error: ({ input }) => `takes a number, an ISO date or a word such as today, not ${nameOf(input)}`,
});
const days = z
  .string({ error: ({ input }) => `takes days such as past_7_days, not ${nameOf(input)}` })
  .refine(isRangeWord, {
    error: ({ input }) =>
      `takes today, yesterday, tomorrow, past_7_days or next_7_days with 1 to ${maxRelativeDays.toLocaleString("en")} days, or last_week, this_month, next_year and the like; ${quote(input)} is none of these`,
  })
  .meta({ pattern: rangePattern.source });

/** Operators and the shapes of their operands; the values allowed depend on the field. */
const operands = {
  equals: scalar,
  does_not_equal: scalar,
  contains: piece,
  does_not_contain: piece,
  starts_with: piece,
  ends_with: piece,
  is_empty: onlyTrue("is_not_empty"),
  is_not_empty: onlyTrue("is_empty"),
  is_me: onlyTrue("is_not_me"),
  is_not_me: onlyTrue("is_me"),
  in: list,
  not_in: list,
  contains_all: list,
  greater_than: bound,
  greater_than_or_equal_to: bound,
  less_than: bound,
  less_than_or_equal_to: bound,
  is_within: days,
  is_not_within: days,
};

export type Operator = keyof typeof operands;
export const operators = Object.keys(operands) as Operator[];

type Operand<Name extends Operator> = z.infer<(typeof operands)[Name]>;

/** One operator applied to one field: `{ field: "Stage", equals: "Open" }`. The field is given by id or name. */
export type Condition = { field: string } & { [Name in Operator]: { [Key in Name]: Operand<Key> } }[Operator];

export type Filter = { and: Filter[] } | { or: Filter[] } | Condition;

/** The kind of a value for filters and sorts: a field's storage, a record's id, or a record's source. */
export type FilterKind = StorageKind | "id" | "source";

/** The kinds whose values can be compared outside of the database. */
export const decidedKinds = [
  "text",
  "option",
  "number",
  "date",
  "timestamp",
  "boolean",
  "options",
  "links",
  "files",
] as const satisfies readonly FilterKind[];

/** The filter kind of a field. */
export function filterKindOf({ column, storage }: Pick<ResolvedType, "column" | "storage">): FilterKind {
  return column === "source" ? "source" : storage;
}

/** System properties that every table can filter and sort by; a field of the same name takes precedence. */
export const systemKinds = { id: "id", createdAt: "timestamp", updatedAt: "timestamp" } as const;

/** True if records can be sorted and grouped by values of the kind. Lists have no order. */
export function isOrdered(kind: FilterKind): boolean {
  return !lists.has(kind);
}

const lists: ReadonlySet<FilterKind> = new Set(["options", "people", "links", "lookup", "list", "files"]);

const ofText = [
  "equals",
  "does_not_equal",
  "contains",
  "does_not_contain",
  "starts_with",
  "ends_with",
  "is_empty",
  "is_not_empty",
  "in",
  "not_in",
] as const;

const comparisons = [
  "equals",
  "does_not_equal",
  "greater_than",
  "greater_than_or_equal_to",
  "less_than",
  "less_than_or_equal_to",
] as const;

const spans = ["is_within", "is_not_within"] as const;

const ofAmounts = [...comparisons, "is_empty", "is_not_empty", "in", "not_in"] as const;
const ofDates = [...comparisons, ...spans, "is_empty", "is_not_empty", "in", "not_in"] as const;

const ofLists = [
  "contains",
  "does_not_contain",
  "is_empty",
  "is_not_empty",
  "in",
  "not_in",
  "contains_all",
] as const;
const ofPeople = [...ofLists, "is_me", "is_not_me"] as const;
const ofNames = ["equals", "does_not_equal", "in", "not_in"] as const;

/** Operators that negate another one. */
export const opposites: { readonly [Name in Operator]?: Operator } = {
  does_not_equal: "equals",
  does_not_contain: "contains",
  is_not_empty: "is_empty",
  not_in: "in",
  is_not_me: "is_me",
  is_not_within: "is_within",
};

/** Operators whose outcome depends on whoever looks, and on the day. Computed fields, whose values are the same for all, have none. */
export const operatorsOfViewer: ReadonlySet<Operator> = new Set(["is_me", "is_not_me"]);
export const operatorsOfDay: ReadonlySet<Operator> = new Set(spans);

/** Operators that compare the values of a lookup or a computed list, by the kind of these values. */
export const operatorsOfItems = {
  number: comparisons,
  date: [...comparisons, ...spans],
  timestamp: [...comparisons, ...spans],
} as const satisfies {
  readonly [Kind in FilterKind]?: readonly Operator[];
};

/** The kinds of values that lookups and computed lists compare. */
export type ItemKind = keyof typeof operatorsOfItems;

export function isItemKind(kind: FilterKind): kind is ItemKind {
  return Object.hasOwn(operatorsOfItems, kind);
}

const ofComputedLists = [...ofLists, ...operatorsOfItems.date] as const;

/** The operators that each kind supports; lookups and lists compare only numbers and dates (`operatorsFor`). */
export const operatorsOf: Record<FilterKind, readonly Operator[]> = {
  text: ofText,
  option: ofText,
  number: ofAmounts,
  date: ofDates,
  timestamp: ofDates,
  boolean: ["equals", "does_not_equal"],
  options: ofLists,
  people: ofPeople,
  links: ofLists,
  lookup: ofComputedLists,
  list: ofComputedLists,
  files: ["contains", "does_not_contain", "is_empty", "is_not_empty"],
  id: ofNames,
  source: ofNames,
};

/** The operators of a kind; of a lookup or computed list, those that its values support. */
export function operatorsFor(kind: FilterKind, items: ItemKind | undefined): readonly Operator[] {
  if (kind !== "lookup" && kind !== "list") return operatorsOf[kind];
  return items ? [...ofLists, ...operatorsOfItems[items]] : ofLists;
}

const forms = "{ field, <operator>: value }, { and: [...] } or { or: [...] }";

const node = z
  .strictObject(
    {
      get and() {
        return group();
      },
      get or() {
        return group();
      },
      field: z.string().optional(),
      ...z.object(operands).partial().shape,
    },
    {
      error: (issue) => {
        if (issue.code === "unrecognized_keys")
          return `is not an operator; use one of ${operators.join(", ")}`;
        return issue.code === "invalid_type" ? `takes ${forms}, not ${nameOf(issue.input)}` : undefined;
      },
    },
  )
  .superRefine(requireOneForm)
  .meta({ id: "Filter" });

/** Selects records: a condition, or several combined with `and` or `or`. */
export const filter: z.ZodType<Filter, Filter> = node.superRefine((root, context) => {
  const { depth, conditions, characters } = measure(root);
  if (depth > deepestFilter) {
    context.addIssue(`nests and/or ${depth} deep; the maximum is ${deepestFilter}`);
  }
  if (conditions > maxConditions) {
    context.addIssue(`has ${conditions} conditions; the maximum is ${maxConditions}`);
  }
  if (characters > maxSearchedCharacters) {
    const [found, max] = [characters, maxSearchedCharacters].map((count) => count.toLocaleString("en"));
    context.addIssue(`searches texts for ${found} characters; the maximum is ${max}`);
  }
}) as unknown as z.ZodType<Filter, Filter>;

/** The operator of a condition and its operand. */
export function operatorOf(condition: Condition): { operator: Operator; operand: unknown } {
  const operator = operators.find((each) => each in condition);
  if (!operator) throw new Error("a condition has one operator");
  return { operator, operand: (condition as { [Name in Operator]?: unknown })[operator] };
}

/** The parts of a group; undefined for a condition. */
export function partsOf(filter: Filter): { key: "and" | "or"; parts: readonly Filter[] } | undefined {
  if ("and" in filter) return { key: "and", parts: filter.and };
  return "or" in filter ? { key: "or", parts: filter.or } : undefined;
}

/** True if the records of a filter depend on the zone in which days begin: it names a day, or days such as this week. */
export function dependsOnZone(filter: Filter): boolean {
  const group = partsOf(filter);
  if (group) return group.parts.some(dependsOnZone);
  return [operatorOf(filter as Condition).operand].flat().some(isAboutDays);
}

function isAboutDays(operand: unknown): boolean {
  return typeof operand === "string" && (isDate(operand) || isDayWord(operand) || isRangeWord(operand));
}

/**
 * Replaces or removes each condition of a filter. Removes a group with its last part: an empty group would match
 * everything or nothing.
 */
export function mapConditions(
  filter: Filter,
  change: (condition: Condition) => Filter | null,
): Filter | null {
  const group = partsOf(filter);
  if (!group) return change(filter as Condition);
  const { key, parts } = group;
  const changed = parts.map((part) => mapConditions(part, change)).filter((part) => part !== null);
  if (changed.length === 0 && parts.length > 0) return null;
  return { [key]: changed } as Filter;
}

/** A filter before `requireOneForm` has told its forms apart. */
interface Node extends Partial<Record<(typeof piecewise)[number], string | undefined>> {
  and?: Node[] | undefined;
  or?: Node[] | undefined;
  field?: string | undefined;
}

/** Operators that search within a text. */
const piecewise = ["contains", "does_not_contain", "starts_with", "ends_with"] as const;

function group(): z.ZodOptional<z.ZodArray<z.ZodType<Node, Node>>> {
  return z.array(node).optional();
}

function onlyTrue(opposite: string) {
  return z.literal(true, { error: `takes true; for the opposite, use "${opposite}": true` });
}

/** Refuses objects that mix `and`, `or` and a condition, and conditions with several operators. */
function requireOneForm(given: Node, context: z.core.$RefinementCtx): void {
  // Unknown keys are reported already; the form meant can only be guessed.
  if (context.issues.length > 0) return;
  const keys = Object.keys(given);
  const [first, ...more] = keys.filter((key) => key !== "field");
  const refuse = (message: string, ...path: string[]) =>
    context.addIssue({ code: "custom", path, message, input: given });
  const combinator = keys.find((key) => key === "and" || key === "or");
  if (combinator !== undefined) {
    for (const key of keys) {
      if (key !== combinator)
        refuse(`cannot be combined with "${combinator}" in one object; move it into the list`, key);
    }
  } else if (first === undefined) {
    refuse(`takes ${forms}${given.field === undefined ? "" : "; the operator is missing"}`);
  } else if (given.field === undefined) {
    refuse("is required: the name or id of a field", "field");
  }
  if (combinator !== undefined) return;
  for (const key of more) {
    refuse(`is a second operator; combine two conditions with "and"`, key);
  }
}

interface Measures {
  /** Depth of nested groups. */
  readonly depth: number;
  /** Empty groups count too, so that their number is limited. */
  readonly conditions: number;
  readonly characters: number;
}

function measure(root: Node): Measures {
  const parts = root.and ?? root.or;
  if (!parts?.length) {
    const characters = piecewise.reduce((sum, operator) => sum + (root[operator]?.length ?? 0), 0);
    return { depth: parts ? 1 : 0, conditions: 1, characters };
  }
  const measured = parts.map(measure);
  const sumOf = (name: "conditions" | "characters") => measured.reduce((sum, each) => sum + each[name], 0);
  return {
    depth: 1 + Math.max(...measured.map((each) => each.depth)),
    conditions: sumOf("conditions"),
    characters: sumOf("characters"),
  };
}
