import type { Field } from "@/lib/contract/fields";
import {
  type FilterKind,
  filterKindOf,
  type ItemKind,
  isOrdered,
  type Operator,
  operatorsOfItems,
  systemKinds,
} from "@/lib/contract/filters";
import { fieldTypeOf, type ResolvedType } from "@/lib/field-types";

/** The subject of a filter, sort or group: a field, or an attribute of all records, such as `createdAt`. */
export interface Subject {
  /** The field's id or the attribute's name. */
  readonly id: string;
  readonly name: string;
  readonly kind: FilterKind;
  /** The field type, for its icon. */
  readonly type: string;
  readonly field?: Field;
  readonly fieldType?: ResolvedType;
  /** The values of a lookup, if they can be compared. */
  readonly items?: Items;
}

export interface Items {
  readonly kind: ItemKind;
  readonly field: Field;
  readonly fieldType: ResolvedType;
}

/** The subject whose values an operator compares: the field itself, or the values of a lookup. */
export function comparedBy(operator: Operator, { items, ...subject }: Subject): Subject {
  const isComparison = items && operatorsOfItems[items.kind].some((each) => each === operator);
  return isComparison ? { ...subject, ...items } : subject;
}

/** All subjects of a table's filters. */
export function subjectsOf(fields: readonly Field[]): Subject[] {
  return [...fields.map(ofField), ...systemSubjects];
}

/** The subjects that can be sorted by. */
export function orderedSubjects(subjects: readonly Subject[]): Subject[] {
  return subjects.filter(({ kind }) => isOrdered(kind));
}

/** The subjects that are fields: records cannot be grouped by their attributes. */
export function fieldSubjects(subjects: readonly Subject[]): Subject[] {
  return subjects.filter(({ field }) => field !== undefined);
}

function ofField(field: Field): Subject {
  const type = fieldTypeOf(field);
  const { id, name } = field;
  return { id, name, kind: filterKindOf(type), type: field.type, field, fieldType: type };
}

const systemSubjects: readonly Subject[] = [
  { id: "createdAt", name: "Created at", kind: systemKinds.createdAt, type: "created_time" },
  { id: "updatedAt", name: "Updated at", kind: systemKinds.updatedAt, type: "updated_time" },
  { id: "id", name: "Record id", kind: systemKinds.id, type: "" },
];
