import type { Field } from "@/lib/contract/fields";

/** A text field for tests. */
export function fieldFixture(id: string): Field {
  return { id, name: id, type: "single_line_text", template: {}, order: 0 };
}
