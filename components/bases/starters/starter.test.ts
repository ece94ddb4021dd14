import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { api } from "@/lib/client/api";
import { baseCreate } from "@/lib/contract/bases";
import { ApiError } from "@/lib/contract/errors";
import { viewCreate } from "@/lib/contract/views";
import { fieldType, isLink } from "@/lib/field-types";
import { starters } from ".";
import { airportsOf } from "./airports";
import { loadStarter, type Starter, type StarterProgress } from "./starter";

const airports = airportsOf(readFileSync("public/samples/airports.csv", "utf8"));
const neverAborted = new AbortController().signal;

const all: [name: string, starter: Starter][] = [["US airports", airports]];
for (const { name, load } of starters) {
  if (name !== "US airports") all.push([name, await load(neverAborted)]);
}

test.each(all)("%s has only values and views that its fields accept", (_, starter) => {
  const { tables } = baseCreate.parse({
    name: starter.name,
    tables: starter.tables.map(({ name, fields }) => ({ name, fields })),
  });
  for (const [at, { fields }] of tables.entries()) {
    const { records = [], views = [] } = starter.tables[at] ?? {};
    expect(records.length).toBeGreaterThan(0);
    const known = new Set(fields.map(({ name }) => name));
    for (const record of records) expect(Object.keys(record).filter((name) => !known.has(name))).toEqual([]);
    for (const { name, type, template } of fields) {
      if (type === "linked_record") continue;
      const shape = fieldType(type).value(template);
      const values = records.map((each) => each[name]).filter((value) => value != null);
      expect(values.filter((value) => !shape.safeParse(value).success)).toEqual([]);
      const labels = (template as { options?: { label: string }[] }).options?.map(({ label }) => label);
      if (labels) expect(values.flat().filter((value) => !labels.includes(value as string))).toEqual([]);
    }
    for (const view of views) {
      const { config } = viewCreate.parse(view);
      const named = [...(config.groups ?? []), ...(config.sorts ?? [])].map(({ fieldId }) => fieldId);
      expect(named.filter((name) => !known.has(name))).toEqual([]);
      // Link fields hold lists, which cannot be sorted or grouped.
      const grouped = fields.filter(({ name }) => named.includes(name));
      expect(grouped.filter(isLink)).toEqual([]);
    }
  }
});

test.each(all)("%s links only to records of later tables, by unique names", (_, { tables }) => {
  for (const [at, { fields, records }] of tables.entries()) {
    for (const { name, type, template } of fields) {
      if (type !== "linked_record") continue;
      const target = tables.slice(at + 1).find((each) => each.name === template?.tableId);
      const names = target?.records.map((record) => record[target.fields[0]?.name ?? ""]);
      expect(new Set(names).size).toBe(names?.length);
      expect(
        records.flatMap((record) => record[name] ?? []).filter((each) => !names?.includes(each)),
      ).toEqual([]);
    }
  }
});

test("the file holds 3,376 airports", () => {
  const [table] = airports.tables;
  expect(table?.records).toHaveLength(3376);
  expect(table?.records[0]).toEqual({
    IATA: "00M",
    Name: "Thigpen",
    City: "Bay Springs",
    State: "MS",
    Country: "USA",
    Latitude: "31.95376472",
    Longitude: "-89.23450472",
  });
});

test("unknown values of the source become empty cells", () => {
  const unknown = airports.tables[0]?.records.filter((each) => each.State === null) ?? [];
  expect(unknown).toHaveLength(12);
  expect(unknown.every((each) => each.City === null)).toBe(true);
});

test("a starter loads in calls of 2,000 records and reports each", async () => {
  const { call, sizes } = fakeApi();
  const reports: StarterProgress[] = [];
  const path = await loadStarter(airports, {
    call,
    onProgress: (one) => reports.push(one),
    signal: neverAborted,
  });
  expect(path).toBe("/database/base/Airports");
  expect(sizes).toEqual([2000, 1376]);
  expect(reports).toEqual([0, 2000, 3376].map((loaded) => ({ loaded, total: 3376, path })));
});

test("a failing call ends the load after the last report", async () => {
  const { call } = fakeApi({ failAt: 2 });
  const onProgress = vi.fn();
  await expect(loadStarter(airports, { call, onProgress, signal: neverAborted })).rejects.toThrow("down");
  expect(onProgress).toHaveBeenLastCalledWith({ loaded: 2000, total: 3376, path: "/database/base/Airports" });
});

test("a load can be stopped between two calls", async () => {
  const { call, sizes } = fakeApi();
  const stop = new AbortController();
  const onProgress = ({ loaded }: StarterProgress) => loaded > 0 && stop.abort();
  await expect(loadStarter(airports, { call, onProgress, signal: stop.signal })).rejects.toThrow("aborted");
  expect(sizes).toEqual([2000]);
});

/** A stand-in for the API that records the size of each bulk call. Ids are table names or indexes. */
function fakeApi({ failAt }: { failAt?: number } = {}) {
  const sizes: number[] = [];
  async function call(key: string, { body }: { body: { tables?: { name: string }[]; records?: unknown[] } }) {
    if (key === "POST /bases") {
      return { id: "base", tables: body.tables?.map(({ name }) => ({ id: name, name })) };
    }
    sizes.push(body.records?.length ?? 0);
    if (sizes.length === failAt) throw new ApiError("UNAVAILABLE", "down");
    return { records: body.records?.map((_, at) => ({ id: String(at) })) };
  }
  return { call: call as unknown as typeof api, sizes };
}
