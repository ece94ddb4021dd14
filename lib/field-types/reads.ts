import { fieldType, type TypedField } from ".";

interface IdentifiedField extends TypedField {
  readonly id: string;
}

/** Ids of the fields that a field reads directly. */
export function readsOf({ type, template }: TypedField): readonly string[] {
  return fieldType(type).reads?.(template as object) ?? [];
}

/** Fields that read any of the ids, directly or through other fields. */
export function dependentsOf<Field extends IdentifiedField>(
  ids: Iterable<string>,
  fields: readonly Field[],
): Field[] {
  const reached = new Set(ids);
  const found = new Set<Field>();
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const field of fields) {
      if (found.has(field) || !readsOf(field).some((id) => reached.has(id))) continue;
      found.add(field);
      reached.add(field.id);
    }
  }
  return [...found];
}

/** The ids and those of all fields they read, directly or through other fields. */
export function withReads(ids: Iterable<string>, fields: readonly IdentifiedField[]): Set<string> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const reached = new Set(ids);
  for (const id of reached) {
    const field = byId.get(id);
    if (field) for (const read of readsOf(field)) reached.add(read);
  }
  return reached;
}
