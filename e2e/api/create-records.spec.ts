import type { Record } from "../../lib/contract/records";
import { badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { byId, contentsOf, emptyRecord, expect, fullRecord, test } from "./fixtures";

test.describe("create a record", () => {
  test("with every value, by name or by id", long, async ({ api, table, place }) => {
    for (const record of [fullRecord, byId(table, fullRecord)]) {
      const { status, headers, body } = await api.post<Record>(`${place}/records`, { record });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: minted.recordId,
        data: byId(table, fullRecord),
        fields: fullRecord,
        createdAt: minted.time,
        updatedAt: body.createdAt,
      });
      expect(headers.get("Location")).toBe(`/api/v1${place}/records/${body.id}`);
      expect((await api.get(`${place}/records/${body.id}`)).body).toEqual(body);
    }
  });

  test("without values: all fields are present and empty", async ({ api, table, place }) => {
    for (const record of [{}, { Name: null, Done: null }, { Done: false }]) {
      const { status, body } = await api.post<Record>(`${place}/records`, { record });
      expect(status).toBe(201);
      expect(body.fields).toEqual(emptyRecord);
      expect(body.data).toEqual(byId(table, emptyRecord));
    }
  });

  test("in a table addressed by name, also in Location", async ({ api, base }) => {
    const name = 'a/b 100 % "🙂"';
    const fields = [{ type: "single_line_text", name: "Name" }];
    await api.post(`/bases/${base.id}/tables`, { name, fields });
    const place = `/bases/${base.id}/tables/${encodeURIComponent(name)}/records`;
    const { status, headers, body } = await api.post(place, { record: { Name: "x" } });
    expect(status).toBe(201);
    const location = headers.get("Location") ?? "";
    expect(location).toBe(`/api/v1${place}/${body.id}`);
    expect((await api.get(location.slice("/api/v1".length))).body).toEqual(body);
  });

  test("once, with a new option, where a lookup reads another table", long, async ({ api, base, place }) => {
    const fields = [{ type: "single_line_text", name: "Name" }];
    const { body: people } = await api.post(`/bases/${base.id}/tables`, { name: "People", fields });
    await api.post(`${place}/fields`, {
      type: "linked_record",
      name: "Who",
      template: { tableId: "People" },
    });
    const template = { linkFieldId: "Who", targetFieldId: "Name" };
    await api.post(`${place}/fields`, { type: "lookup", name: "Whose", template });
    const { body: ada } = await api.post(`/bases/${base.id}/tables/${people.id}/records`, {
      record: { Name: "Ada" },
    });
    const write = async (method: string, path: string, body: object) => {
      const answer = await api.call(`${place}/records${path}?typecast=true`, { method, body });
      expect([answer.status, answer.body.error]).toEqual([
        method === "POST" && path === "" ? 201 : 200,
        undefined,
      ]);
      return answer.body;
    };
    const { id, fields: made } = await write("POST", "", { record: { Stage: "New 1", Who: [ada.id] } });
    expect(made).toMatchObject({ Stage: "New 1", Whose: ["Ada"] });
    const { records } = await write("POST", "/bulk", { records: [{ Stage: "New 2" }, { Stage: "New 3" }] });
    expect(records).toHaveLength(2);
    const upserted = await write("POST", "/bulk", {
      records: [{ Name: "x", Stage: "New 4" }],
      matchOn: ["Name"],
    });
    expect(upserted).toMatchObject({ created: 1, updated: 0 });
    const tag = (await api.call(`${place}/records/${id}`)).headers.get("ETag") ?? "";
    const patched = await api.call(`${place}/records/${id}?typecast=true`, {
      method: "PATCH",
      body: { record: { Stage: "New 5" } },
      headers: { "If-Match": tag },
    });
    expect([patched.status, patched.body.fields]).toMatchObject([200, { Stage: "New 5", Whose: ["Ada"] }]);
    await write("PUT", "/bulk", { records: [{ recordId: id, Stage: "New 6" }] });
    expect((await api.post(`${place}/records/list`, {})).body.total).toBe(4);
  });

  const failures: [given: unknown, ...details: [path: string, message: string][]][] = [
    [{}, ["record", "is required"]],
    [{ record: null }, ["record", "takes an object of field names or ids and their values"]],
    [{ record: [] }, ["record", "takes an object of field names or ids and their values"]],
    [{ record: {}, before: null }, ["before", "is not a known key. Known keys: record, after"]],
    [
      { record: { Amount: "x", Done: 1 } },
      ["record.Amount", 'takes a number, such as 12.5; "x" is not one'],
      ["record.Done", "takes true or false, not a number"],
    ],
  ];
  for (const [given, ...details] of failures) {
    test(`not from ${JSON.stringify(given)}`, async ({ api, base, place }) => {
      const before = await contentsOf(api, base);
      const { status, body } = await api.post(`${place}/records`, given);
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
      expect(await contentsOf(api, base)).toEqual(before);
    });
  }

  test("not in an unknown table or database", async ({ api, base, table }) => {
    for (const [path, missing] of [
      [`/bases/${base.id}/tables/Nothing`, 'table "Nothing"'],
      ["/bases/0123456789abcdef/tables/Nothing", 'database "0123456789abcdef"'],
    ]) {
      const { status, body } = await api.post(`${path}/records`, { record: {} });
      expect(status).toBe(404);
      expect(body).toEqual(errorBody("NOT_FOUND", `There is no ${missing}.`));
    }
    const { status } = await api.post(`/bases/0123456789abcdef/tables/${table.id}/records`, { record: {} });
    expect(status).toBe(404);
  });
});

