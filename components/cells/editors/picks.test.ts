import fc from "fast-check";
import { expect, it } from "vitest";
import { draftOfPicks, picksIn, toggled, withoutLast } from "./picks";

const labels = ["Red", "Blue", "Large, or larger", '12" wide', " "];
const isLabel = (item: string) => labels.includes(item);

it("splits a draft into picks and the search text", () => {
  expect(picksIn("", isLabel)).toEqual({ picked: [], search: "" });
  expect(picksIn('Red, "Large, or larger"', isLabel)).toEqual({
    picked: ["Red", "Large, or larger"],
    search: "",
  });
  expect(picksIn("Red, bl", isLabel)).toEqual({ picked: ["Red"], search: "bl" });
  expect(picksIn("gr, Red", isLabel)).toEqual({ picked: [], search: "gr, Red" });
});

it("restores any picks from their draft", () => {
  fc.assert(
    fc.property(fc.subarray(labels), fc.constantFrom("", "gr", "x y"), (picked, search) => {
      expect(picksIn(draftOfPicks({ picked, search }), isLabel)).toEqual({ picked, search });
    }),
  );
});

it("adds or removes a pick, and clears the search", () => {
  const picks = { picked: ["Red"], search: "bl" };
  expect(toggled(picks, "Blue", true)).toEqual({ picked: ["Red", "Blue"], search: "" });
  expect(toggled(picks, "Red", true)).toEqual({ picked: [], search: "" });
  expect(toggled(picks, "Blue", false)).toEqual({ picked: ["Blue"], search: "" });
  expect(withoutLast(picks)).toEqual({ picked: [], search: "bl" });
});
