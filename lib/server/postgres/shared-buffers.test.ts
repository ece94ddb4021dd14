import { expect, test } from "vitest";
import { sharedBuffers } from "./shared-buffers";

test("PostgreSQL gets an eighth of the memory, within bounds", () => {
  const gigabyte = 2 ** 30;
  expect([0.5, 1, 8, 16, 31, 256].map((size) => sharedBuffers(size * gigabyte))).toEqual([
    128, 128, 1_024, 2_048, 3_968, 4_096,
  ]);
  expect(sharedBuffers()).toBeGreaterThanOrEqual(128);
});
