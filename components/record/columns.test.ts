import { expect, it } from "vitest";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { recordColumns } from "./columns";

const table = { primaryFieldId: "a", fields: ["a", "b", "c", "d"].map(field) } as Table;

it("a record has every field once: those the view shows in its order, then the hidden ones", () => {
  const config = { orderedFieldIds: ["d", "c"], hiddenFieldIds: ["c"] } as unknown as ViewConfig;
  const { shown, hidden } = recordColumns(table, config, { isLocked: () => false });
  expect(shown.map((column) => column.field.id)).toEqual(["a", "d", "b"]);
  expect(hidden.map((column) => column.field.id)).toEqual(["c"]);
  expect([...shown, ...hidden].map(({ index }) => index)).toEqual([0, 1, 2, 3]);
});

function field(id: string, order: number): Field {
  return { id, name: id, type: "single_line_text", template: {}, order };
}
