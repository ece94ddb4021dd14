import { describe, expect, it } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import type { Block } from "./block";
import { withoutNames } from "./without-names";

const columns = makeColumns("single_line_text", "percent", "duration");
const [name, percent, duration] = ["single_line_text", "percent", "duration"];

function block(...rows: string[][]): Block {
  return rows.map((row) => row.map((text) => ({ text })));
}

/** True if the first row is left out above a row of data. */
function isLeftOut(...head: string[]): boolean {
  const pasted = block(head, ["Ada", "5", "1:30", "more", "more"].slice(0, Math.max(2, head.length)));
  const left = withoutNames(pasted, columns);
  return left.length === 1 && left[0] === pasted[1];
}

describe("a first row of field names", () => {
  it("is left out, also with columns beyond the last field", () => {
    expect(isLeftOut(name, percent)).toBe(true);
    expect(isLeftOut(` ${name}`, percent, `${duration} `)).toBe(true);
    expect(isLeftOut(name, percent, duration, "Extra")).toBe(true);
    expect(isLeftOut(name, percent, duration, "Extra", "")).toBe(true);
  });

  it("may have empty headings, or too few", () => {
    expect(isLeftOut(name, "", duration)).toBe(true);
    expect(isLeftOut("", percent, duration, "Extra")).toBe(true);
    const [head, ...rows] = block([name, percent], ["Ada", "5", "1:30"]);
    expect(withoutNames([head ?? [], ...rows], columns)).toEqual(rows);
  });

  it("is kept if a heading is another name, or if nothing follows", () => {
    expect(isLeftOut(name, "Extra", duration)).toBe(false);
    expect(isLeftOut(percent, name)).toBe(false);
    expect(isLeftOut("", "", "")).toBe(false);
    const alone = block([name, percent, duration]);
    expect(withoutNames(alone, columns)).toBe(alone);
    expect(withoutNames([], columns)).toEqual([]);
  });

  it("needs two names, unless it has a single column", () => {
    expect(isLeftOut(name, "")).toBe(false);
    const [last] = columns.slice(2);
    const wide = block([duration, "Extra"], ["1:30", "more"]);
    expect(withoutNames(wide, last ? [last] : [])).toBe(wide);
    expect(withoutNames(block([name], ["Ada"]), columns)).toEqual(block(["Ada"]));
    const ragged = block([name], ["Ada", "5"]);
    expect(withoutNames(ragged, columns)).toBe(ragged);
  });
});
