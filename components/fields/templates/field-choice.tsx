import type { Choice } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import { FieldTypeIcon } from "../field-type-icon";

/** A field as a choice of a select. */
export function fieldChoice({ id, name, type }: Pick<Field, "id" | "name" | "type">): Choice {
  return { value: id, label: name, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
