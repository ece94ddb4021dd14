import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { Table } from "../../lib/contract/tables";
import { type ApiClient, badRequestBody, errorBody } from "../api-client";
import { long } from "../rounds";
import { expect, openedBase, test } from "./fixtures";

const text = { type: "single_line_text", name: "Name" };

test.describe("a database", () => {
  test("is renamed, and unchanged by an empty update", async ({ api, base }) => {
    const { status, body } = await api.patch<Base>(`/bases/${base.id}`, { name: "Sales" });
    expect(status).toBe(200);
    expect(body).toEqual({ ...base, name: "Sales", updatedAt: body.updatedAt });
    expect(body.updatedAt > base.updatedAt).toBe(true);
    for (const change of [{}, { name: "Sales" }]) {
      expect((await api.patch(`/bases/${base.id}`, change)).body).toEqual(body);
    }
    expect(await openedBase(api, base.id)).toEqual(body);
  });

  test("is deleted with its contents", async ({ api, base, place }) => {
    const answer = await remove(api, `/bases/${base.id}`);
    expect([answer.status, answer.body]).toEqual([200, { deleted: true }]);
    for (const path of [`/bases/${base.id}`, place, `${place}/fields`, `${place}/views`]) {
      expect((await api.get(path)).status).toBe(404);
    }
    expect((await remove(api, `/bases/${base.id}`)).body).toEqual(
      errorBody("NOT_FOUND", `There is no database "${base.id}".`),
    );
  });
});

test.describe("a table", () => {
  test("is renamed by id or by name", async ({ api, base, table, place }) => {
    const { body } = await api.patch<Table>(place, { name: "a/b %20 🙂" });
    expect(body).toEqual({ ...table, name: "a/b %20 🙂" });
    const byName = `/bases/${base.id}/tables/${encodeURIComponent("a/b %20 🙂")}`;
    expect((await api.patch(byName, {})).body).toEqual(body);
    expect((await api.patch(byName, { name: "T" })).body.name).toBe("T");
  });

  test("has a unique name among the tables", async ({ api, base, place }) => {
    await api.post(`/bases/${base.id}/tables`, { name: "Taken", fields: [text] });
    const message = 'is taken: this database has a table "Taken" already';
    const { status, body } = await api.patch(place, { name: "Taken", order: 1 });
    expect(status).toBe(409);
    expect(body).toEqual(errorBody("CONFLICT", `name ${message}.`, [{ path: "name", message }]));
    expect((await api.get(place)).body.order).toBe(0);
    expect((await api.patch(place, { name: "taken" })).status).toBe(200);
  });

  for (const [order, names] of [
    [0, "BACD"],
    [2, "ACBD"],
    [3, "ACDB"],
    [99, "ACDB"],
    [-1, "BACD"],
  ] as const) {
    test(`moves to ${order} among the others`, async ({ api, base }) => {
      const tables = `/bases/${base.id}/tables`;
      for (const name of "ABCD") await api.post(tables, { name, fields: [text] });
      const { body } = await api.patch<Table>(`${tables}/B`, { order });
      expect(body.order).toBe(names.indexOf("B"));
      expect(await orderIn(api, base)).toEqual([...names].map((name, index) => [name, index]));
    });
  }

  test("leaves no gap when deleted, and frees its name", long, async ({ api, base }) => {
    const tables = `/bases/${base.id}/tables`;
    for (const name of "ABC") await api.post(tables, { name, fields: [text] });
    expect((await remove(api, `${tables}/B`)).body).toEqual({ deleted: true });
    expect(await orderIn(api, base)).toEqual([
      ["A", 0],
      ["C", 1],
    ]);
    expect((await api.post(tables, { name: "B", fields: [text] })).body.order).toBe(2);
    expect((await remove(api, `${tables}/Never`)).status).toBe(404);
  });

  test("is deleted with the links to it; lookups through them are in error", async ({ api, base }) => {
    const tables = `/bases/${base.id}/tables`;
    await api.post(tables, { name: "People", fields: [text] });
    const looked = { linkFieldId: "Owner", targetFieldId: "Name" };
    await api.post(tables, {
      name: "Jobs",
      fields: [
        text,
        { type: "linked_record", name: "Owner", template: { tableId: "People" } },
        { type: "lookup", name: "Owner name", template: looked },
        { type: "number", name: "Pay" },
      ],
    });
    expect((await remove(api, `${tables}/People`)).status).toBe(200);
    const { body } = await api.get<Table>(`${tables}/Jobs`);
    expect(body.fields.map(({ name, order }) => [name, order])).toEqual([
      ["Name", 0],
      ["Owner name", 1],
      ["Pay", 2],
    ]);
    const { body: record } = await api.post(`${tables}/Jobs/records`, { record: { Name: "x" } });
    expect([record.fields["Owner name"], Object.values(record.errors)]).toEqual([null, ["REF"]]);
    expect(body.views[0]?.config.orderedFieldIds).toEqual(body.fields.map(({ id }) => id));
  });

  for (const [change, ...details] of [
    [{ name: "" }, ["name", "cannot be empty"]],
    [{ order: "1" }, ["order", "takes a whole number, not text"]],
    [{ fields: [] }, ["fields", "is not a known key. Known keys: name, order"]],
  ] as [change: unknown, ...details: [string, string][]][]) {
    test(`is not changed by ${JSON.stringify(change)}`, async ({ api, place }) => {
      const { status, body } = await api.patch(place, change);
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
    });
  }
});

