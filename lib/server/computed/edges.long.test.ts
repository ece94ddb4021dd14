/** Limits of computed fields, and formulas of hostile authors, through the API. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
type Body = any;

const text = { name: "Name", type: "single_line_text" };

async function good(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await server.call(method, path, body);
  expect([path, answer.body?.error?.message]).toEqual([path, undefined]);
  return answer.body;
}

/** Makes a database and returns its path. */
async function makeBase(...tables: object[]): Promise<string> {
  return `/bases/${(await good("POST", "/bases", { name: "Edges", tables })).id}`;
}

function post(table: string, name: string, formula: string) {
  return server.call("POST", `${table}/fields`, { name, type: "formula", template: { formula } });
}

async function valuesOf(table: string, name: string): Promise<unknown[]> {
  const { records } = await good("POST", `${table}/records/list`, {});
  return records.map(
    ({ fields, errors }: Body) => fields[name] ?? (errors ? Object.values(errors)[0] : null),
  );
}

function link(name: string, tableId: string) {
  return { name, type: "linked_record", template: { tableId } };
}

describe("limits", () => {
  test("64 formulas can form a chain, not 65", async () => {
    const formulas = Array.from({ length: 64 }, (_, index) => ({
      name: `F${index + 1}`,
      type: "formula",
      template: { formula: `{${index === 0 ? "N" : `F${index}`}} + 1` },
    }));
    const fields = [text, { name: "N", type: "number" }, ...formulas];
    const table = `${await makeBase({ name: "T", fields })}/tables/T`;
    await good("POST", `${table}/records`, { record: { N: 1 } });
    const { status, body } = await post(table, "F65", "{F64} + 1");
    expect([status, body.error.details[0].path]).toEqual([400, "template.formula"]);
    expect(await valuesOf(table, "F64")).toEqual([65]);
    // From the other side: a longer beginning makes all others too deep.
    const changed = await server.call("PATCH", `${table}/fields/F1`, {
      template: { formula: "ABS(ABS({N})) + 1" },
    });
    expect([changed.status, changed.body.error?.message]).toEqual([
      400,
      expect.stringContaining("would break the formula of"),
    ]);
    expect(await valuesOf(table, "F64")).toEqual([65]);
  });

  test("a table has at most 100 formulas; restored ones may exceed it", async () => {
    const base = await makeBase({
      name: "T",
      fields: [
        text,
        ...Array.from({ length: 100 }, (_, index) => ({
          name: `F${index}`,
          type: "formula",
          template: { formula: "1" },
        })),
      ],
    });
    const table = `${base}/tables/T`;
    const { status, body } = await post(table, "More", "1");
    expect([status, body.error.details[0].path]).toEqual([400, "type"]);
    await good("DELETE", `${table}/fields/F0`);
    expect((await post(table, "More", "1")).status).toBe(201);
    const { trash } = await good("GET", `${base}/trash`);
    await good("POST", `${base}/trash/${trash[0].id}/restore`);
    expect((await post(table, "Another", "1")).status).toBe(400);
  });

  test("a cycle through three tables is named", async () => {
    const base = await makeBase(
      { name: "A", fields: [text, link("B", "B")] },
      { name: "B", fields: [text, link("C", "C")] },
      { name: "C", fields: [text, link("A again", "A")] },
    );
    const at = (table: string) => `${base}/tables/${table}`;
    expect((await post(at("C"), "Cf", `"x"`)).status).toBe(201);
    expect((await post(at("B"), "Bf", `ARRAYJOIN({C.Cf})`)).status).toBe(201);
    expect((await post(at("A"), "Af", `ARRAYJOIN({B.Bf})`)).status).toBe(201);
    const formula = `ARRAYJOIN({A again.Af})`;
    const { status, body } = await server.call("PATCH", `${at("C")}/fields/Cf`, { template: { formula } });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("Cf → Af → Bf → Cf")]);
  });
});

