import type { Field } from "@/lib/contract/fields";
import type { FoundColumn } from "./column-draft";

/** A column as the server analyses it. */
export function foundColumn(index: number, name: string, rest: Partial<FoundColumn> = {}): FoundColumn {
  return {
    index,
    name,
    type: "single_line_text",
    template: {},
    unconvertible: 0,
    examples: [],
    filled: 10,
    suggestions: [],
    notation: {},
    ...rest,
  };
}

export function field(name: string, type = "single_line_text", template: Field["template"] = {}): Field {
  return { id: `id-${name}`, name, type, template, order: 0 };
}
