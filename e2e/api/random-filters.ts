/** Generates random filters and sorts for the things of `things.ts`. */
import fc from "fast-check";
import type { ReferenceField, ReferenceSort } from "./reference-list";
import { piece, relativeDay, relativeDays, type Things } from "./things";

type Conditions = (
  field: string,
  operand: fc.Arbitrary<unknown>,
  items?: { readonly kind: ReferenceField["kind"]; readonly operand: fc.Arbitrary<unknown> },
) => fc.Arbitrary<object>[];

const conditions: { readonly [Kind in ReferenceField["kind"]]: Conditions } = {
  text: onText,
  option: onText,
  number: onLine,
  date: onDays,
  moment: onDays,
  boolean: (field, operand) => [one(field, ["equals", "does_not_equal"], operand)],
  name: (field, operand) => [
    one(field, ["equals", "does_not_equal"], operand),
    one(field, ["in", "not_in"], some(operand)),
  ],
  list: onList,
  links: onList,
  texts: (field, operand, items) => [
    ...onList(field, operand),
    ...(items ? [one(field, ["equals", "does_not_equal", ...compared], items.operand)] : []),
    ...(items && items.kind !== "number" ? [within(field)] : []),
  ],
  files: (field, operand) => [one(field, ["contains", "does_not_contain"], operand), emptiness(field)],
};

/** A condition for each operator of each field. */
export function conditionsOn({ fields, operands, itemOperands }: Things): fc.Arbitrary<object>[] {
  return Object.entries(fields).flatMap(([name, { kind, items }]) => {
    const operand = itemOperands[name];
    return conditions[kind](
      name,
      operands[name] as fc.Arbitrary<unknown>,
      items && operand ? { kind: items.kind, operand } : undefined,
    );
  });
}

export function filterOn(things: Things): fc.Arbitrary<object> {
  const condition = fc.oneof(...conditionsOn(things));
  return fc.letrec<{ filter: object }>((tie) => ({
    filter: fc.oneof(
      { depthSize: "small", maxDepth: 4 },
      condition,
      fc.array(tie("filter"), { maxLength: 4 }).map((and) => ({ and })),
      fc.array(tie("filter"), { maxLength: 4 }).map((or) => ({ or })),
    ),
  })).filter;
}

/** Up to `max` sorts by different fields. */
export function sortsOn({ fields }: Things, max: number): fc.Arbitrary<ReferenceSort[]> {
  const names = Object.keys(fields).filter((name) => isSortable(fields[name] as ReferenceField));
  return fc.uniqueArray(
    fc.record({ field: fc.constantFrom(...names), direction: fc.constantFrom("asc", "desc") }),
    { maxLength: max, selector: (sort) => sort.field },
  );
}

function isSortable({ kind }: ReferenceField): boolean {
  return !["list", "links", "texts", "files"].includes(kind);
}

function onText(field: string, operand: fc.Arbitrary<unknown>): fc.Arbitrary<object>[] {
  return [
    one(field, ["equals", "does_not_equal"], operand),
    one(field, ["contains", "does_not_contain", "starts_with", "ends_with"], piece),
    one(field, ["in", "not_in"], some(operand)),
    emptiness(field),
  ];
}

/** Conditions on ordered values. */
function onLine(field: string, operand: fc.Arbitrary<unknown>): fc.Arbitrary<object>[] {
  return [
    one(field, ["equals", "does_not_equal", ...compared], operand),
    one(field, ["in", "not_in"], some(operand)),
    emptiness(field),
  ];
}

const compared = ["greater_than", "greater_than_or_equal_to", "less_than", "less_than_or_equal_to"];

function onDays(field: string, operand: fc.Arbitrary<unknown>): fc.Arbitrary<object>[] {
  return [...onLine(field, fc.oneof({ arbitrary: operand, weight: 2 }, relativeDay)), within(field)];
}

function within(field: string): fc.Arbitrary<object> {
  return one(field, ["is_within", "is_not_within"], relativeDays);
}

function onList(field: string, operand: fc.Arbitrary<unknown>): fc.Arbitrary<object>[] {
  return [
    one(field, ["contains", "does_not_contain"], operand),
    one(field, ["in", "not_in", "contains_all"], some(operand)),
    emptiness(field),
  ];
}

function some(operand: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.array(operand, { maxLength: 4 });
}

/** A condition on a field: one of the operators with an operand. */
export function one(
  field: string,
  operators: readonly string[],
  operand: fc.Arbitrary<unknown>,
): fc.Arbitrary<object> {
  return fc
    .tuple(fc.constantFrom(...operators), operand)
    .map(([operator, value]) => ({ field, [operator]: value }));
}

function emptiness(field: string): fc.Arbitrary<object> {
  return one(field, ["is_empty", "is_not_empty"], fc.constant(true));
}
