import type { Choice } from "@/components/ui/select-field";
import type { FieldType } from "@/lib/field-types";
import { FieldTypeIcon } from "./field-type-icon";

/** A field type as a choice of a select. */
export function typeChoice({ type, label, description }: FieldType): Choice {
  return { value: type, label, description, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
