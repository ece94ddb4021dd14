/**
 * Filters of values in memory, for the conditions of forms and the colours of rows. They agree with the SQL of lists, except for letters
 * whose case PostgreSQL and the browser fold by different versions of Unicode.
 */
import { fieldTypeOf, isEmpty, type TypedField } from "../field-types";
import type { MomentTemplate } from "../field-types/datetime";
import { type Clock, clockIn } from "../field-types/relative-days";
import { dayOf, daysOf, type Span, spanOf, spanOfRange } from "../field-types/span";
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

/**
 * True if values match a filter that names fields by id. A field without a value counts as empty. The clock is by default
 * that of the viewer.
 */
export function matchesFilter(
  filter: Filter,
  answers: Answers,
  fields: readonly ConditionField[],
  clock: Clock = clockIn(),
): boolean {
  return matches(filter, answers, { byId: byId(fields), clock });
}

/** The questions shown for these answers. Answers to hidden questions count as empty. */
export function shownQuestions(
  questions: readonly Question[],
  answers: Answers,
  clock: Clock = clockIn(),
): Question[] {
  const reading = { byId: byId(questions), clock };
  const shown: { [fieldId: string]: unknown } = {};
  return questions.filter(({ id, showWhen }) => {
    const isShown = showWhen === null || matches(showWhen, shown, reading);
    if (isShown) shown[id] = answers[id];
    return isShown;
  });
}

interface Reading {
  readonly byId: ReadonlyMap<string, ConditionField>;
  readonly clock: Clock;
}

function byId(fields: readonly ConditionField[]): Reading["byId"] {
  return new Map(fields.map((field) => [field.id, field]));
}

function matches(filter: Filter, answers: Answers, reading: Reading): boolean {
  const group = partsOf(filter);
  if (!group) return matchesCondition(filter as Condition, answers, reading);
  const matchesPart = (part: Filter) => matches(part, answers, reading);
  return group.key === "and" ? group.parts.every(matchesPart) : group.parts.some(matchesPart);
}

function matchesCondition(condition: Condition, answers: Answers, { byId, clock }: Reading): boolean {
  const { operator, operand } = operatorOf(condition);
  const field = byId.get(condition.field);
  const opposite = opposites[operator];
  const plain = opposite ?? operator;
  const isMatch = field
    ? passes(field, answers[field.id], { operator: plain, operand, clock })
    : plain === "is_empty";
  return opposite === undefined ? isMatch : !isMatch;
}

interface Asked {
  readonly operator: Operator;
  readonly operand: unknown;
  readonly clock: Clock;
}

function passes(field: ConditionField, value: unknown, { operator, operand, clock }: Asked): boolean {
  const fieldType = fieldTypeOf(field);
  const given = value ?? fieldType.empty;
  if (operator === "is_empty") return given === "" || isEmpty(fieldType, given);
  // Only a checkbox has a value that is empty and matches something.
  if (given === null) return false;
  const kind = decidedKinds.find((each) => each === filterKindOf(fieldType));
  const test = kind && tests[kind][operator];
  return test?.(given as never, operand as never, { template: field.template as object, clock }) ?? false;
}

/** By which dates are read. */
interface Dated {
  readonly template: Partial<MomentTemplate>;
  readonly clock: Clock;
}

type Test<Value, Operand> = (value: Value, operand: Operand, dated: Dated) => boolean;
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
  contains_all: (items: readonly string[], wanted: readonly string[]) =>
    wanted.every((each) => items.includes(each)),
};

/** The operators of each kind that negate no other. */
const tests: { readonly [Kind in (typeof decidedKinds)[number]]: Tests } = {
  text: texts,
  option: texts,
  // Operands may be numbers as text.
  number: comparisons(Number),
  date: {
    ...comparisons((operand, { template, clock }) => dayOf(String(operand), template, clock)),
    is_within: inRange(daysOf),
  },
  timestamp: {
    is_within: inRange(spanOfRange),
    equals: onSpan(isWithin),
    in: (value: string, wanted: readonly string[], dated) =>
      wanted.some((each) => onSpan(isWithin)(value, each, dated)),
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
    contains_all: (ids: readonly string[], wanted: readonly string[]) =>
      wanted.every((each) => ids.includes(each.toLowerCase())),
  },
  files: {
    contains: (files: readonly { readonly originalName: string }[], piece: string, dated) =>
      files.some(({ originalName }) => searches.contains(originalName, piece, dated)),
  },
};

function inFoldedText(passes: (text: string, piece: string) => boolean): Test<string, string> {
  return (value, piece) => passes(foldedText(value), foldedText(piece));
}

/** Comparisons with an operand as it is read; none holds for one that cannot be. */
function comparisons<Value extends string | number>(
  read: (operand: unknown, dated: Dated) => Value | undefined,
): Tests {
  const where =
    (holds: (value: Value, wanted: Value) => boolean): Test<Value, unknown> =>
    (value, operand, dated) => {
      const wanted = read(operand, dated);
      return wanted !== undefined && holds(value, wanted);
    };
  const equals = where((value, wanted) => value === wanted);
  return {
    equals,
    in: (value: Value, wanted: readonly unknown[], dated) =>
      wanted.some((each) => equals(value, each, dated)),
    greater_than: where((value, wanted) => value > wanted),
    greater_than_or_equal_to: where((value, wanted) => value >= wanted),
    less_than: where((value, wanted) => value < wanted),
    less_than_or_equal_to: where((value, wanted) => value <= wanted),
  };
}

function inRange(read: typeof daysOf): Test<string, string> {
  return (value, word, { template, clock }) => {
    const range = read(word, template, clock);
    return range !== undefined && isWithin(value, range);
  };
}

function onSpan(passes: (value: string, span: Span) => boolean): Test<string, string> {
  return (value, written, { template, clock }) => {
    const span = spanOf(written, template, clock);
    return span !== undefined && passes(value, span);
  };
}

function isWithin(value: string, { from, until }: Span): boolean {
  return value >= from && value < until;
}
