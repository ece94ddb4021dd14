import { z } from "zod";
import type { ResolvedType } from "../field-types";
import type { StorageKind } from "../field-types/storage";
import { nameOf } from "../field-types/text";
import { limits } from "./limits";

/** How deep groups may nest, and how many conditions one filter may hold. */
export const deepestFilter = 10;
export const mostConditions = 200;

/** How many characters all conditions of one filter may look for inside texts. */
export const mostPieces = 10 * limits.searchCharacters;

export const scalar = z.union([z.string(), z.number(), z.boolean()], {
  error: ({ input }) =>
    input === null
      ? 'takes a value, not null; for empty cells there is "is_empty": true'
      : `takes text, a number, true or false, not ${nameOf(input)}`,
});
const list = z.array(scalar);
/** To look for a long text in a long one takes their lengths multiplied. */
const piece = z
  .string()
  .min(1, { error: "cannot be empty: every text holds the empty one" })
  .max(limits.searchCharacters, {
    error: `takes at most ${limits.searchCharacters.toLocaleString("en")} characters`,
  });
const bound = z.union([z.number(), z.string()], {
  error: ({ input }) => `takes a number or an ISO date, not ${nameOf(input)}`,
});

/** Every operator and what it takes; which values fit depends on the field. */
const operands = {
  equals: scalar,
  does_not_equal: scalar,
  contains: piece,
  does_not_contain: piece,
  starts_with: piece,
  ends_with: piece,
  is_empty: onlyTrue("is_not_empty"),
  is_not_empty: onlyTrue("is_empty"),
  in: list,
  not_in: list,
  greater_than: bound,
  greater_than_or_equal_to: bound,
  less_than: bound,
  less_than_or_equal_to: bound,
};

export type Operator = keyof typeof operands;
export const operators = Object.keys(operands) as Operator[];

type Operand<Name extends Operator> = z.infer<(typeof operands)[Name]>;

/** One operator on one field: `{ field: "Stage", equals: "Open" }`. A field is named by its id or its name. */
export type Condition = { field: string } & { [Name in Operator]: { [Key in Name]: Operand<Key> } }[Operator];

export type Filter = { and: Filter[] } | { or: Filter[] } | Condition;

/** What a filter can be about: a field by the way its values are stored, a record's id, and where it came from. */
export type FilterKind = StorageKind | "id" | "source";

/** What a filter sees in a field of the type. */
export function filterKindOf({ column, storage }: Pick<ResolvedType, "column" | "storage">): FilterKind {
  return column === "source" ? "source" : storage;
}

/** What every record can be filtered and sorted by besides its fields; a field of the same name comes first. */
export const systemKinds = { id: "id", createdAt: "timestamp", updatedAt: "timestamp" } as const;

/** Whether records can be sorted and grouped by values of the kind: lists have no order. */
export function isOrdered(kind: FilterKind): boolean {
  return !lists.has(kind);
}

const lists: ReadonlySet<FilterKind> = new Set(["options", "links", "lookup", "files"]);

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

const ofAmounts = [
  "equals",
  "does_not_equal",
  "greater_than",
  "greater_than_or_equal_to",
  "less_than",
  "less_than_or_equal_to",
  "is_empty",
  "is_not_empty",
  "in",
  "not_in",
] as const;

const ofLists = ["contains", "does_not_contain", "is_empty", "is_not_empty", "in"] as const;
const ofNames = ["equals", "does_not_equal", "in", "not_in"] as const;

/** The operators that each kind admits. */
export const operatorsOf: Record<FilterKind, readonly Operator[]> = {
  text: ofText,
  option: ofText,
  number: ofAmounts,
  date: ofAmounts,
  timestamp: ofAmounts,
  boolean: ["equals", "does_not_equal"],
  options: ofLists,
  links: ofLists,
  lookup: ofLists,
  files: ["contains", "does_not_contain", "is_empty", "is_not_empty"],
  id: ofNames,
  source: ofNames,
};

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
          return `is not an operator; there are ${operators.join(", ")}`;
        return issue.code === "invalid_type" ? `takes ${forms}, not ${nameOf(issue.input)}` : undefined;
      },
    },
  )
  .superRefine(requireOneForm)
  .meta({ id: "Filter" });

/** Which records: a condition, or several of them together. */
export const filter: z.ZodType<Filter, Filter> = node.superRefine((root, context) => {
  const { depth, conditions, characters } = measure(root);
  if (depth > deepestFilter) {
    context.addIssue(`nests and/or ${depth} deep; ${deepestFilter} is the most`);
  }
  if (conditions > mostConditions) {
    context.addIssue(`holds ${conditions} conditions; ${mostConditions} are the most`);
  }
  if (characters > mostPieces) {
    const [found, most] = [characters, mostPieces].map((count) => count.toLocaleString("en"));
    context.addIssue(`looks for ${found} characters inside texts; ${most} are the most`);
  }
}) as unknown as z.ZodType<Filter, Filter>;

/** A condition's operator and what it was given. */
export function operatorOf(condition: Condition): { operator: Operator; operand: unknown } {
  const operator = operators.find((each) => each in condition);
  if (!operator) throw new Error("a condition has one operator");
  return { operator, operand: (condition as { [Name in Operator]?: unknown })[operator] };
}

/** A filter's own parts: those of a group, or none. */
export function partsOf(filter: Filter): { key: "and" | "or"; parts: readonly Filter[] } | undefined {
  if ("and" in filter) return { key: "and", parts: filter.and };
  return "or" in filter ? { key: "or", parts: filter.or } : undefined;
}

/** What the shape below lets through before its forms are told apart. */
interface Node extends Partial<Record<(typeof piecewise)[number], string | undefined>> {
  and?: Node[] | undefined;
  or?: Node[] | undefined;
  field?: string | undefined;
}

/** The operators that look for a piece of a text. */
const piecewise = ["contains", "does_not_contain", "starts_with", "ends_with"] as const;

function group(): z.ZodOptional<z.ZodArray<z.ZodType<Node, Node>>> {
  return z.array(node).optional();
}

function onlyTrue(opposite: string) {
  return z.literal(true, { error: `takes true; the opposite is "${opposite}": true` });
}

/** `and`, `or` and a condition do not mix, and a condition has one operator. */
function requireOneForm(given: Node, context: z.core.$RefinementCtx): void {
  // A key that is not known has been told of; which form was meant is then a guess.
  if (context.issues.length > 0) return;
  const keys = Object.keys(given);
  const [first, ...more] = keys.filter((key) => key !== "field");
  const refuse = (message: string, ...path: string[]) =>
    context.addIssue({ code: "custom", path, message, input: given });
  const heading = keys.find((key) => key === "and" || key === "or");
  if (heading !== undefined) {
    for (const key of keys) {
      if (key !== heading) refuse(`does not go with "${heading}" in one object; put it into the list`, key);
    }
  } else if (first === undefined) {
    refuse(`takes ${forms}${given.field === undefined ? "" : "; the operator is missing"}`);
  } else if (given.field === undefined) {
    refuse("is required: the name or id of a field", "field");
  }
  if (heading !== undefined) return;
  for (const key of more) {
    refuse(`is a second operator; a condition has one: combine two with "and"`, key);
  }
}

interface Measures {
  /** Counts the groups. */
  readonly depth: number;
  /** An empty group is one too: there could be no end of them. */
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