test.describe("create many records", () => {
  test("returns them in the given order, which is the table's order", async ({ api, table, place }) => {
    const written = [{ Name: "c" }, fullRecord, {}, { Name: "a" }];
    const { status, headers, body } = await api.post(`${place}/records/bulk`, { records: written });
    expect(status).toBe(200);
    expect(headers.get("Location")).toBeNull();
    expect(body).toEqual({
      records: written.map((values) => ({
        id: minted.recordId,
        data: byId(table, { ...emptyRecord, ...values }),
        fields: { ...emptyRecord, ...values },
        createdAt: minted.time,
        updatedAt: minted.time,
      })),
    });
    const listed = await api.post(`${place}/records/list`, {});
    expect(listed.body.records).toEqual(body.records);
  });

  test("accepts 2,000 at once", async ({ api, place }) => {
    const written = Array.from({ length: 2_000 }, (_, index) => ({ Name: `row ${index}`, Amount: index }));
    const { status, body } = await api.post(`${place}/records/bulk`, { records: written });
    expect(status).toBe(200);
    expect(body.records.map(({ fields }: Record) => fields.Amount)).toEqual(
      written.map(({ Amount }) => Amount),
    );
    const ids = body.records.map(({ id }: Record) => id);
    expect(ids.toSorted()).toEqual(ids);
    const listed = await api.post(`${place}/records/list`, { limit: 2_000 });
    expect(listed.body).toEqual({ records: body.records, total: 2_000, hasMore: false, nextCursor: null });
  });

  test("stores nothing when one value is wrong, and names every wrong one", async ({ api, base, place }) => {
    const records: object[] = Array.from({ length: 20 }, () => ({ Name: "good" }));
    records[3] = { Amount: "x", Nobody: 1 };
    records[17] = { Email: "y" };
    const { status, body } = await api.post(`${place}/records/bulk`, { records });
    expect(status).toBe(400);
    const names = '"Name", "Notes", "Email", "Link", "Amount", "Price", "Done", "Stage", "Day"';
    expect(body).toEqual(
      badRequestBody(
        ["records[3].Amount", 'takes a number, such as 12.5; "x" is not one'],
        ["records[3].Nobody", `is not a field of this table; its fields are ${names}`],
        ["records[17].Email", 'takes an e-mail address such as ada@example.com; "y" is not one'],
      ),
    );
    expect(await contentsOf(api, base)).toMatchObject({ records: [{ records: [], total: 0 }] });
  });

  const notAnObject = "takes an object of field names or ids and their values";
  const failures: { [title: string]: [given: unknown, ...details: [path: string, message: string][]] } = {
    "from nothing": [{}, ["records", "is required"]],
    "from null": [{ records: null }, ["records", "takes a list, not null"]],
    "from an object": [{ records: { 0: {} } }, ["records", "takes a list, not an object"]],
    "from an empty list": [{ records: [] }, ["records", "takes at least one record"]],
    "from 2,001": [{ records: Array(2_001).fill({}) }, ["records", "takes at most 2,000 records"]],
    "from what is no object": [
      { records: [{}, null, [], "x"] },
      ["records[1]", notAnObject],
      ["records[2]", notAnObject],
      ["records[3]", notAnObject],
    ],
    "with an unknown key": [
      { records: [{}], upsert: true },
      ["upsert", "is not a known key. Known keys: records, matchOn"],
    ],
  };
  for (const [title, [given, ...details]] of Object.entries(failures)) {
    test(`not ${title}`, async ({ api, base, place }) => {
      const { status, body } = await api.post(`${place}/records/bulk`, given);
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
      expect(await contentsOf(api, base)).toMatchObject({ records: [{ records: [], total: 0 }] });
    });
  }
});
