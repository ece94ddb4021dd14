import { expect, test } from "vitest";
import { callAt } from "./call-at";

/** The function and parameter at the `|`. */
function at(marked: string): string | undefined {
  const found = callAt(marked.replace("|", ""), marked.indexOf("|"));
  if (!found) return undefined;
  const { entry, param } = found;
  return param === undefined ? entry.name : `${entry.name} ${entry.params[param]?.name}`;
}

test.each([
  ["ROUND(|)", "ROUND number"],
  ["ROUND({Price}, |", "ROUND places"],
  ["ROUND({Price}|, 2)", "ROUND number"],
  ["ROUND(SUM(1, 2|), 2)", "SUM number"],
  ["ROUND(SUM(1, 2)|, 2)", "ROUND number"],
  ["ROUND((1 + 2|), 2)", "ROUND number"],
  ['IF(TRUE, "a, (b|", 1)', "IF then"],
  ['IF(TRUE, "a, (b|', "IF then"],
  ["avg(1|)", "AVERAGE number"],
  ["ROU|ND(1)", "ROUND"],
  ["IF(ROUND|(1), 2)", "ROUND"],
  ["SWITCH(1, 2, 3, |)", "SWITCH pattern"],
  ["SWITCH(1, 2, 3, 4, |)", "SWITCH value"],
  ["ABS(1, |)", "ABS"],
  ["NOPE(SUM(1), |)", undefined],
  ["SUM(1) + |", undefined],
  ["|", undefined],
  ["{SUM(|1)}", undefined],
])("%s is in %s", (marked, expected) => {
  expect(at(marked)).toBe(expected);
});
