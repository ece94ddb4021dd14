import { badRequestBody, errorBody, minted } from "../api-client";
import { expect, openedBase, openedTable, test } from "./fixtures";

test.describe("create a database", () => {
  test("with only a name", async ({ api, baseURL }) => {
    const { status, headers, body } = await api.post("/bases", { name: "Sales" });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: minted.databaseId,
      name: "Sales",
      tables: [],
      createdAt: minted.time,
      updatedAt: minted.time,
      url: `${baseURL}/database/${body.id}`,
    });
    expect(headers.get("Location")).toBe(`/api/v1/bases/${body.id}`);
    expect(await openedBase(api, body.id)).toEqual(body);
  });

  test("with its first tables, in the order given", async ({ api }) => {
    const fields = [{ type: "single_line_text", name: "Name" }];
    const { status, body } = await api.post("/bases", {
      name: "Sales",
      tables: [
        { name: "Deals", fields },
        { name: "Contacts", fields },
      ],
    });
    expect(status).toBe(201);
    expect(body.tables.map(({ name, order }: { name: string; order: number }) => [name, order])).toEqual([
      ["Deals", 0],
      ["Contacts", 1],
    ]);
    for (const table of body.tables) {
      expect(await openedTable(api, `/bases/${body.id}/tables/${table.id}`)).toEqual(table);
    }
  });

  test("with the name of another database", async ({ api }) => {
    const [first, second] = [
      await api.post("/bases", { name: "Twin" }),
      await api.post("/bases", { name: "Twin" }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.id).not.toBe(second.body.id);
  });

  const table = { name: "T", fields: [{ type: "single_line_text", name: "Name" }] };
  const failures: [body: unknown, ...details: [path: string, message: string][]][] = [
    [null, ["body", "takes an object, not null"]],
    [{}, ["name", "is required"]],
    [{ name: null }, ["name", "takes text, not null"]],
    [{ name: 5 }, ["name", "takes text, not a number"]],
    [{ name: "" }, ["name", "cannot be empty"]],
    [{ name: " " }, ["name", "cannot be only white space"]],
    [{ name: "Refused", tables: null }, ["tables", "takes a list, not null"]],
    [
      { name: "Refused", tables: [{}] },
      ["tables[0].name", "is required"],
      ["tables[0].fields", "is required"],
    ],
    [{ name: "Refused", tables: [table, table] }, ["tables[1].name", 'repeats "T"; names must be unique']],
    [{ name: "Refused", workspaceId: "w" }, ["workspaceId", "is not a known key. Known keys: name, tables"]],
  ];
  for (const [given, ...details] of failures) {
    test(`not from ${JSON.stringify(given).slice(0, 60)}`, async ({ api }) => {
      const { status, body } = await api.post("/bases", given);
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
      expect((await api.get<{ name: string }[]>("/bases")).body.map(({ name }) => name)).not.toContain(
        "Refused",
      );
    });
  }

  test("not in part: an error in the last table creates nothing", async ({ api }) => {
    const name = `Half ${crypto.randomUUID()}`;
    const answer = await api.post("/bases", { name, tables: [table, { name: "U", fields: [] }] });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      badRequestBody(["tables[1].fields", "takes at least one field, which becomes the primary field"]),
    );
    expect((await api.get<{ name: string }[]>("/bases")).body.map((base) => base.name)).not.toContain(name);
  });
});

test.describe("read databases", () => {
  test("all of them, oldest first, each with its tables", async ({ api, base, table }) => {
    const later = (await api.post("/bases", { name: "Later" })).body;
    const { status, body } = await api.get<{ id: string }[]>("/bases");
    expect(status).toBe(200);
    expect(body.find(({ id }) => id === base.id)).toEqual({
      ...base,
      tables: [table],
      updatedAt: minted.time,
    });
    const ids = body.map(({ id }) => id);
    expect(ids.indexOf(later.id)).toBeGreaterThan(ids.indexOf(base.id));
  });

  test("with a later updatedAt after a table is created", async ({ api, base }) => {
    await api.post(`/bases/${base.id}/tables`, { name: "T", fields: [{ type: "number", name: "N" }] });
    const { body } = await api.get(`/bases/${base.id}`);
    expect(body.createdAt).toBe(base.createdAt);
    expect(body.updatedAt > base.updatedAt).toBe(true);
  });

  for (const id of [
    "0000000000000000",
    "nonsense",
    "..%2F..",
    "%F0%9F%99%82",
    "'%20OR%20''='",
    "__proto__",
  ]) {
    test(`not the one called ${id}`, async ({ api }) => {
      const { status, body } = await api.get(`/bases/${id}`);
      expect(status).toBe(404);
      expect(body).toEqual(
        errorBody("NOT_FOUND", `There is no database ${JSON.stringify(decodeURIComponent(id))}.`),
      );
    });
  }
});
