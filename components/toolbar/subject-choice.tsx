import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import type { Choice } from "@/components/ui/select-field";
import type { Subject } from "./subjects";

/** A subject as an item of a select. */
export function subjectChoice({ id, name, type }: Subject): Choice {
  return { value: id, label: name, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
