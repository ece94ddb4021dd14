import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import type { Choice } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";

/** The choice of no field. */
export const noField: Choice = { value: "", label: "None" };

export function fieldChoice({ id, name, type }: Field): Choice {
  return { value: id, label: name, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
