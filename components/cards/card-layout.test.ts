import { describe, expect, it } from "vitest";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { cardContent, cardStep } from "./card-layout";

const table = { primaryFieldId: "a", fields: ["a", "b", "c", "d", "e", "f", "g"].map(field) } as Table;

describe("a card", () => {
  it("has the primary field as title and shows the first other fields in the view's order", () => {
    expect(shown({ orderedFieldIds: ["g", "a", "c"] })).toEqual(["a", "g", "c", "b", "d"]);
  });

  it("shows no hidden field, not even as title", () => {
    expect(shown({ hiddenFieldIds: ["b", "d"] })).toEqual(["a", "c", "e", "f", "g"]);
    expect(shown({ hiddenFieldIds: ["a", "b"] })).toEqual(["c", "d", "e", "f", "g"]);
  });

  it("has the primary field as title if the view hides all fields", () => {
    expect(shown({ hiddenFieldIds: ["a", "b", "c", "d", "e", "f", "g"] })).toEqual(["a"]);
  });

  it("is as high as its fields require", () => {
    expect(cardStep(4) - cardStep(3)).toBe(26);
  });
});

function shown(config: Partial<ViewConfig>): string[] {
  const whole = { orderedFieldIds: [], hiddenFieldIds: [], ...config } as unknown as ViewConfig;
  const { titleId, columns } = cardContent(table, whole);
  return [titleId, ...columns.map((column) => column.field.id)];
}

function field(id: string, order: number): Field {
  return { id, name: id, type: "single_line_text", template: {}, order };
}
