/** Adds a field type, which takes one object and one registration, and uses it through the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type InProcess, startInProcess } from "../../e2e/in-process";
import { type FieldType, fieldTypes } from "../field-types";
import { defineFieldType } from "../field-types/field-type";

/** Temperatures, written in degrees Celsius such as `21.5 °C` and stored as a number. */
const temperature = defineFieldType({
  type: "temperature",
  label: "Temperature",
  description: "Degrees Celsius.",
  canBePrimary: true,
  storage: "number",
  empty: null,
  template: z.strictObject({ coldest: z.number().default(-273.15) }),
  value: ({ coldest }) =>
    z
      .string({ error: "takes a temperature as text" })
      .regex(/^-?\d+(\.\d+)? °C$/, { error: "takes a temperature such as 21.5 °C" })
      .refine((text) => Number.parseFloat(text) >= coldest, { error: `takes ${coldest} °C or more` }),
  store: (value) => Number.parseFloat(value),
  present: (stored: number) => `${stored} °C`,
  toText: (value) => value,
  fromText: (text) => (/^-?\d+(\.\d+)?( °C)?$/.test(text) ? `${Number.parseFloat(text)} °C` : undefined),
  display: (value) => value,
  look: { align: "end", editor: "text" },
  examples: [{ input: "21.5 °C", text: "21.5 °C" }],
  counterexamples: [{ input: 21.5 }, { input: "-300 °C" }],
});

// The only registration.
fieldTypes.set(temperature.type, temperature as unknown as FieldType);

let server: InProcess;
let base: string;
let table: string;

beforeAll(async () => {
  server = await startInProcess();
  const fields = [
    { name: "Outside", type: "temperature" },
    { name: "Inside", type: "temperature", template: { coldest: -20 } },
    { name: "Note", type: "single_line_text" },
  ];
  const { status, body } = await server.call("POST", "/bases", {
    name: "Weather",
    tables: [{ name: "Days", fields }],
  });
  expect(status).toBe(201);
  base = `/bases/${body.id}`;
  table = `${base}/tables/Days`;
});
afterAll(() => server.stop());

test("a field has its template with defaults", async () => {
  const { body } = await server.call("GET", table);
  expect(
    body.fields.map(({ type, template }: { type: string; template: object }) => [type, template]),
  ).toEqual([
    ["temperature", { coldest: -273.15 }],
    ["temperature", { coldest: -20 }],
    ["single_line_text", {}],
  ]);
  const { status, body: refused } = await server.call("POST", `${table}/fields`, {
    name: "Bad",
    type: "temperature",
    template: { coldest: "very" },
  });
  expect([status, refused.error.details]).toEqual([
    400,
    [{ path: "template.coldest", message: "takes a number, not text" }],
  ]);
});

test("a cell accepts its values and explains the format for others", async () => {
  const { status, body } = await server.call("POST", `${table}/records`, {
    record: { Outside: "-3.5 °C", Inside: null },
  });
  expect([status, body.fields]).toEqual([201, { Outside: "-3.5 °C", Inside: null, Note: null }]);
  const at = `${table}/records/${body.id}`;
  expect((await server.call("GET", at)).body).toEqual(body);
  const changed = await server.call("PATCH", at, { record: { Inside: "20 °C", Outside: null } });
  expect(changed.body.fields).toEqual({ Outside: null, Inside: "20 °C", Note: null });
  const refused = await server.call("PATCH", at, { record: { Outside: 5, Inside: "-21 °C" } });
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [
      { path: "record.Outside", message: "takes a temperature as text" },
      { path: "record.Inside", message: "takes -20 °C or more" },
    ],
  ]);
  await server.call("DELETE", at);
});

test("lists sort, filter, search and count its stored numbers", async () => {
  const temperatures = ["10 °C", "9 °C", "-40 °C", null];
  const records = temperatures.map((Outside) => ({ Outside }));
  expect((await server.call("POST", `${table}/records/bulk`, { records })).status).toBe(200);
  const list = async (asked: object) => {
    const { status, body } = await server.call("POST", `${table}/records/list`, asked);
    expect(status).toBe(200);
    return body.records.map(({ fields }: { fields: { Outside: unknown } }) => fields.Outside);
  };
  expect(await list({ sort: [{ field: "Outside" }] })).toEqual(["-40 °C", "9 °C", "10 °C", null]);
  expect(await list({ filter: { field: "Outside", greater_than: 9 } })).toEqual(["10 °C"]);
  expect(await list({ filter: { field: "Outside", is_empty: true } })).toEqual([null]);
  expect(await list({ search: "-40" })).toEqual(["-40 °C"]);
  const { body } = await server.call("POST", `${table}/records/aggregate`, {
    aggregates: [
      { field: "Outside", function: "min" },
      { field: "Outside", function: "count_filled" },
    ],
  });
  expect(body.groups).toMatchObject([{ count: 4, values: ["-40 °C", 3] }]);
});

test("upserts match records by it", async () => {
  const records = [{ Outside: "9.0 °C", Note: "matched" }, { Outside: "8 °C" }];
  const { body } = await server.call("POST", `${table}/records/bulk`, { records, matchOn: ["Outside"] });
  expect([body.created, body.updated, body.records[0].fields.Note]).toEqual([1, 1, "matched"]);
});

test("it converts from and to text", async () => {
  const note = await server.call("POST", `${table}/fields`, { name: "Written", type: "single_line_text" });
  const texts = ["7", "-1.5 °C", "cold"];
  await server.call("POST", `${table}/records/bulk`, { records: texts.map((Written) => ({ Written })) });
  const change = (type: string, more = {}) =>
    server.call("PATCH", `${table}/fields/${note.body.id}`, { type, ...more });
  expect((await change("temperature")).status).toBe(409);
  expect((await change("temperature", { allowLoss: true })).body.type).toBe("temperature");
  const written = async () => {
    const { body } = await server.call("POST", `${table}/records/list`, {});
    return body.records.slice(-3).map(({ fields }: { fields: { Written: unknown } }) => fields.Written);
  };
  expect(await written()).toEqual(["7 °C", "-1.5 °C", null]);
  expect((await change("single_line_text")).status).toBe(200);
  expect(await written()).toEqual(["7 °C", "-1.5 °C", null]);
});

test("an export writes its text", async () => {
  expect((await server.call("POST", `${table}/records`, { record: { Outside: "-7.5 °C" } })).status).toBe(
    201,
  );
  const query = new URLSearchParams({ fields: '["Outside","Inside"]', guard: "false", format: "csv" });
  const { status, body } = await server.call("GET", `${table}/records/export?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.split("\r\n")).toContain("-7.5 °C,");
});

test("both OpenAPI documents include it", async () => {
  const { body: ofApi } = await server.call("GET", "/openapi.json");
  expect(JSON.stringify(ofApi)).toContain('"temperature"');
  const { body: ofDatabase } = await server.call("GET", `${base}/openapi.json`);
  const text = JSON.stringify(ofDatabase);
  expect(text).toContain('"Outside"');
  expect(text).toContain("°C");
});
