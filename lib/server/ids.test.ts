import { expect, test, vi } from "vitest";
import { recordId } from "../contract/ids";
import { mintRecordId } from "./ids";

test("record ids are UUIDs v7, sort by creation and contain its time", () => {
  const before = Date.now();
  const minted = Array.from({ length: 5_000 }, mintRecordId);
  const after = Date.now();
  for (const { id, createdAt } of minted) {
    expect(recordId.parse(id)).toBe(id);
    expect(id[14]).toBe("7");
    expect(createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(createdAt.getTime()).toBeLessThanOrEqual(after);
  }
  const ids = minted.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("they keep rising while the clock goes back", () => {
  vi.useFakeTimers();
  const now = mintRecordId();
  vi.setSystemTime(Date.now() - 3_600_000);
  const later = Array.from({ length: 600 }, mintRecordId);
  vi.useRealTimers();
  const ids = [now, ...later].map(({ id }) => id);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
