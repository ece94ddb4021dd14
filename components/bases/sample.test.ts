import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import { tableCreate } from "@/lib/contract/tables";
import { fieldType } from "@/lib/field-types";
import { airportsOf, loadSample, type SampleProgress } from "./sample";

const sample = airportsOf(readFileSync("public/samples/airports.csv", "utf8"));

const neverAborted = new AbortController().signal;

test("the file holds 3,376 airports that a table of its fields takes", () => {
  const table = tableCreate.parse({ name: "Airports", fields: sample.fields });
  expect(sample.records).toHaveLength(3376);
  expect(sample.records[0]).toEqual({
    IATA: "00M",
    Name: "Thigpen",
    City: "Bay Springs",
    State: "MS",
    Country: "USA",
    Latitude: "31.95376472",
    Longitude: "-89.23450472",
  });
  for (const { name, type, template } of table.fields) {
    const shape = fieldType(type).value(template);
    const refused = sample.records.filter(
      (each) => each[name] !== null && !shape.safeParse(each[name]).success,
    );
    expect(refused).toEqual([]);
  }
});

test("what the source does not know is an empty cell", () => {
  const unknown = sample.records.filter((each) => each.State === null);
  expect(unknown).toHaveLength(12);
  expect(unknown.every((each) => each.City === null)).toBe(true);
});

test("it is loaded in calls of 2,000 records, and each is told", async () => {
  const { call, sizes } = fakeApi();
  const told: SampleProgress[] = [];
  const path = await loadSample(sample, { call, onProgress: (one) => told.push(one), signal: neverAborted });
  expect(path).toBe("/database/base/table");
  expect(sizes).toEqual([2000, 1376]);
  expect(told).toEqual([0, 2000, 3376].map((loaded) => ({ loaded, total: 3376, path })));
});

test("a call that fails ends it, with what was told before", async () => {
  const { call } = fakeApi({ failAt: 2 });
  const onProgress = vi.fn();
  await expect(loadSample(sample, { call, onProgress, signal: neverAborted })).rejects.toThrow("down");
  expect(onProgress).toHaveBeenLastCalledWith({ loaded: 2000, total: 3376, path: "/database/base/table" });
});

test("it can be stopped between two calls", async () => {
  const { call, sizes } = fakeApi();
  const stop = new AbortController();
  const onProgress = ({ loaded }: SampleProgress) => loaded > 0 && stop.abort();
  await expect(loadSample(sample, { call, onProgress, signal: stop.signal })).rejects.toThrow("aborted");
  expect(sizes).toEqual([2000]);
});

/** Answers as the API would, and keeps how many records each bulk call had. */
function fakeApi({ failAt }: { failAt?: number } = {}) {
  const sizes: number[] = [];
  async function call(key: string, { body }: { body: { records?: unknown[] } }) {
    if (key === "POST /bases") return { id: "base", tables: [{ id: "table" }] };
    sizes.push(body.records?.length ?? 0);
    if (sizes.length === failAt) throw new ApiError("UNAVAILABLE", "down");
    return { records: [] };
  }
  return { call: call as unknown as typeof api, sizes };
}
