import type { Field } from "@/lib/contract/fields";
import { ownTemplate } from "./templates/template";

/** What the API is asked for to make a field like one that is there: options of its own, with the same labels. */
export function copyOf(field: Pick<Field, "type" | "template">, name: string) {
  const template = ownTemplate(field);
  const { options } = template;
  if (!Array.isArray(options)) return { name, type: field.type, template };
  const unminted = options.map(({ value: _, ...option }: { value?: string }) => option);
  return { name, type: field.type, template: { ...template, options: unminted } };
}
