import { expect, it } from "vitest";
import { pagesOf } from "./use-row-pages";

it("requests the pages of drawn rows, and the next one early", () => {
  expect(pagesOf([{ first: 0, end: 10 }], 1_000)).toEqual([0]);
  expect(pagesOf([{ first: 46, end: 61 }], 1_000)).toEqual([0, 1]);
  expect(pagesOf([{ first: 990, end: 1_000 }], 1_000)).toEqual([9]);
  expect(pagesOf([{ first: 0, end: 5 }], 5)).toEqual([0]);
  expect(
    pagesOf(
      [
        { first: 0, end: 2 },
        { first: 900, end: 907 },
      ],
      1_000,
    ),
  ).toEqual([0, 8, 9]);
  expect(pagesOf([], 0)).toEqual([]);
});
