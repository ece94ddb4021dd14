import type { Field } from "@/lib/contract/fields";
import { ownTemplate } from "./templates/template";

/** The request body that creates a copy of a field. Its options have the same labels and new ids. */
export function copyOf(field: Pick<Field, "type" | "template" | "description">, name: string) {
  const { type, description } = field;
  const copy = { name, type, ...(description !== undefined && { description }) };
  const template = ownTemplate(field);
  const { options } = template;
  if (!Array.isArray(options)) return { ...copy, template };
  const unminted = options.map(({ value: _, ...option }: { value?: string }) => option);
  return { ...copy, template: { ...template, options: unminted } };
}
