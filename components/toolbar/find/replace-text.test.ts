import { describe, expect, it } from "vitest";
import type { Field } from "@/lib/contract/fields";
import { replacedCell } from "./replace-cell";
import { replaceText } from "./replace-text";

const plain = { find: "", replaceWith: "", isCaseSensitive: false, isWholeCell: false };

describe("a text", () => {
  const replace = (text: string, find: string, replaceWith: string, more = {}) =>
    replaceText(text, { ...plain, find, replaceWith, ...more });

  it("has every find replaced, regardless of case unless it matters", () => {
    expect(replace("Acme and ACME", "acme", "Apex")).toBe("Apex and Apex");
    expect(replace("Acme and ACME", "ACME", "Apex", { isCaseSensitive: true })).toBe("Acme and Apex");
    expect(replace("Acme", "other", "x")).toBeNull();
    expect(replace("Acme", "", "x")).toBeNull();
  });

  it("is compared as a whole if asked", () => {
    expect(replace("Open", "open", "Closed", { isWholeCell: true })).toBe("Closed");
    expect(replace("Open again", "open", "Closed", { isWholeCell: true })).toBeNull();
    expect(replace("open\nagain", "open", "Closed", { isWholeCell: true })).toBeNull();
  });

  it("takes signs of patterns literally", () => {
    for (const sign of "\\^$.*+?()[]{}|/-&~!@#%,;:<>=`'\"") {
      expect(replace(`a${sign}${sign}b`, sign.repeat(2), "$& $1")).toBe("a$& $1b");
    }
    expect(replace("a.b", "axb", "")).toBeNull();
    expect(replace("👍🏽 ok", "👍🏽 ", "")).toBe("ok");
  });
});

describe("a cell", () => {
  const field = (type: string, template = {}) => ({ id: "f", name: "F", type, template, order: 0 }) as Field;
  const replace = (of: Field, value: unknown, find: string, replaceWith: string, isWholeCell = false) =>
    replacedCell(of, value, { ...plain, find, replaceWith, isWholeCell });

  it("of text keeps its type's rules", () => {
    expect(replace(field("single_line_text"), "a b", "b", "c")).toEqual({ text: "a c", value: "a c" });
    expect(replace(field("email"), "ada@old.com", "old.com", "new.org")).toMatchObject({
      value: "ada@new.org",
    });
    expect(replace(field("email"), "ada@old.com", "@", " at ")).toEqual({ text: "ada at old.com" });
    expect(replace(field("single_line_text"), "gone", "gone", "")).toMatchObject({ text: "", value: null });
    expect(replace(field("single_line_text"), null, "a", "b")).toBeNull();
  });

  it("of a number is replaced as a whole only", () => {
    const number = field("number", { decimalPlaces: 0, numberFormat: "comma_period" });
    expect(replace(number, 15, "1", "2")).toBeNull();
    expect(replace(number, 15, "15", "20", true)).toEqual({ text: "20", value: 20 });
    expect(replace(number, 15, "15", "many", true)).toEqual({ text: "many" });
  });
});
