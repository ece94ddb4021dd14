import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Field } from "@/lib/contract/fields";
import type { ViewConfig } from "@/lib/contract/views";
import { mayStep, movedAmong, movedField, orderedFields, shownFields, steppedField } from "./field-order";

const table = { primaryFieldId: "a", fields: ["a", "b", "c", "d", "e"].map(field) };

describe("the order of fields", () => {
  test("starts with the primary field and ends with those missing in the view's order", () => {
    expect(idsOf(orderedFields(table, ["d", "b", "a"]))).toEqual(["a", "d", "b", "c", "e"]);
    expect(idsOf(orderedFields(table, []))).toEqual(["a", "b", "c", "d", "e"]);
    expect(idsOf(orderedFields(table, ["gone", "c"]))).toEqual(["a", "c", "b", "d", "e"]);
  });

  test("leaves out hidden fields for shownFields", () => {
    expect(idsOf(shownFields(table, config({ hiddenFieldIds: ["c", "a"] })))).toEqual(["b", "d", "e"]);
  });
});

describe("moving a field", () => {
  test("puts it before another field or at the end", () => {
    expect(movedField(table, [], { id: "e", before: "b" })).toEqual(["a", "e", "b", "c", "d"]);
    expect(movedField(table, [], { id: "b", before: "e" })).toEqual(["a", "c", "d", "b", "e"]);
    expect(movedField(table, [], { id: "b", before: undefined })).toEqual(["a", "c", "d", "e", "b"]);
    expect(movedField(table, [], { id: "b", before: "b" })).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("keeps the primary field first", () => {
    expect(movedField(table, [], { id: "a", before: "d" })).toEqual(["a", "b", "c", "d", "e"]);
    expect(movedField(table, [], { id: "d", before: "a" })).toEqual(["a", "d", "b", "c", "e"]);
  });

  test("among search results puts it before the next of them, or right after the last", () => {
    const among = (ids: string, to: number) => {
      const some = [...ids].map(field);
      return movedAmong(table, ["a", "b", "c", "d", "e"], { id: ids[to] ?? "", some, to }).join("");
    };
    expect(among("dbc", 0)).toBe("adbce");
    expect(among("cdb", 2)).toBe("acdbe");
    expect(among("db", 1)).toBe("acdbe");
    expect(among("cebd", 2)).toBe("acbde");
    expect(among("cdeb", 3)).toBe("acdeb");
  });

  test("steps over hidden fields", () => {
    const hidden = config({ hiddenFieldIds: ["c"] });
    expect(steppedField(table, hidden, { id: "b", by: 1 })).toEqual(["a", "c", "d", "b", "e"]);
    expect(steppedField(table, hidden, { id: "d", by: -1 })).toEqual(["a", "d", "b", "c", "e"]);
    expect(steppedField(table, hidden, { id: "d", by: 1 })).toEqual(["a", "b", "c", "e", "d"]);
    expect(mayStep(table, hidden, { id: "b", by: -1 })).toBe(false);
    expect(mayStep(table, hidden, { id: "e", by: 1 })).toBe(false);
    expect(mayStep(table, hidden, { id: "a", by: 1 })).toBe(false);
    expect(mayStep(table, hidden, { id: "d", by: -1 })).toBe(true);
  });

  test("never loses a field, and a step back restores the order", () => {
    const id = fc.constantFrom("b", "c", "d", "e");
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["a", "b", "c", "d", "e"]),
        fc.subarray(["b", "c"]),
        id,
        (order, hidden, moving) => {
          const before = config({ orderedFieldIds: order, hiddenFieldIds: hidden });
          if (hidden.includes(moving as never) || !mayStep(table, before, { id: moving, by: 1 })) return;
          const moved = steppedField(table, before, { id: moving, by: 1 });
          expect(moved.toSorted()).toEqual(["a", "b", "c", "d", "e"]);
          const back = steppedField(table, { ...before, orderedFieldIds: moved }, { id: moving, by: -1 });
          const shown = (ids: string[]) => idsOf(shownFields(table, { ...before, orderedFieldIds: ids }));
          expect(shown(back)).toEqual(shown(order));
        },
      ),
    );
  });
});

function field(id: string): Field {
  return { id, name: id.toUpperCase(), type: "single_line_text", template: {}, order: 0 };
}

function idsOf(fields: readonly Field[]): string[] {
  return fields.map(({ id }) => id);
}

function config(own: Partial<ViewConfig>): ViewConfig {
  return {
    filter: null,
    sorts: [],
    groups: [],
    hiddenFieldIds: [],
    fieldWidths: {},
    orderedFieldIds: [],
    rowHeight: 32,
    frozenFieldCount: 1,
    isLocked: false,
    ...own,
  };
}