test("constants are filtered, sorted, grouped and aggregated", async () => {
  const base = await makeBase({ name: "T", fields: [text] });
  const table = `${base}/tables/T`;
  await good("POST", `${table}/records/bulk`, { records: [{ Name: "a" }, { Name: "b" }] });
  for (const [formula, value] of [
    ["1", 1],
    ["99", 99],
    ["-2.5", -2.5],
    ["PI()", Number(Math.PI.toPrecision(15))],
    [`"a"`, "a"],
    ["TRUE", true],
    ["DATE(2026, 3, 29)", "2026-03-29"],
    [`DATETIME_PARSE("2026-03-29T00:30:00Z")`, "2026-03-29T00:30:00.000Z"],
  ] as const) {
    const { status, body } = await post(table, "Constant", formula);
    expect([formula, status]).toEqual([formula, 201]);
    for (const request of [
      { sort: [{ field: "Constant", direction: "desc" }] },
      { sort: [{ field: "Constant", direction: "asc" }], limit: 1 },
      { sort: [{ field: "Constant", direction: "asc" }], offset: 1 },
      { filter: { field: "Constant", equals: value } },
    ]) {
      const { records } = await good("POST", `${table}/records/list`, request);
      expect([formula, records[0].fields.Constant]).toEqual([formula, value]);
    }
    const { groups } = await good("POST", `${table}/records/aggregate`, {
      groupBy: [{ field: "Constant" }],
      aggregates: [{ field: "Constant", function: "count_unique" }],
    });
    expect(groups).toEqual([{ key: { [body.id]: value }, count: 2, values: [1] }]);
    await good("DELETE", `${table}/fields/Constant`);
  }
});

describe("names", () => {
  test("with dots, braces and backslashes are found, and kept through renames and copies", async () => {
    const base = await makeBase(
      { name: "People", fields: [text] },
      {
        name: "T",
        fields: [
          text,
          { name: "a}b", type: "number" },
          { name: "c\\d", type: "number" },
          { name: "Link.Name", type: "number" },
          link("Link", "People"),
        ],
      },
    );
    const table = `${base}/tables/T`;
    const ada = await good("POST", `${base}/tables/People/records`, { record: { Name: "Ada" } });
    await good("POST", `${table}/records`, {
      record: { "a}b": 1, "c\\d": 2, "Link.Name": 4, Link: [ada.id] },
    });
    expect((await post(table, "Sum", "{a\\}b} + {c\\\\d} + {Link.Name}")).status).toBe(201);
    expect(await valuesOf(table, "Sum")).toEqual([7]);
    await good("PATCH", `${table}/fields/a}b`, { name: "}.\\" });
    expect((await good("GET", `${table}/fields/Sum`)).template.formula).toContain("{}".replace("}", "\\}"));
    expect(await valuesOf(table, "Sum")).toEqual([7]);
    await good("PATCH", `${table}/fields/Link.Name`, { name: "Other" });
    const { template } = await good("GET", `${table}/fields/Sum`);
    expect(template.formula).toContain("{Other}");
    // What the server shows is read as the same formula again.
    await good("PATCH", `${table}/fields/Sum`, { template: { formula: template.formula } });
    expect(await valuesOf(table, "Sum")).toEqual([7]);
    await good("PATCH", table, { name: "Renamed" });
    expect(await valuesOf(`${base}/tables/Renamed`, "Sum")).toEqual([7]);
  });

  test("a new field with the name of a deleted one is another field", async () => {
    const base = await makeBase({ name: "T", fields: [text, { name: "N", type: "number" }] });
    const table = `${base}/tables/T`;
    await good("POST", `${table}/records`, { record: { N: 1 } });
    await post(table, "F", "{N} + 1");
    await good("DELETE", `${table}/fields/N`);
    await good("POST", `${table}/fields`, { name: "N", type: "number" });
    expect(await valuesOf(table, "F")).toEqual(["REF"]);
    const { template } = await good("GET", `${table}/fields/F`);
    // Its own name would mean the new field.
    expect(template.formula).toMatch(/^\{f\w{10}\} \+ 1$/);
    await good("PATCH", `${table}/fields/F`, { template: { formula: "{N} + 1" } });
    expect(await valuesOf(table, "F")).toEqual([1]);
  });
});

describe("a primary formula", () => {
  test("names records, and gives a text, number or date", async () => {
    const base = await makeBase(
      {
        name: "People",
        fields: [
          { name: "Full", type: "formula", template: { formula: `"No. " & AUTONUMBER()` } },
          { name: "No", type: "autonumber" },
        ],
      },
      { name: "Jobs", fields: [text, link("Who", "People")] },
    );
    const people = `${base}/tables/People`;
    const ada = await good("POST", `${people}/records`, { record: {} });
    expect(ada.fields.Full).toBe("No. 1");
    await good("POST", `${base}/tables/Jobs/records`, { record: { Who: [ada.id] } });
    await post(`${base}/tables/Jobs`, "Names", `ARRAYJOIN({Who}) & "!"`);
    expect(await valuesOf(`${base}/tables/Jobs`, "Names")).toEqual(["No. 1!"]);
    for (const formula of ["TRUE", "{Jobs}"]) {
      const { status, body } = await server.call("PATCH", `${people}/fields/Full`, { template: { formula } });
      expect([status, body.error.details[0].path]).toEqual([400, "template.formula"]);
    }
    const found = await good("POST", `${base}/tables/Jobs/records/list`, { search: "no. 1" });
    expect(found.records).toHaveLength(1);
  });
});

