import type { Table } from "../../lib/contract/tables";
import { fieldTypes } from "../../lib/field-types";
import { badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { contentsOf, everyType, expect, openedTable, test } from "./fixtures";

const text = { type: "single_line_text", name: "Name" };
const number = { type: "number", name: "Count" };
const known = [...fieldTypes.keys()].join(", ");
const able = [...fieldTypes.values()]
  .filter(({ canBePrimary }) => canBePrimary)
  .map(({ type }) => type)
  .join(", ");

test.describe("create a table", () => {
  test("with a field of every type", async ({ api, base, baseURL }) => {
    const { status, headers, body } = await api.post<Table>(`/bases/${base.id}/tables`, everyType);
    expect(status).toBe(201);
    expect(headers.get("Location")).toBe(`/api/v1/bases/${base.id}/tables/${body.id}`);
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    const options = [
      { value: minted.optionId, label: "Open", color: "purple" },
      { value: minted.optionId, label: "Shut", color: "orange" },
    ];
    const templates = [
      {},
      {},
      {},
      {},
      { decimalPlaces: 1, numberFormat: "local" },
      { currencySymbol: "$", decimalPlaces: 2, numberFormat: "local" },
      {},
      { options, disableColors: false },
      { dateFormat: "local" },
    ];
    expect(body).toEqual({
      id: minted.tableId,
      name: "Everything",
      order: 0,
      primaryFieldId: body.fields[0]?.id,
      fields: everyType.fields.map(({ type, name }, order) => ({
        id: minted.fieldId,
        name,
        type,
        template: templates[order],
        order,
      })),
      views: [
        {
          id: minted.viewId,
          name: "Grid view",
          type: "grid",
          config: {
            sorts: [],
            hiddenFieldIds: [],
            fieldWidths: {},
            orderedFieldIds: body.fields.map(({ id }) => id),
            filter: null,
            groups: [],
            rowHeight: 32,
            rowColor: null,
            frozenFieldCount: 1,
            isLocked: false,
          },
        },
      ],
      url: `${baseURL}/database/${base.id}/${body.id}`,
    });
    expect(await openedTable(api, `/bases/${base.id}/tables/${body.id}`)).toEqual(body);
    expect(await openedTable(api, headers.get("Location")?.replace("/api/v1", "") ?? "")).toEqual(body);
  });

  test("after the existing tables", async ({ api, base }) => {
    for (const [order, name] of ["B", "A", "C"].entries()) {
      const { body } = await api.post(`/bases/${base.id}/tables`, { name, fields: [text] });
      expect(body.order).toBe(order);
    }
    const { body } = await api.get(`/bases/${base.id}/tables`);
    expect(body.tables.map(({ name }: Table) => name)).toEqual(["B", "A", "C"]);
  });

  test("with a template, whose missing keys get defaults", async ({ api, base }) => {
    const options = [{ label: "A", color: "#0a0b0c" }, { label: "B" }, { value: "zzzz", label: "C" }];
    const { body } = await api.post<Table>(`/bases/${base.id}/tables`, {
      name: "T",
      fields: [
        { type: "number", name: "N", template: { decimalPlaces: 0 } },
        { type: "currency", name: "P", template: { currencySymbol: "€", numberFormat: "period_comma" } },
        { type: "single_select", name: "S", template: { options, disableColors: true } },
        { type: "date", name: "D", template: { dateFormat: "eu" } },
      ],
    });
    expect(body.fields.map(({ template }) => template)).toEqual([
      { decimalPlaces: 0, numberFormat: "local" },
      { currencySymbol: "€", decimalPlaces: 2, numberFormat: "period_comma" },
      {
        options: [
          { value: minted.optionId, label: "A", color: "#0a0b0c" },
          { value: minted.optionId, label: "B", color: "orange" },
          { value: "zzzz", label: "C", color: "blue" },
        ],
        disableColors: true,
      },
      { dateFormat: "eu" },
    ]);
  });

  test("with 500 fields, and a record in it", async ({ api, base }) => {
    const fields = Array.from({ length: 500 }, (_, index) => ({ ...text, name: `Field ${index}` }));
    const { status, body } = await api.post<Table>(`/bases/${base.id}/tables`, { name: "Wide", fields });
    expect(status).toBe(201);
    expect(body.fields.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
    const written = Object.fromEntries(fields.map(({ name }, index) => [name, `value ${index}`]));
    const created = await api.post(`/bases/${base.id}/tables/Wide/records`, { record: written });
    expect(created.status).toBe(201);
    expect(created.body.fields).toEqual(written);
  });

  test("of a name that another database has", async ({ api, base }) => {
    const other = (await api.post("/bases", { name: "Other" })).body;
    for (const { id } of [base, other]) {
      expect((await api.post(`/bases/${id}/tables`, { name: "T", fields: [text] })).status).toBe(201);
    }
  });

  test("not with a taken name, which changes nothing", async ({ api, base, table }) => {
    const before = await contentsOf(api, base);
    const { status, body } = await api.post(`/bases/${base.id}/tables`, { name: table.name, fields: [text] });
    expect(status).toBe(409);
    const message = `is taken: this database has a table "Everything" already`;
    expect(body).toEqual(errorBody("CONFLICT", `name ${message}.`, [{ path: "name", message }]));
    expect(await contentsOf(api, base)).toEqual(before);
  });

  test("beside one whose name differs in case, in white space or in how an accent is written", async ({
    api,
    base,
  }) => {
    for (const name of ["Café", "café", " Café", "Cafe\u0301", "Café ", "CAFÉ"]) {
      const { status, body } = await api.post(`/bases/${base.id}/tables`, { name, fields: [text] });
      expect(status).toBe(201);
      expect(body.name).toBe(name);
    }
  });
});

test.describe("a table is not created", () => {
  const failures: Record<string, [given: unknown, ...details: [path: string, message: string][]]> = {
    "from nothing": [{}, ["name", "is required"], ["fields", "is required"]],
    "from null": [null, ["body", "takes an object, not null"]],
    "from a list": [[], ["body", "takes an object, not a list"]],
    "from text": ["T", ["body", "takes an object, not text"]],
    "without a name": [{ fields: [text] }, ["name", "is required"]],
    "of the name null": [{ name: null, fields: [text] }, ["name", "takes text, not null"]],
    "of a number for a name": [{ name: 1, fields: [text] }, ["name", "takes text, not a number"]],
    "of an empty name": [{ name: "", fields: [text] }, ["name", "cannot be empty"]],
    "of a blank name": [{ name: " \t\u00a0", fields: [text] }, ["name", "cannot be only white space"]],
    "of the name .": [{ name: ".", fields: [text] }, ["name", "cannot be . or .. or __proto__"]],
    "of the name ..": [{ name: "..", fields: [text] }, ["name", "cannot be . or .. or __proto__"]],
    "of the name __proto__": [
      { name: "__proto__", fields: [text] },
      ["name", "cannot be . or .. or __proto__"],
    ],
    "of a name that is too long": [
      { name: "x".repeat(256), fields: [text] },
      ["name", "takes at most 255 characters"],
    ],
    "of too many emoji": [
      { name: "🙂".repeat(256), fields: [text] },
      ["name", "takes at most 255 characters"],
    ],
    "of a name with NUL": [
      { name: "a\0b", fields: [text] },
      ["name", "contains a NUL character, which cannot be stored"],
    ],
    "of a name with half a surrogate pair": [
      { name: "a\ud800", fields: [text] },
      ["name", "contains half of a surrogate pair, which is not valid text"],
    ],
    "without fields": [{ name: "T" }, ["fields", "is required"]],
    "with fields of null": [{ name: "T", fields: null }, ["fields", "takes a list, not null"]],
    "with fields that are no list": [
      { name: "T", fields: { 0: text } },
      ["fields", "takes a list, not an object"],
    ],
    "with empty fields": [
      { name: "T", fields: [] },
      ["fields", "takes at least one field, which becomes the primary field"],
    ],
    "with 501 fields": [
      { name: "T", fields: Array.from({ length: 501 }, (_, index) => ({ ...text, name: `${index}` })) },
      ["fields", "takes at most 500 fields"],
    ],
    "with a field that is text": [
      { name: "T", fields: ["Name"] },
      ["fields[0]", "takes an object, not text"],
    ],
    "with a field that is null": [
      { name: "T", fields: [text, null] },
      ["fields[1]", "takes an object, not null"],
    ],
    "with a field of no type": [{ name: "T", fields: [{ name: "A" }] }, ["fields[0].type", "is required"]],
    "with a field of no name": [
      { name: "T", fields: [{ type: "number" }] },
      ["fields[0].name", "is required"],
    ],
    "with a field of an unknown type": [
      { name: "T", fields: [text, { type: "text", name: "A" }] },
      ["fields[1].type", `takes one of ${known}`],
    ],
    "with a field of a type in capitals": [
      { name: "T", fields: [{ type: "NUMBER", name: "A" }] },
      ["fields[0].type", `takes one of ${known}`],
    ],
    "with a field of the type constructor": [
      { name: "T", fields: [{ type: "constructor", name: "A" }] },
      ["fields[0].type", `takes one of ${known}`],
    ],
    "with a field of an empty name": [
      { name: "T", fields: [text, { ...number, name: "" }] },
      ["fields[1].name", "cannot be empty"],
    ],
    "with a field of a name that is too long": [
      { name: "T", fields: [{ ...text, name: "🙂".repeat(256) }] },
      ["fields[0].name", "takes at most 255 characters"],
    ],
    "with a field of the name __proto__": [
      { name: "T", fields: [{ ...text, name: "__proto__" }] },
      ["fields[0].name", "cannot be . or .. or __proto__"],
    ],
    "with two fields of one name": [
      { name: "T", fields: [text, number, { ...number, name: "Name" }] },
      ["fields[2].name", 'repeats "Name"; names must be unique'],
    ],
    "with a first field that cannot be primary": [
      { name: "T", fields: [{ type: "checkbox", name: "Done" }, text] },
      [
        "fields[0].type",
        `cannot be checkbox: the first field becomes the primary field, whose type must be one of ${able}`,
      ],
    ],
    "with a template of null": [
      { name: "T", fields: [{ ...number, template: null }] },
      ["fields[0].template", "takes an object, not null"],
    ],
    "with a template that is a list": [
      { name: "T", fields: [{ ...text, template: [] }] },
      ["fields[0].template", "takes an object, not a list"],
    ],
    "with an unknown key in a template": [
      { name: "T", fields: [{ ...number, template: { decimals: 2 } }] },
      ["fields[0].template.decimals", "is not a known key. Known keys: decimalPlaces, numberFormat, default"],
    ],
    "with too many decimal places": [
      { name: "T", fields: [{ ...number, template: { decimalPlaces: 11 } }] },
      ["fields[0].template.decimalPlaces", "takes 10 or less, not 11"],
    ],
    "with half a decimal place": [
      { name: "T", fields: [{ ...number, template: { decimalPlaces: 0.5 } }] },
      ["fields[0].template.decimalPlaces", "takes a whole number, not 0.5"],
    ],
    "with an unknown format": [
      { name: "T", fields: [{ type: "date", name: "D", template: { dateFormat: "dd.mm.yyyy" } }] },
      ["fields[0].template.dateFormat", 'takes "local" or "iso" or "us" or "eu", not "dd.mm.yyyy"'],
    ],
    "with two options of one label": [
      {
        name: "T",
        fields: [{ type: "single_select", name: "S", template: { options: twice({ label: "A" }) } }],
      },
      ["fields[0].template.options[1].label", 'repeats that of an earlier option, "A"'],
    ],
    "with an option of an empty label": [
      { name: "T", fields: [{ type: "single_select", name: "S", template: { options: [{ label: "" }] } }] },
      ["fields[0].template.options[0].label", "cannot be empty"],
    ],
    "with an option of an unknown colour": [
      {
        name: "T",
        fields: [
          { type: "single_select", name: "S", template: { options: [{ label: "A", color: "ultraviolet" }] } },
        ],
      },
      [
        "fields[0].template.options[0].color",
        "takes one of the colours purple, orange, blue, gray, red, yellow, green, pink, lime, tangerine, emerald, sky, teal, indigo, cyan, violet, or #rrggbb",
      ],
    ],
    "with an unknown key": [
      { name: "T", fields: [text], views: [] },
      ["views", "is not a known key. Known keys: name, fields"],
    ],
    "with an unknown key in a field": [
      { name: "T", fields: [{ ...text, required: true }] },
      [
        "fields[0].required",
        "is not a known key. Known keys: isRequired, type, name, description, isUnique, template",
      ],
    ],
    "with several mistakes, each of which is said": [
      {
        name: 5,
        fields: [
          { type: "number", name: "" },
          { type: "nothing", name: "A" },
        ],
      },
      ["name", "takes text, not a number"],
      ["fields[0].name", "cannot be empty"],
      ["fields[1].type", `takes one of ${known}`],
    ],
  };

  for (const [title, [given, ...details]] of Object.entries(failures)) {
    test(title, async ({ api, base }) => {
      const before = await contentsOf(api, base);
      const { status, body } = await api.post(`/bases/${base.id}/tables`, given);
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
      expect(await contentsOf(api, base)).toEqual(before);
    });
  }

  test("in an unknown database", async ({ api }) => {
    const { status, body } = await api.post("/bases/0123456789abcdef/tables", { name: "T", fields: [text] });
    expect(status).toBe(404);
    expect(body).toEqual(errorBody("NOT_FOUND", 'There is no database "0123456789abcdef".'));
  });

  function twice<Value>(value: Value): Value[] {
    return [value, value];
  }
});

test.describe("a table is read", () => {
  test("in the list of its database", async ({ api, base, table }) => {
    const { status, body } = await api.get(`/bases/${base.id}/tables`);
    expect(status).toBe(200);
    expect(body).toEqual({ tables: [table] });
  });

  test("by its name, with any characters", long, async ({ api, base }) => {
    const names = [
      "Contacts",
      "a/b",
      "100 %",
      "%2F",
      "%",
      `"double" and 'single'`,
      "🙂 emoji",
      "a b+c&d=e?f#g;h",
      "back\\slash",
      "...",
      " around ",
      "list",
      "new\nline\ttab",
      "{tableId}",
      "constructor",
      '\'; DROP TABLE "Table"; --',
      "x".repeat(255),
      "🙂".repeat(255),
    ];
    for (const name of names) {
      const created = (await api.post<Table>(`/bases/${base.id}/tables`, { name, fields: [text] })).body;
      const found = await openedTable(api, `/bases/${base.id}/tables/${encodeURIComponent(name)}`);
      expect(found).toEqual(created);
      expect(found.name).toBe(name);
    }
  });

  test("by its id in preference to an equal name", async ({ api, base, table }) => {
    const namesake = (await api.post<Table>(`/bases/${base.id}/tables`, { name: table.id, fields: [text] }))
      .body;
    expect(await openedTable(api, `/bases/${base.id}/tables/${table.id}`)).toEqual(table);
    expect(await openedTable(api, `/bases/${base.id}/tables/${namesake.id}`)).toEqual(namesake);
  });

  test("by a name with a slash only in its own database", async ({ api, base }) => {
    const made = { name: "a/b", fields: [text] };
    await api.post(`/bases/${base.id}/tables`, made);
    const list = (database: string, table: string) =>
      api.post(`/bases/${database}/tables/${table}/records/list`, {});
    expect((await list(base.id, "a%2Fb")).status).toBe(200);
    // Another URL, as the encoded slash is elsewhere.
    expect((await list(`${base.id}%2Fa`, "b")).status).toBe(404);
  });

  const absent: Record<
    string,
    (ids: { base: string; table: string; other: string }) => [path: string, what: string]
  > = {
    "an unknown id": ({ base }) => [`/bases/${base}/tables/t1111111111`, 'table "t1111111111"'],
    "an unknown name": ({ base }) => [`/bases/${base}/tables/Nothing`, 'table "Nothing"'],
    "its name in other letters": ({ base }) => [`/bases/${base}/tables/everything`, 'table "everything"'],
    "a part of its name": ({ base }) => [`/bases/${base}/tables/Every%25`, 'table "Every%"'],
    "another database": ({ table, other }) => [`/bases/${other}/tables/${table}`, "table"],
    "its name in another database": ({ other }) => [
      `/bases/${other}/tables/Everything`,
      'table "Everything"',
    ],
    "a database that is not there": ({ table }) => [
      `/bases/0123456789abcdef/tables/${table}`,
      'database "0123456789abcdef"',
    ],
  };
  for (const [title, at] of Object.entries(absent)) {
    test(`not under ${title}`, async ({ api, base, table }) => {
      const other = (await api.post("/bases", { name: "Other" })).body;
      const [path, what] = at({ base: base.id, table: table.id, other: other.id });
      const { status, body } = await api.get(path);
      expect(status).toBe(404);
      const named = what === "table" ? `table "${table.id}"` : what;
      expect(body).toEqual(errorBody("NOT_FOUND", `There is no ${named}.`));
    });
  }
});
