import { expect, it } from "vitest";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { linesOf, type PlacedRecord } from "./sheet-lines";

function placed(...paths: readonly (readonly unknown[])[]): PlacedRecord[] {
  const field = { id: "f" } as Field;
  return paths.map((path, index) => ({
    record: { id: `r${index}` } as Record,
    path: path.map((value) => ({ field, value })),
  }));
}

function textsOf(records: readonly PlacedRecord[], isCut = false): string[] {
  return linesOf(records, isCut).map((line) =>
    line.is === "record" ? line.record.id : `${"#".repeat(line.level + 1)} ${line.value} ${line.count}`,
  );
}

it("has no headings without groups", () => {
  expect(textsOf([])).toEqual([]);
  expect(textsOf(placed([], []))).toEqual(["r0", "r1"]);
});

it("begins inner groups anew in each outer group, and counts both", () => {
  expect(textsOf(placed(["a", 1], ["a", 2], ["b", 2], ["b", 2], [null, 2]))).toEqual([
    ...["# a 2", "## 1 1", "r0", "## 2 1", "r1"],
    ...["# b 2", "## 2 2", "r2", "r3"],
    ...["# null 1", "## 2 1", "r4"],
  ]);
});

it("does not count groups that go on after the last record", () => {
  expect(textsOf(placed(["a"], ["b"], ["b"]), true)).toEqual([
    ...["# a 1", "r0"],
    ...["# b undefined", "r1", "r2"],
  ]);
});
