import type { Record } from "../../lib/contract/records";
import { badRequestBody, errorBody } from "../api-client";
import { expect, test as withTable } from "./fixtures";

const test = withTable.extend<{
  /** Seven records of the table, in the order of their creation. */
  rows: Record[];
  /** The URL path of their list. */
  list: string;
}>({
  rows: async ({ api, place }, use) => {
    const records = Array.from({ length: 7 }, (_, index) => ({ Name: `row ${index}` }));
    await use((await api.post(`${place}/records/bulk`, { records })).body.records);
  },
  list: async ({ place }, use) => use(`${place}/records/list`),
});

test("all records, oldest first, with the total", async ({ api, rows, list }) => {
  const { status, body } = await api.post(list, {});
  expect(status).toBe(200);
  expect(body).toEqual({ records: rows, total: 7, hasMore: false, nextCursor: null });
});

test("no body equals an empty one", async ({ api, rows, list }) => {
  const { status, body } = await api.call(list, { method: "POST" });
  expect(status).toBe(200);
  expect(body).toEqual({ records: rows, total: 7, hasMore: false, nextCursor: null });
});

test("an empty table", async ({ api, list }) => {
  const { status, body } = await api.post(list, {});
  expect(status).toBe(200);
  expect(body).toEqual({ records: [], total: 0, hasMore: false, nextCursor: null });
});

for (const [given, from, to, hasMore] of [
  [{ limit: 3 }, 0, 3, true],
  [{ limit: 3, offset: 3 }, 3, 6, true],
  [{ limit: 3, offset: 6 }, 6, 7, false],
  [{ limit: 7 }, 0, 7, false],
  [{ limit: 2_000 }, 0, 7, false],
  [{ offset: 7 }, 7, 7, false],
  [{ offset: 9_007_199_254_740_991 }, 7, 7, false],
] as const) {
  test(`the page ${JSON.stringify(given)}`, async ({ api, rows, list }) => {
    const { status, body } = await api.post(list, given);
    expect(status).toBe(200);
    expect(body).toEqual({
      records: rows.slice(from, to),
      total: 7,
      hasMore,
      nextCursor: hasMore ? expect.any(String) : null,
    });
  });
}

test("the total can be omitted", async ({ api, rows, list }) => {
  const { body } = await api.post(list, { total: false, limit: 1 });
  expect(body).toEqual({
    records: rows.slice(0, 1),
    total: null,
    hasMore: true,
    nextCursor: expect.any(String),
  });
});

test("the default page has 500 records", async ({ api, place, list }) => {
  await api.post(`${place}/records/bulk`, { records: Array(501).fill({}) });
  const { body } = await api.post(list, {});
  expect([body.records.length, body.total, body.hasMore]).toEqual([500, 501, true]);
});

test("all pages together are complete, also while others write", async ({ api, place, rows, list }) => {
  const seen: Record[] = [];
  for (let hasMore = true; hasMore; ) {
    const { body } = await api.post(list, { limit: 2, offset: seen.length });
    seen.push(...body.records);
    hasMore = body.hasMore && seen.length < 7;
    await api.post(`${place}/records`, { record: { Name: "meanwhile" } });
  }
  expect(seen.slice(0, 7)).toEqual(rows);
});

test("only the given records, in list order", async ({ api, place, rows, list }) => {
  const ids = rows.map(({ id }) => id);
  const [first, , third] = rows as [Record, Record, Record];
  const recordIds = [third.id, first.id.toUpperCase(), third.id, "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23"];
  const { body } = await api.post(list, { recordIds });
  expect(body).toEqual({ records: [first, third], total: 2, hasMore: false, nextCursor: null });
  const filter = { field: "Name", does_not_equal: "row 0" };
  expect((await api.post(list, { recordIds, filter })).body.records).toEqual([third]);
  const query = new URLSearchParams({
    recordIds: JSON.stringify(recordIds),
    sort: '[{"field":"id","direction":"desc"}]',
  });
  expect((await api.get(`${place}/records?${query}`)).body.records).toEqual([third, first]);
  const page = await api.post(list, { recordIds: ids, limit: 3 });
  const rest = await api.post(list, { recordIds: ids, cursor: page.body.nextCursor });
  expect([...page.body.records, ...rest.body.records]).toEqual(rows);
  const other = await api.post(list, { recordIds, cursor: page.body.nextCursor });
  expect([other.status, other.body.error.details[0].path]).toEqual([400, "cursor"]);
});

test("the given records of a table with a field called id", async ({ api, base }) => {
  const place = `/bases/${base.id}/tables/Own`;
  await api.post(`/bases/${base.id}/tables`, {
    name: "Own",
    fields: [{ type: "single_line_text", name: "id" }],
  });
  const records = [{ id: "a" }, { id: "b" }];
  const { body } = await api.post(`${place}/records/bulk`, { records });
  const recordIds = [body.records[1].id];
  expect((await api.post(`${place}/records/list`, { recordIds })).body.records).toEqual([body.records[1]]);
  const filter = { field: "id", equals: "a" };
  expect((await api.post(`${place}/records/list`, { filter })).body.records).toEqual([body.records[0]]);
});

test("a change does not move a record", async ({ api, place, rows, list }) => {
  await api.patch(`${place}/records/${rows[0]?.id}`, { record: { Name: "changed" } });
  const { body } = await api.post(list, {});
  expect(body.records.map(({ id }: Record) => id)).toEqual(rows.map(({ id }) => id));
});

for (const [given, ...details] of [
  [null, ["body", "takes an object, not null"]],
  [[], ["body", "takes an object, not a list"]],
  [{ limit: 0 }, ["limit", "takes 1 or more, not 0"]],
  [{ limit: -1 }, ["limit", "takes 1 or more, not -1"]],
  [{ limit: 2_001 }, ["limit", "takes 2000 or less, not 2001"]],
  [{ limit: 1.5 }, ["limit", "takes a whole number, not 1.5"]],
  [{ limit: "10" }, ["limit", "takes a number, not text"]],
  [{ limit: null }, ["limit", "takes a number, not null"]],
  [{ offset: -1 }, ["offset", "takes 0 or more, not -1"]],
  [{ offset: "0" }, ["offset", "takes a number, not text"]],
  [{ total: "true" }, ["total", "takes true or false, not text"]],
  [{ total: 0 }, ["total", "takes true or false, not a number"]],
  [
    { where: {} },
    [
      "where",
      "is not a known key. Known keys: limit, offset, cursor, sort, filter, filters, timeZone, search, stack, recordIds, fields, viewId, config, total",
    ],
  ],
  [{ recordIds: [] }, ["recordIds", "takes at least one record"]],
  [{ recordIds: null }, ["recordIds", "takes a list, not null"]],
  [{ recordIds: ["row 1"] }, ["recordIds[0]", 'takes a record id, which is a UUID, not "row 1"']],
] as [unknown, ...[string, string][]][]) {
  test(`not by ${JSON.stringify(given)}`, async ({ api, list }) => {
    const { status, body } = await api.post(list, given);
    expect(status).toBe(400);
    expect(body).toEqual(badRequestBody(...details));
  });
}

test("not of an unknown table", async ({ api, base }) => {
  const { status, body } = await api.post(`/bases/${base.id}/tables/Nothing/records/list`, {});
  expect(status).toBe(404);
  expect(body).toEqual(errorBody("NOT_FOUND", 'There is no table "Nothing".'));
});
