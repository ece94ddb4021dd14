import { expect, test } from "vitest";
import type { FileImport } from "@/lib/contract/import-resource";
import { outcomeOf } from "./outcome";
import { secondsLeft, timeLeftText } from "./time-left";

const ended = { filename: "a.csv", status: "done", error: null } as FileImport;
const none = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [], changeSetId: null, tableId: "t" };

test("the message at the end names what has changed", () => {
  const result = { ...none, created: 1, updated: 1_200, failed: 2 };
  expect(outcomeOf({ ...ended, result })).toEqual({
    title: "a.csv was imported",
    detail: "1 record created, 1,200 records updated, 2 rows skipped because of errors",
  });
  expect(outcomeOf({ ...ended, result: none }).detail).toBe("Nothing has changed.");
  expect(outcomeOf({ ...ended, status: "failed", error: "The server was stopped." })).toEqual({
    title: "a.csv was not imported",
    detail: "The server was stopped.",
    isError: true,
  });
});

test("the time left follows from the speed, once there is one", () => {
  const first = { at: 1_000, rows: 0 };
  expect(secondsLeft(first, first, 100)).toBeUndefined();
  expect(secondsLeft(first, { at: 2_000, rows: 50 }, 100)).toBeUndefined();
  expect(secondsLeft(first, { at: 11_000, rows: 25 }, 100)).toBe(30);
});

test("the time left is rounded", () => {
  const texts = [3, 12, 54, 60, 100, 3_600].map(timeLeftText);
  expect(texts).toEqual([
    "A few seconds left",
    "About 15 seconds left",
    "About 55 seconds left",
    "About 1 minute left",
    "About 2 minutes left",
    "About 60 minutes left",
  ]);
});
