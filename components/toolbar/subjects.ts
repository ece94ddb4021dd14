import type { Field } from "@/lib/contract/fields";
import { type FilterKind, filterKindOf, isOrdered, systemKinds } from "@/lib/contract/filters";
import { fieldTypeOf, type ResolvedType } from "@/lib/field-types";

/** What a filter, a sort or a group can be about: a field, or what every record has besides. */
export interface Subject {
  /** The field's id, or the system name. */
  readonly id: string;
  readonly name: string;
  readonly kind: FilterKind;
  /** The type's own name, for its picture. */
  readonly type: string;
  readonly field?: Field;
  readonly fieldType?: ResolvedType;
}

/** Everything that a filter of a table can be about. */
export function subjectsOf(fields: readonly Field[]): Subject[] {
  return [...fields.map(ofField), ...systemSubjects];
}

/** Of these, what has an order. */
export function orderedSubjects(subjects: readonly Subject[]): Subject[] {
  return subjects.filter(({ kind }) => isOrdered(kind));
}

/** Of these, what cells hold: records are not grouped by what every one of them has. */
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
  { id: "updatedAt", name: "Changed at", kind: systemKinds.updatedAt, type: "updated_time" },
  { id: "id", name: "Record id", kind: systemKinds.id, type: "" },
];
