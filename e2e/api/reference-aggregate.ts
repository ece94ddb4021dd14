/** A reference implementation of aggregates in JavaScript, to compare the SQL with. */
import { type AggregateFunction, aggregateFunctions } from "../../lib/contract/aggregate-functions";
import {
  compareValues,
  inOrder,
  isEmpty,
  type ReferenceField,
  type ReferenceFields,
  type ReferenceSort,
  type Thing,
} from "./reference-list";

export interface ReferenceGroup {
  /** The common values of the group, by field name. */
  readonly key: { readonly [name: string]: unknown };
  readonly things: readonly Thing[];
}

/** Groups things by common values, in the requested order; into one group without `groupBy`. */
export function groupsOf(
  fields: ReferenceFields,
  things: readonly Thing[],
  groupBy: readonly ReferenceSort[],
): ReferenceGroup[] {
  if (groupBy.length === 0) return [{ key: {}, things }];
  const groups = new Map<string, { key: ReferenceGroup["key"]; things: Thing[] }>();
  for (const thing of inOrder(fields, things, groupBy)) {
    const key = Object.fromEntries(
      groupBy.map(({ field }) => [field, isEmpty(thing.fields[field]) ? null : thing.fields[field]]),
    );
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, things: [] };
    groups.set(text, group);
    group.things.push(thing);
  }
  return [...groups.values()];
}

const counts: readonly AggregateFunction[] = [
  "count",
  "count_empty",
  "count_filled",
  "percent_empty",
  "percent_filled",
];
const ofOneValue: readonly AggregateFunction[] = [...counts, "count_unique", "percent_unique"];
const ofOrdered: readonly AggregateFunction[] = [...ofOneValue, "min", "max", "range"];

/** The aggregate functions of each kind of field. */
export const functionsOf: { readonly [Kind in ReferenceField["kind"]]: readonly AggregateFunction[] } = {
  number: aggregateFunctions,
  date: ofOrdered,
  moment: ofOrdered,
  text: ofOneValue,
  option: ofOneValue,
  boolean: ofOneValue,
  name: ofOneValue,
  list: counts,
  links: counts,
  files: counts,
  texts: counts,
};

/** Computes a function over the cells of a group. */
export function compute(
  name: AggregateFunction,
  field: ReferenceField,
  cells: readonly unknown[],
): number | string | null {
  const filled = cells.filter((cell) => !isEmpty(cell));
  const numbers = filled as number[];
  const ordered = filled.toSorted((one, other) => compareValues(field, one, other));
  const half = (numbers.length - 1) / 2;
  const [first, last] = [ordered[0], ordered.at(-1)];
  // An unchecked checkbox is empty.
  const empty = cells.filter((cell) => isEmpty(cell) || cell === false).length;
  const unique = new Set(filled).size;
  const results: { readonly [Name in AggregateFunction]: () => unknown } = {
    count: () => cells.length,
    count_empty: () => empty,
    count_filled: () => cells.length - empty,
    count_unique: () => unique,
    percent_empty: () => empty / cells.length,
    percent_filled: () => (cells.length - empty) / cells.length,
    percent_unique: () => unique / cells.length,
    sum: () => numbers.reduce((sum, each) => sum + each, 0),
    average: () => numbers.reduce((sum, each) => sum + each / numbers.length, 0),
    median: () => ((ordered[Math.floor(half)] as number) + (ordered[Math.ceil(half)] as number)) / 2,
    min: () => first,
    max: () => last,
    range: () =>
      field.kind === "number"
        ? (last as number) - (first as number)
        : (Date.parse(last as string) - Date.parse(first as string)) / 86_400_000,
  };
  const isOfNothing = name.startsWith("percent") ? cells.length === 0 : filled.length === 0;
  return isOfNothing && !name.startsWith("count") && name !== "sum"
    ? null
    : (results[name]() as number | string);
}