describe("hostile authors", () => {
  test("are refused or harmless, and others are served", async () => {
    const base = await makeBase({ name: "T", fields: [text, { name: "N", type: "number" }] });
    const table = `${base}/tables/T`;
    await good("POST", `${table}/records/bulk`, {
      records: Array.from({ length: 20 }, (_, n) => ({ N: n, Name: "a".repeat(2_000) })),
    });
    const attempts = [
      `){}"`,
      `"'; DROP TABLE \\"Record\\"; --"`,
      `{N'; DROP TABLE "Record"; --}`,
      `pg_sleep(10)`,
      `{N} + pg_sleep(10)`,
      `"$1" & '$2' & "?"`,
      `REPT(REPT("x", 100000), 100000)`,
      `REPT({Name}, 1000000000)`,
      `REGEX_MATCH({Name}, "(a*)*(a*)*(a*)*b")`,
      `REGEX_REPLACE({Name}, "((a+)+)+$", "$1$1")`,
      `REGEX_MATCH({Name}, "${"(".repeat(400)}")`,
      `REGEX_MATCH({Name}, "(?:a{0,255}){0,255}b")`,
      `10 ^ {N} ^ 1000`,
      `{N} ^ 0.5 ^ 1e300`,
      `EXP(EXP(EXP({N})))`,
      "(".repeat(9_999),
      `${"-".repeat(9_999)}1`,
      `1${"+1".repeat(4_000)}`,
      `"${"x".repeat(9_997)}`,
      `"\u0000"`,
      `CHAR(0)`,
      `CHAR({N} - 1)`,
      `"\ud800"`,
      `CHAR(55296)`,
      `SUBSTITUTE({Name}, "a", {Name})`,
      `DATE(999999999, 1, 1)`,
      `DATEADD(TODAY(), 1e300, "years")`,
      `{id}`,
      `{__proto__}`,
      `constructor(1)`,
      `TEXT({N}, "${"#,".repeat(90)}")`,
    ];
    for (const formula of attempts) {
      const { status, body } = await post(table, "Attempt", formula);
      expect([formula.slice(0, 60), [201, 400, 503].includes(status)]).toEqual([formula.slice(0, 60), true]);
      if (status !== 201) continue;
      for (const request of [
        { limit: 20 },
        { sort: [{ field: body.id, direction: "desc" }], limit: 1 },
        { search: "zzz" },
      ]) {
        const listed = await server.call("POST", `${table}/records/list`, request);
        expect([
          formula.slice(0, 60),
          listed.status < 500 || listed.status === 503,
          listed.body.error?.message,
        ]).toEqual([formula.slice(0, 60), true, listed.status === 200 ? undefined : expect.any(String)]);
      }
      expect((await server.call("GET", `/bases`)).status).toBe(200);
      await good("DELETE", `${table}/fields/${body.id}`);
    }
  }, 240_000);
});

describe("copies", () => {
  test("of fields, tables and databases compute from their own fields", async () => {
    const base = await makeBase(
      { name: "Deals", fields: [text, { name: "Amount", type: "number" }, link("Company", "Companies")] },
      { name: "Companies", fields: [text] },
    );
    const at = (path: string) => `${base}/tables/${path}`;
    const acme = await good("POST", at("Companies/records"), { record: { Name: "Acme" } });
    await good("POST", at("Deals/records"), { record: { Amount: 2, Company: [acme.id] } });
    await post(at("Deals"), "Twice", "{Amount} * 2");
    await good("POST", at("Companies/fields"), {
      name: "Sum",
      type: "rollup",
      template: {
        linkFieldId: "Deals",
        targetFieldId: "Twice",
        function: "sum",
        filter: { field: "Twice", greater_than: 0 },
      },
    });
    await post(at("Companies"), "Tax", "{Sum} / 4 & ARRAYJOIN({Deals.Twice})");
    const copy = await good("POST", at("Companies/duplicate"), { name: "Copy", records: true });
    expect([...(await valuesOf(at(copy.id ?? "Copy"), "Sum"))]).toEqual([4]);
    const whole = await good("POST", `${base}/duplicate`, { name: "All again" });
    const other = `/bases/${whole.id}/tables`;
    expect(await valuesOf(`${other}/Companies`, "Tax")).toEqual(["14"]);
    const [deal] = (await good("POST", `${other}/Deals/records/list`, {})).records;
    await good("PATCH", `${other}/Deals/records/${deal.id}`, { record: { Amount: 10 } });
    expect(await valuesOf(`${other}/Companies`, "Tax")).toEqual(["520"]);
    expect(await valuesOf(at("Companies"), "Tax")).toEqual(["14"]);
  });
});
