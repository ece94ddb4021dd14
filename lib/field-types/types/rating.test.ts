import { expect, test } from "vitest";
import { rating } from "./rating";

test.each([
  ["4", 4],
  ["4/5", 4],
  ["★★★", 3],
  ["★★★☆☆", 3],
  ["★ ★", 2],
  ["⭐⭐", 2],
  ["⭐️⭐️", 2],
  ["★★★★★★", undefined],
  ["☆☆", undefined],
  ["☆★", undefined],
  ["★ 4", undefined],
  ["", undefined],
])("%j, typed or pasted, is %j of five stars", (text, stars) => {
  expect(rating.typing?.fromText(text, { maxRating: 5 })).toBe(stars);
});

test("drawn stars in a text field convert to ratings", () => {
  expect(rating.fromText("★★★★☆", { maxRating: 5 })).toBe(4);
});
