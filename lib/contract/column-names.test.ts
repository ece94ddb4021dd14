import fc from "fast-check";
import { expect, test } from "vitest";
import { columnNames } from "./column-names";
import { limits } from "./limits";
import { name } from "./names";

test.each([
  ["names as they are", ["Name", "Größe 🙂"], ["Name", "Größe 🙂"]],
  ["trimmed, in one line", ["  Price\r\n(EUR) ", "a\tb"], ["Price (EUR)", "a b"]],
  ["missing names", ["Name", "", "  "], ["Name", "Column 2", "Column 3"]],
  ["names that no field may have", [".", "..", "__proto__"], ["Column 1", "Column 2", "Column 3"]],
  ["repeated names", ["Name", "Name", " Name"], ["Name", "Name 2", "Name 3"]],
  ["names that look repeated", ["Name", "Name", "Name 2"], ["Name", "Name 3", "Name 2"]],
  ["a name like a missing one", ["", "Column 1"], ["Column 1 2", "Column 1"]],
  ["characters that cannot be stored", ["a\0b", "\ud83d"], ["a b", "\ufffd"]],
  ["long names", ["🙂".repeat(300), "🙂".repeat(300)], ["🙂".repeat(255), `${"🙂".repeat(253)} 2`]],
])("%s", (_, header, names) => {
  expect(columnNames(header)).toEqual(names);
});

test("any header gives different names that fields may have", () => {
  const text = fc.oneof(
    fc.constantFrom("a", "a 2", "Column 1", "Column 2", "", "x".repeat(limits.nameLength + 1)),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(text), (header) => {
      const names = columnNames(header);
      expect(names).toHaveLength(header.length);
      expect(new Set(names).size).toBe(names.length);
      for (const each of names) expect(name.safeParse(each).success).toBe(true);
    }),
  );
});

test("a hundred thousand equal names are told apart quickly", () => {
  expect(columnNames(Array(100_000).fill("a")).at(-1)).toBe("a 100000");
});
