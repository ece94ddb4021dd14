/**
 * Filters of values in memory, for the conditions of forms and the colours of rows. They agree with the SQL of lists, except for letters
 * whose case PostgreSQL and the browser fold by different versions of Unicode.
 */
import { fieldTypeOf, isEmpty, type TypedField } from "../field-types";
import type { MomentTemplate } from "../field-types/datetime";
import { type Span, spanOf } from "../field-types/span";
import { foldedText } from "../field-types/text";
import {
  type Condition,
  decidedKinds,
  type Filter,
  filterKindOf,
  type Operator,
  operatorOf,
  opposites,
  partsOf,
} from "./filters";
import type { Question } from "./forms";

/** Values in the form of responses, by field id. */
export type Answers = { readonly [fieldId: string]: unknown };

type ConditionField = { readonly id: string } & TypedField;

/** True if values match a filter that names fields by id. A field without a value counts as empty. */
export function matchesFilter(filter: Filter, answers: Answers, fields: readonly ConditionField[]): boolean {
  return matches(filter, answers, byId(fields));
}

/** The questions that are asked for, given the answers. The answer of a question that is not counts as empty. */
export function shownQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const fields = byId(questions);
  const shown: { [fieldId: string]: unknown } = {};
  return questions.filter(({ id, showWhen }) => {
    const isShown = showWhen === null || matches(showWhen, shown, fields);
    if (isShown) shown[id] = answers[id];
    return isShown;
  });
}

type Fields = ReadonlyMap<string, ConditionField>;

function byId(fields: readonly ConditionField[]): Fields {
  return new Map(fields.map((field) => [field.id, field]));
}

function matches(filter: Filter, answers: Answers, fields: Fields): boolean {
  const group = partsOf(filter);
  if (!group) return matchesCondition(filter as Condition, answers, fields);
  const matchesPart = (part: Filter) => matches(part, answers, fields);
  return group.key === "and" ? group.parts.every(matchesPart) : group.parts.some(matchesPart);
}

function matchesCondition(condition: Condition, answers: Answers, fields: Fields): boolean {
  const { operator, operand } = operatorOf(condition);
  const field = fields.get(condition.field);
  const opposite = opposites[operator];
  const plain = opposite ?? operator;
  const isMatch = field ? passes(field, answers[field.id], plain, operand) : plain === "is_empty";
  return opposite === undefined ? isMatch : !isMatch;
}

function passes(field: ConditionField, value: unknown, operator: Operator, operand: unknown): boolean {
  const fieldType = fieldTypeOf(field);
  const given = value ?? fieldType.empty;
  if (operator === "is_empty") return given === "" || isEmpty(fieldType, given);
  // Only a checkbox has a value that is empty and matches something.
  if (given === null) return false;
  const kind = decidedKinds.find((each) => each === filterKindOf(fieldType));
  const test = kind && tests[kind][operator];
  return test?.(given as never, operand as never, field.template as object) ?? false;
}

type Test<Value, Operand> = (value: Value, operand: Operand, template: object) => boolean;
type Tests = { readonly [Name in Operator]?: Test<never, never> };

const searches = {
  contains: inFoldedText((text, piece) => text.includes(piece)),
  starts_with: inFoldedText((text, piece) => text.startsWith(piece)),
  ends_with: inFoldedText((text, piece) => text.endsWith(piece)),
};

const texts: Tests = {
  equals: (value: string, wanted: string) => value === wanted,
  in: (value: string, wanted: readonly string[]) => wanted.includes(value),
  ...searches,
};

const someItem: Tests = {
  contains: (items: readonly string[], wanted: string) => items.includes(wanted),
  in: (items: readonly string[], wanted: readonly string[]) => wanted.some((each) => items.includes(each)),
};

/** The operators of each kind that negate no other. */
const tests: { readonly [Kind in (typeof decidedKinds)[number]]: Tests } = {
  text: texts,
  option: texts,
  // Operands may be numbers as text.
  number: comparisons(Number),
  date: comparisons(String),
  timestamp: {
    equals: onSpan(isWithin),
    in: (value: string, wanted: readonly string[], template) =>
      wanted.some((each) => onSpan(isWithin)(value, each, template)),
    greater_than: onSpan((value, { until }) => value >= until),
    greater_than_or_equal_to: onSpan((value, { from }) => value >= from),
    less_than: onSpan((value, { from }) => value < from),
    less_than_or_equal_to: onSpan((value, { until }) => value < until),
  },
  boolean: { equals: (value: boolean, wanted: boolean) => value === wanted },
  options: someItem,
  links: {
    contains: (ids: readonly string[], wanted: string) => ids.includes(wanted.toLowerCase()),
    in: (ids: readonly string[], wanted: readonly string[]) =>
      wanted.some((each) => ids.includes(each.toLowerCase())),
  },
  files: {
    contains: (files: readonly { readonly originalName: string }[], piece: string, template) =>
      files.some(({ originalName }) => searches.contains(originalName, piece, template)),
  },
};

function inFoldedText(passes: (text: string, piece: string) => boolean): Test<string, string> {
  return (value, piece) => passes(foldedText(value), foldedText(piece));
}

function comparisons<Value extends string | number>(read: (operand: unknown) => Value): Tests {
  const where =
    (holds: (value: Value, wanted: Value) => boolean): Test<Value, unknown> =>
    (value, operand) =>
      holds(value, read(operand));
  return {
    equals: where((value, wanted) => value === wanted),
    in: (value: Value, wanted: readonly unknown[]) => wanted.some((each) => value === read(each)),
    greater_than: where((value, wanted) => value > wanted),
    greater_than_or_equal_to: where((value, wanted) => value >= wanted),
    less_than: where((value, wanted) => value < wanted),
    less_than_or_equal_to: where((value, wanted) => value <= wanted),
  };
}

function onSpan(passes: (value: string, span: Span) => boolean): Test<string, string> {
  return (value, written, template) => {
    const span = spanOf(written, template as Partial<MomentTemplate>);
    return span !== undefined && passes(value, span);
  };
}

function isWithin(value: string, { from, until }: Span): boolean {
  return value >= from && value < until;
}
