import { expect, it } from "vitest";
import { isHeld, searchOptions } from "./options";

const options = ["Open", "In progress", "Reopened", "Shut"].map((label) => ({ label }));
const found = (search: string) => searchOptions(options, search).map(({ label }) => label);

it("finds options that contain the text, those that start with it first", () => {
  expect(found("")).toEqual(["Open", "In progress", "Reopened", "Shut"]);
  expect(found("OPEN")).toEqual(["Open", "Reopened"]);
  expect(found(" r")).toEqual(["Reopened", "In progress"]);
  expect(found("x")).toEqual([]);
});

it("distinguishes the cell's option from a started search", () => {
  const grades = ["1", "10", "A", "Open", "Open late"].map((label) => ({ label }));
  for (const label of ["10", "A", "Open", "Open late"]) expect(isHeld(grades, label)).toBe(true);
  for (const text of ["", "1", "a", "O", "x"]) expect(isHeld(grades, text)).toBe(false);
});
