import {
  type Condition,
  type Filter,
  type FilterKind,
  mapConditions,
  type Operator,
  operatorOf,
  partsOf,
} from "../../contract/filters";

/** All conditions of a filter, at any depth. */
export function conditionsOf(filter: Filter): readonly Condition[] {
  return partsOf(filter)?.parts.flatMap(conditionsOf) ?? [filter as Condition];
}

/** Removes conditions from a filter. */
export function withoutConditions(filter: Filter, gone: ReadonlySet<Condition>): Filter | null {
  return mapConditions(filter, (condition) => (gone.has(condition) ? null : condition));
}

/** Updates a filter after option labels were renamed or removed. */
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

const ofParts: ReadonlySet<Operator> = new Set(["contains", "does_not_contain", "starts_with", "ends_with"]);

/** True if the operand is a whole label; text operators take parts of labels. */
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
  // Merged options have one label.
  const left = [...new Set(operand.map((each) => relabelled(each, labels)))].filter((each) => each !== null);
  return left.length === 0 && operand.length > 0 ? null : ({ field, [operator]: left } as Condition);
}

function relabelled(operand: unknown, labels: ReadonlyMap<string, string | null>): unknown {
  return typeof operand === "string" && labels.has(operand) ? labels.get(operand) : operand;
}