test.describe("tables that link to each other", () => {
  const link = (name: string, tableId: string) => ({ type: "linked_record", name, template: { tableId } });

  test("are created in one request, in any order", async ({ api }) => {
    const { status, body } = await api.post<Base>("/bases", {
      name: "Jobs",
      tables: [
        {
          name: "Jobs",
          fields: [
            text,
            { type: "lookup", name: "Emails", template: { linkFieldId: "People", targetFieldId: "Email" } },
            link("People", "People"),
            link("Parent", "Jobs"),
          ],
        },
        { name: "People", fields: [text, { type: "email", name: "Email" }, link("More", "Jobs")] },
      ],
    });
    expect(status).toBe(201);
    const [jobs, people] = body.tables as [Table, Table];
    expect(jobs.fields.map(({ name }) => name)).toEqual([
      "Name",
      "Emails",
      "People",
      "Parent",
      "Jobs",
      "People (1)",
    ]);
    expect(people.fields.map(({ name }) => name)).toEqual(["Name", "Email", "More", "Jobs"]);
    for (const table of [jobs, people]) {
      for (const field of table.fields.filter(({ type }) => type === "linked_record")) {
        const other = inverseOf(body, field);
        expect(other.template).toMatchObject({ tableId: table.id, inverseFieldId: field.id });
        expect(other.template.isInverse).toBe(!field.template.isInverse);
      }
    }
    expect(fieldOf(jobs, "Emails").template).toEqual({
      linkFieldId: fieldOf(jobs, "People").id,
      targetFieldId: fieldOf(people, "Email").id,
    });
    for (const { fields, views } of body.tables) {
      expect(views[0]?.config.orderedFieldIds).toEqual(fields.map(({ id }) => id));
    }
  });

  test("are created with all referenced tables, or not at all", long, async ({ api }) => {
    const name = `Nothing ${crypto.randomUUID()}`;
    const fields = [text, link("L", "Nowhere")];
    const { status, body } = await api.post("/bases", { name, tables: [{ name: "T", fields }] });
    expect(status).toBe(400);
    expect(body).toEqual(
      badRequestBody([
        "tables[0].fields[1].template.tableId",
        'takes the id or name of a table of this database; "Nowhere" is not one',
      ]),
    );
    const { body: bases } = await api.get<Base[]>("/bases");
    expect(bases.filter((each) => each.name === name)).toEqual([]);
  });

  test("belong to one database", async ({ api, table }) => {
    const { body: other } = await api.post<Base>("/bases", { name: "Other" });
    const fields = [text, link("L", table.id)];
    expect((await api.post(`/bases/${other.id}/tables`, { name: "T", fields })).status).toBe(400);
  });
});

async function orderIn(api: ApiClient, { id }: Base): Promise<[string, number][]> {
  const { body } = await api.get<{ tables: Table[] }>(`/bases/${id}/tables`);
  return body.tables.map(({ name, order }) => [name, order]);
}

function remove(api: ApiClient, path: string) {
  return api.call(path, { method: "DELETE" });
}

function fieldOf({ fields }: Table, name: string): Field {
  return fields.find((field) => field.name === name) as Field;
}

function inverseOf({ tables }: Base, { template }: Field): Field {
  return tables.flatMap(({ fields }) => fields).find(({ id }) => id === template.inverseFieldId) as Field;
}
