import { expect, test } from "vitest";
import { prepareField } from "./schemas";

test("equal fields share the shape of their values, which takes kilobytes", () => {
  const rating = (id: string, maxRating: number) =>
    prepareField({ id, name: id, type: "rating", template: { maxRating } });
  const [one, alike, other] = [rating("a", 5), rating("b", 5), rating("c", 10)];
  expect(alike.value).toBe(one.value);
  expect([one, other].map(({ value }) => value.safeParse(7).success)).toEqual([false, true]);
});
