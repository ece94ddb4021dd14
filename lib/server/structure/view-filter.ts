import {
  type Condition,
  type Filter,
  type FilterKind,
  type Operator,
  operatorOf,
  partsOf,
} from "../../contract/filters";

/** The filter that names every field by its id, so that it goes on when one is renamed. */
export function byFieldId(filter: Filter, fields: readonly { id: string; name: string }[]): Filter {
  const ids = new Map(fields.map(({ id, name }) => [name, id]));
  for (const { id } of fields) ids.set(id, id);
  return (
    mapConditions(filter, (condition) => ({
      ...condition,
      field: ids.get(condition.field) ?? condition.field,
    })) ?? filter
  );
}

/** The filter without its conditions on fields that are gone. */
export function withoutConditionsOn(filter: Filter | null, gone: ReadonlySet<string>): Filter | null {
  return filter && mapConditions(filter, (condition) => (gone.has(condition.field) ? null : condition));
}

/** Every condition of a filter, however deep. */
export function conditionsOf(filter: Filter): readonly Condition[] {
  return partsOf(filter)?.parts.flatMap(conditionsOf) ?? [filter as Condition];
}

/** The filter without these conditions of it. */
export function withoutConditions(filter: Filter, gone: ReadonlySet<Condition>): Filter | null {
  return mapConditions(filter, (condition) => (gone.has(condition) ? null : condition));
}

/** The filter after the labels of a field's options have changed: to another label each, or to none. */
export function withLabels(
  filter: Filter | null,
  { id, kind }: { id: string; kind: FilterKind },
  labels: ReadonlyMap<string, string | null>,
): Filter | null {
  return (
    filter &&
    mapConditions(filter, (condition) =>
      condition.field === id && takesLabel(condition, kind) ? relabel(condition, labels) : condition,
    )
  );
}

/**
 * The filter with another condition in each one's place, or none. A group that loses its last part goes too: an
 * empty one would match everything or nothing.
 */
function mapConditions(filter: Filter, change: (condition: Condition) => Condition | null): Filter | null {
  const group = partsOf(filter);
  if (!group) return change(filter as Condition);
  const { key, parts } = group;
  const changed = parts.map((part) => mapConditions(part, change)).filter((part) => part !== null);
  if (changed.length === 0 && parts.length > 0) return null;
  return { [key]: changed } as Filter;
}

const ofParts: ReadonlySet<Operator> = new Set(["contains", "does_not_contain", "starts_with", "ends_with"]);

/** Whether what it asks for is a label. A part of labels is none, even where it is spelt like one; of a list, each is whole. */
function takesLabel(condition: Condition, kind: FilterKind): boolean {
  return kind === "options" || !ofParts.has(operatorOf(condition).operator);
}

function relabel(condition: Condition, labels: ReadonlyMap<string, string | null>): Condition | null {
  const { operator, operand } = operatorOf(condition);
  const { field } = condition;
  if (!Array.isArray(operand)) {
    const label = relabelled(operand, labels);
    return label === null ? null : ({ field, [operator]: label } as Condition);
  }
  const left = operand.map((each) => relabelled(each, labels)).filter((each) => each !== null);
  return left.length === 0 && operand.length > 0 ? null : ({ field, [operator]: left } as Condition);
}

function relabelled(operand: unknown, labels: ReadonlyMap<string, string | null>): unknown {
  return typeof operand === "string" && labels.has(operand) ? labels.get(operand) : operand;
}
