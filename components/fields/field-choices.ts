import { templateEditors } from "@/components/fields/templates/template-editors";
import { requiredKeys } from "@/components/fields/templates/template-keys";
import { type FieldType, fieldTypes } from "@/lib/field-types";

/**
 * The types to choose from for the field at `index` of a new table. The first becomes the primary field, which
 * not every type can be. Types whose template needs an existing field, such as lookups, are left out until the
 * table exists.
 */
export function typesFor(index: number, current: string): FieldType[] {
  return [...fieldTypes.values()].filter(
    (each) => isFillable(each) && (index > 0 || each.canBePrimary || each.type === current),
  );
}

function isFillable(fieldType: FieldType): boolean {
  return requiredKeys(fieldType).every((key) => key in templateEditors);
}
