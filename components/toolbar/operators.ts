import { type FilterKind, type Operator, operatorsOf } from "@/lib/contract/filters";

/** The kind of operand: none, one value of the field, part of a text, several values, or days such as this week. */
export type OperandForm = "nothing" | "value" | "text" | "values" | "days";

/** The operand of each operator, unless the field's kind overrides it. */
const forms: { readonly [Name in Operator]: OperandForm } = {
  equals: "value",
  does_not_equal: "value",
  contains: "text",
  does_not_contain: "text",
  starts_with: "text",
  ends_with: "text",
  is_empty: "nothing",
  is_not_empty: "nothing",
  is_me: "nothing",
  is_not_me: "nothing",
  in: "values",
  not_in: "values",
  contains_all: "values",
  greater_than: "value",
  greater_than_or_equal_to: "value",
  less_than: "value",
  less_than_or_equal_to: "value",
  is_within: "days",
  is_not_within: "days",
};

/** The name of each operator, unless the field's kind overrides it. */
const words: { readonly [Name in Operator]: string } = {
  equals: "is",
  does_not_equal: "is not",
  contains: "contains",
  does_not_contain: "does not contain",
  starts_with: "starts with",
  ends_with: "ends with",
  is_empty: "is empty",
  is_not_empty: "is not empty",
  is_me: "has me",
  is_not_me: "does not have me",
  in: "is any of",
  not_in: "is none of",
  contains_all: "has all of",
  greater_than: "is greater than",
  greater_than_or_equal_to: "is at least",
  less_than: "is less than",
  less_than_or_equal_to: "is at most",
  is_within: "is within",
  is_not_within: "is not within",
};

type Words = { readonly [Name in Operator]?: string };

const ofMoments: Words = {
  greater_than: "is after",
  greater_than_or_equal_to: "is on or after",
  less_than: "is before",
  less_than_or_equal_to: "is on or before",
};
const ofTexts: Words = { in: "has any of", not_in: "has none of" };
const ofLists: Words = { ...ofTexts, contains: "has", does_not_contain: "does not have" };

const wordsOf: { readonly [Kind in FilterKind]?: Words } = {
  date: ofMoments,
  timestamp: ofMoments,
  options: ofLists,
  people: ofLists,
  links: ofLists,
  lookup: ofTexts,
  list: ofTexts,
};

/** Kinds of lists whose operators take an item instead of a part of a text. */
const holdsThings: ReadonlySet<FilterKind> = new Set(["options", "people", "links"]);

/** The default operator of a kind, if it is not the first one. */
const firsts: { readonly [Kind in FilterKind]?: Operator } = { text: "contains" };

export function formOf(operator: Operator, kind: FilterKind): OperandForm {
  const form = forms[operator];
  return form === "text" && holdsThings.has(kind) ? "value" : form;
}

export function operatorWords(operator: Operator, kind: FilterKind): string {
  return wordsOf[kind]?.[operator] ?? words[operator];
}

export function firstOperator(kind: FilterKind): Operator {
  return firsts[kind] ?? operatorsOf[kind][0] ?? "equals";
}
