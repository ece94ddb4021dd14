import type { Field } from "@/lib/contract/fields";
import { ownTemplate } from "./templates/template";

/** The request body that creates a copy of a field. Its options have the same labels and new ids. */
export function copyOf(field: Pick<Field, "type" | "template">, name: string) {
  const template = ownTemplate(field);
  const { options } = template;
  if (!Array.isArray(options)) return { name, type: field.type, template };
  const unminted = options.map(({ value: _, ...option }: { value?: string }) => option);
  return { name, type: field.type, template: { ...template, options: unminted } };
}
