import { expect, test } from "vitest";
import { rangeOf } from "./byte-range";

test.each([
  [null, undefined],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=0-99", { start: 0, end: 99 }],
  ["Bytes= 10-19 ", { start: 10, end: 19 }],
  ["bytes=10-", { start: 10, end: 99 }],
  ["bytes=10-1000", { start: 10, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=100-", "none"],
  ["bytes=100-200", "none"],
  ["bytes=-0", "none"],
  ["bytes=99999999999999999999-", "none"],
  ["bytes=20-10", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=-", undefined],
  ["bytes=", undefined],
  ["bytes=a-b", undefined],
  ["bytes=1.5-2", undefined],
  ["items=0-1", undefined],
  ["", undefined],
])("%j asks for %j of 100 bytes", (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

test("no range of an empty body is satisfiable", () => {
  expect(["bytes=0-", "bytes=0-0", "bytes=-5"].map((header) => rangeOf(header, 0))).toEqual(
    Array(3).fill("none"),
  );
});
