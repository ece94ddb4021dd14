import type { Group } from "@/components/groups/group";
import type { Field } from "@/lib/contract/fields";
import { type Condition, type Filter, operatorOf, partsOf } from "@/lib/contract/filters";
import { fieldTypeOf, isEmpty } from "@/lib/field-types";

/** Among what a record is to be new. */
interface Surroundings {
  readonly fields: readonly Field[];
  /** Which records the view shows. */
  readonly filter: Filter | null;
  /** The groups that it shall stand in, the outermost first. */
  readonly groups: readonly Pick<Group, "field" | "value">[];
}

/** What a new record has so that it is shown where it is made: what its groups and the view's filter say outright. */
export function newValues({ fields, filter, groups }: Surroundings): { [fieldId: string]: unknown } {
  const said = [
    ...(filter ? equalsIn(filter) : []),
    ...groups.map(({ field, value }) => ({ fieldId: field.id, value })),
  ];
  return Object.fromEntries(
    said.flatMap(({ fieldId, value }) => {
      const field = fields.find(({ id }) => id === fieldId);
      return field && takes(field, value) ? [[fieldId, value]] : [];
    }),
  );
}

/** The values that a filter asks for of every record: of its conditions those that all have to hold. */
function equalsIn(filter: Filter): { fieldId: string; value: unknown }[] {
  const group = partsOf(filter);
  if (group) return group.key === "and" ? group.parts.flatMap(equalsIn) : [];
  const condition = filter as Condition;
  const { operator, operand } = operatorOf(condition);
  return operator === "equals" ? [{ fieldId: condition.field, value: operand }] : [];
}

/** Whether a person may write the value: one that the server refused would keep the record from being made. */
function takes(field: Field, value: unknown): boolean {
  const its = fieldTypeOf(field);
  return !its.isComputed && !isEmpty(its, value) && its.value(field.template).safeParse(value).success;
}
