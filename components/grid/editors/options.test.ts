import { expect, it } from "vitest";
import { searchOptions } from "./options";

const options = ["Open", "In progress", "Reopened", "Shut"].map((label) => ({ label }));
const found = (search: string) => searchOptions(options, search).map(({ label }) => label);

it("finds options by what they contain, those that begin with it first", () => {
  expect(found("")).toEqual(["Open", "In progress", "Reopened", "Shut"]);
  expect(found("OPEN")).toEqual(["Open", "Reopened"]);
  expect(found(" r")).toEqual(["Reopened", "In progress"]);
  expect(found("x")).toEqual([]);
});
