import type { Field } from "@/lib/contract/fields";
import { ownTemplate } from "./templates/template";

interface Option {
  readonly value?: string;
  readonly label: string;
}

/** The request body that creates a copy of a field. Its options have the same labels and new ids. */
export function copyOf(field: Pick<Field, "type" | "template" | "description">, name: string) {
  const { type, description } = field;
  const copy = { name, type, ...(description !== undefined && { description }) };
  const template = ownTemplate(field);
  const { options, default: kept } = template;
  if (!Array.isArray(options)) return { ...copy, template };
  const unminted = options.map(({ value: _, ...option }: Option) => option);
  const labelOf = (id: unknown) => (options as Option[]).find(({ value }) => value === id)?.label;
  const labels = Array.isArray(kept) ? kept.map(labelOf) : labelOf(kept);
  return {
    ...copy,
    template: { ...template, options: unminted, ...(kept !== undefined && { default: labels }) },
  };
}
