import { templateEditors } from "@/components/fields/templates/template-editors";
import { requiredKeys } from "@/components/fields/templates/template-keys";
import { type FieldType, fieldTypes } from "@/lib/field-types";

/**
 * The types that the field at `index` of a new table may be given. The first becomes the primary one, which
 * not all can be; and a type whose template cannot do without something that no editor here asks for, such as
 * a field that is there already, waits until the table is there.
 */
export function typesFor(index: number, current: string): FieldType[] {
  return [...fieldTypes.values()].filter(
    (each) => isFillable(each) && (index > 0 || each.canBePrimary || each.type === current),
  );
}

function isFillable(fieldType: FieldType): boolean {
  return requiredKeys(fieldType).every((key) => key in templateEditors);
}
