import type { Group } from "@/components/groups/group";
import type { Field } from "@/lib/contract/fields";
import { type Condition, type Filter, operatorOf, partsOf } from "@/lib/contract/filters";
import { fieldTypeOf, isEmpty } from "@/lib/field-types";
import { clockIn } from "@/lib/field-types/relative-days";
import { dayOf } from "@/lib/field-types/span";

/** The context of a new record. */
interface Surroundings {
  readonly fields: readonly Field[];
  /** The view's filter. */
  readonly filter: Filter | null;
  /** The groups it should appear in, outermost first. */
  readonly groups: readonly Pick<Group, "field" | "value">[];
}

/**
 * The initial values that make a new record appear where it was created: those its groups and the view's filter
 * require.
 */
export function newValues({ fields, filter, groups }: Surroundings): { [fieldId: string]: unknown } {
  const required = [
    ...(filter ? equalsIn(filter) : []),
    ...groups.map(({ field, value }) => ({ fieldId: field.id, value })),
  ];
  return Object.fromEntries(
    required.flatMap(({ fieldId, value: written }) => {
      const field = fields.find(({ id }) => id === fieldId);
      const value = field && dayIn(field, written);
      return field && takes(field, value) ? [[fieldId, value]] : [];
    }),
  );
}

/** The values that a filter requires: `equals` conditions joined by "and". */
function equalsIn(filter: Filter): { fieldId: string; value: unknown }[] {
  const group = partsOf(filter);
  if (group) return group.key === "and" ? group.parts.flatMap(equalsIn) : [];
  const condition = filter as Condition;
  const { operator, operand } = operatorOf(condition);
  return operator === "equals" ? [{ fieldId: condition.field, value: operand }] : [];
}

/** A day in place of a word such as today. */
function dayIn(field: Field, value: unknown): unknown {
  if (fieldTypeOf(field).storage !== "date") return value;
  return dayOf(String(value), field.template, clockIn()) ?? value;
}

/** True if the field accepts the value; the server would refuse the whole record otherwise. */
function takes(field: Field, value: unknown): boolean {
  const its = fieldTypeOf(field);
  return !its.isComputed && !isEmpty(its, value) && its.value(field.template).safeParse(value).success;
}
