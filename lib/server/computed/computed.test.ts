/** Formulas, rollups and counts through everything that a field goes through, by the API on a PostgreSQL of its own. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
type Body = any;

/** Companies with deals, and an amount, a stage, a day and a tick for each. */
class World {
  constructor(
    readonly base: string,
    readonly companies: string[],
    readonly deals: string[],
  ) {}

  static async make(): Promise<World> {
    const { body } = await server.call("POST", "/bases", {
      name: "Sales",
      tables: [
        {
          name: "Companies",
          fields: [
            { name: "Name", type: "single_line_text" },
            { name: "Discount", type: "percent" },
          ],
        },
        {
          name: "Deals",
          fields: [
            { name: "Title", type: "single_line_text" },
            { name: "Amount", type: "currency" },
            { name: "Units", type: "number" },
            {
              name: "Stage",
              type: "single_select",
              template: { options: [{ label: "Open" }, { label: "Won" }] },
            },
            {
              name: "Tags",
              type: "multiple_select",
              template: { options: [{ label: "a" }, { label: "b" }] },
            },
            { name: "Day", type: "date" },
            { name: "Paid", type: "checkbox" },
            { name: "Company", type: "linked_record", template: { tableId: "Companies" } },
          ],
        },
      ],
    });
    const base = `/bases/${body.id}`;
    const world = new World(base, [], []);
    world.companies.push(
      ...(await world.add("Companies", [
        { Name: "Acme", Discount: 0.1 },
        { Name: "Beta" },
        { Name: "Empty" },
      ])),
    );
    const [acme = "", beta = ""] = world.companies;
    world.deals.push(
      ...(await world.add("Deals", [
        {
          Title: "A1",
          Amount: 10.1,
          Units: 3,
          Stage: "Won",
          Tags: ["a", "b"],
          Day: "2026-01-31",
          Paid: true,
          Company: [acme],
        },
        { Title: "A2", Amount: 20.2, Units: 0, Stage: "Open", Day: "2026-02-28", Company: [acme] },
        { Title: "B1", Units: 5, Tags: ["b"], Paid: true, Company: [beta] },
        { Title: "None" },
      ])),
    );
    return world;
  }

  async add(table: string, records: object[]): Promise<string[]> {
    const { status, body } = await server.call("POST", `${this.base}/tables/${table}/records/bulk`, {
      records,
    });
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body.records.map(({ id }: { id: string }) => id);
  }

  field(table: string, name: string, type: string, template: object, query = "") {
    return server.call("POST", `${this.base}/tables/${table}/fields${query}`, { name, type, template });
  }

  async formula(table: string, name: string, formula: string, template: object = {}): Promise<Body> {
    const { status, body } = await this.field(table, name, "formula", { formula, ...template });
    expect([status, body.error?.message]).toEqual([201, undefined]);
    return body;
  }

  async rollup(name: string, fn: string, targetFieldId: string, template: object = {}): Promise<Body> {
    const { status, body } = await this.field("Companies", name, "rollup", {
      linkFieldId: "Deals",
      targetFieldId,
      function: fn,
      ...template,
    });
    expect([status, body.error?.message]).toEqual([201, undefined]);
    return body;
  }

  async list(table: string, request: object = {}): Promise<Body> {
    const { status, body } = await server.call("POST", `${this.base}/tables/${table}/records/list`, request);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body;
  }

  /** Values of a field in all records. */
  async values(table: string, name: string, request: object = {}): Promise<unknown[]> {
    const { records } = await this.list(table, request);
    return records.map(({ fields }: Body) => fields[name]);
  }
}

describe("formulas over the own record", () => {
  test("are computed in lists, single records, creates and updates", async () => {
    const world = await World.make();
    const field = await world.formula("Deals", "Total", "{Amount} * Units");
    expect(field.template).toMatchObject({ formula: "{Amount} * {Units}", resultType: "number" });
    expect(await world.values("Deals", "Total")).toEqual([30.3, 0, 0, 0]);
    const at = `${world.base}/tables/Deals/records`;
    expect((await server.call("GET", `${at}/${world.deals[0]}`)).body.fields.Total).toBe(30.3);
    const patched = await server.call("PATCH", `${at}/${world.deals[0]}`, { record: { Units: 4 } });
    expect([patched.body.fields.Total, patched.body.data[field.id]]).toEqual([40.4, 40.4]);
    const made = await server.call("POST", at, { record: { Title: "X", Amount: 2, Units: 2 } });
    expect(made.body.fields.Total).toBe(4);
    const bulk = await server.call("PUT", `${at}/bulk`, {
      records: world.deals.slice(0, 2).map((recordId) => ({ recordId, Units: 1 })),
    });
    expect(bulk.body.records.map(({ fields }: Body) => fields.Total)).toEqual([10.1, 20.2]);
    const refused = await server.call("PATCH", `${at}/${world.deals[0]}`, { record: { Total: 4 } });
    expect(refused.status).toBe(400);
  });

  test("filter, sort, group, aggregate and search like stored values", async () => {
    const world = await World.make();
    await world.formula("Deals", "Total", "{Amount} * {Units}");
    await world.formula("Deals", "Label", `{Title} & "-" & {Stage}`);
    await world.formula("Deals", "Late", `{Day} > DATE(2026, 2, 1)`);
    await world.formula("Deals", "Next", `DATEADD({Day}, 1, "days")`);
    await world.formula("Deals", "At", `DATEADD({Day}, 90, "minutes")`);
    const titles = (request: object) => world.values("Deals", "Title", request);
    expect(await titles({ filter: { field: "Total", greater_than: 5 } })).toEqual(["A1"]);
    expect(
      await titles({
        sort: [
          { field: "Total", direction: "desc" },
          { field: "Title", direction: "desc" },
        ],
      }),
    ).toEqual(["A1", "None", "B1", "A2"]);
    expect(await titles({ filter: { field: "Label", contains: "won" } })).toEqual(["A1"]);
    expect(await titles({ filter: { field: "Late", equals: true } })).toEqual(["A2"]);
    expect(await titles({ filter: { field: "Next", equals: "2026-03-01" } })).toEqual(["A2"]);
    expect(await world.values("Deals", "Next")).toEqual(["2026-02-01", "2026-03-01", null, null]);
    expect(await titles({ filter: { field: "At", less_than: "2026-02-01T00:00:00Z" } })).toEqual(["A1"]);
    expect(await titles({ sort: [{ field: "At", direction: "desc" }], limit: 2 })).toEqual(["A2", "A1"]);
    expect(await titles({ search: "a2-op" })).toEqual(["A2"]);
    expect(await titles({ search: "30.3" })).toEqual(["A1"]);
    const pages: unknown[] = [];
    for (let cursor: string | null = null, first = true; first || cursor; first = false) {
      const page: Body = await world.list("Deals", {
        limit: 1,
        sort: [{ field: "Total", direction: "asc" }],
        ...(cursor && { cursor }),
      });
      pages.push(page.records[0].fields.Title);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(["A2", "B1", "None", "A1"]);
    expect(await titles({ sort: [{ field: "Total", direction: "asc" }], offset: 3 })).toEqual(["A1"]);
    const { body } = await server.call("POST", `${world.base}/tables/Deals/records/aggregate`, {
      groupBy: [{ field: "Late" }],
      aggregates: [
        { field: "Total", function: "sum" },
        { field: "Label", function: "count_unique" },
        { field: "Next", function: "max" },
      ],
    });
    expect(body.groups.map(({ key, values }: Body) => [Object.values(key), values])).toEqual([
      [[false], [30.3, 3, "2026-02-01"]],
      [[true], [0, 1, "2026-03-01"]],
    ]);
  });

  test("errors are null, with their codes beside", async () => {
    const world = await World.make();
    const field = await world.formula("Deals", "Each", "{Amount} / {Units}");
    const { records } = await world.list("Deals");
    expect(records.map(({ fields }: Body) => fields.Each)).toEqual(
      [10.1 / 3, null, 0, null].map((each) => each && Number(each.toPrecision(15))),
    );
    expect(records.map(({ errors }: Body) => errors)).toEqual([
      undefined,
      { [field.id]: "DIV0" },
      undefined,
      { [field.id]: "DIV0" },
    ]);
    await world.formula("Deals", "Safe", "IFERROR({Each}, -1)");
    expect(await world.values("Deals", "Safe", { filter: { field: "Each", is_empty: true } })).toEqual([
      -1, -1,
    ]);
  });

  test("chains, renames, mistakes and cycles", async () => {
    const world = await World.make();
    await world.formula("Deals", "Total", "{Amount} * {Units}");
    const tax = await world.formula("Deals", "Tax", "{Total} * 0.2");
    expect(await world.values("Deals", "Tax")).toEqual([6.06, 0, 0, 0]);
    const at = `${world.base}/tables/Deals/fields`;
    await server.call("PATCH", `${at}/Total`, { name: "Sum.of}it" });
    const renamed = await server.call("GET", `${at}/${tax.id}`);
    expect(renamed.body.template.formula).toBe("{Sum.of\\}it} * 0.2");
    expect(await world.values("Deals", "Tax")).toEqual([6.06, 0, 0, 0]);
    const cycle = await server.call("PATCH", `${at}/Sum.of}it`, { template: { formula: "{Tax} + 1" } });
    expect([cycle.status, cycle.body.error.details]).toEqual([
      400,
      [
        {
          path: "template.formula",
          message: "would compute the field from itself: Sum.of}it → Tax → Sum.of}it",
        },
      ],
    ]);
    const wrong = await world.field("Deals", "Bad", "formula", { formula: "{Amonut} * 2" });
    expect(wrong.body.error.details[0]).toMatchObject({ path: "template.formula", start: 0, end: 8 });
    expect(wrong.body.error.details[0].message).toContain("Amount");
    expect(wrong.body.error.details[0].message).not.toContain("Bad");
    const typed = await world.field("Deals", "Bad", "formula", { formula: "{Amount} * {Title}" });
    expect(typed.status).toBe(400);
    expect(typed.body.error.details[0]).toMatchObject({ path: "template.formula", start: 11, end: 18 });
    const later = await server.call("PATCH", `${at}/${tax.id}`, {
      template: { formula: "{Amount} - {Title}" },
    });
    expect(later.body.error.details[0]).toMatchObject({ path: "template.formula", start: 11, end: 18 });
    const preview = await world.field(
      "Deals",
      "Double",
      "formula",
      { formula: "{Amount} * 2" },
      "?dryRun=true",
    );
    expect(preview.status).toBe(201);
    expect(preview.body.preview.map(({ value }: Body) => value)).toEqual([20.2, 40.4, 0, 0]);
  });
});

describe("constant texts above the limit", () => {
  test("are refused where they are, and others are not", async () => {
    const world = await World.make();
    const long = "x".repeat(9_000);
    const refused: [formula: string, text: string][] = [
      [`REPT("x", 1000000)`, `REPT("x", 1000000)`],
      [`REPT("x", 1e300)`, `REPT("x", 1e300)`],
      [`"${long}" & REPT("x", 99999)`, `"${long}" & REPT("x", 99999)`],
      [
        `"a" & "${long}" & REPT("x", 9 * 11000) & "b" & {Title}`,
        `"a" & "${long}" & REPT("x", 9 * 11000) & "b"`,
      ],
      [`IF({Paid}, "👍" & UPPER(REPT("ß", 60000)))`, `UPPER(REPT("ß", 60000))`],
      [`LEN( CONCAT(REPT("a", 60000), REPT("b", 60000)) )`, `CONCAT(REPT("a", 60000), REPT("b", 60000))`],
      [`REPT(REPT("x", 100001), 2)`, `REPT("x", 100001)`],
      [`TEXTJOIN(REPT("-", 60000), FALSE, 1, 2, 3)`, `TEXTJOIN(REPT("-", 60000), FALSE, 1, 2, 3)`],
      [
        `{Title} & SUBSTITUTE(REPT("a", 100000), "a", REPT("b", 100000))`,
        `SUBSTITUTE(REPT("a", 100000), "a", REPT("b", 100000))`,
      ],
      [`ENCODE_URL_COMPONENT(REPT("é", 20000))`, `ENCODE_URL_COMPONENT(REPT("é", 20000))`],
      [
        `REGEX_REPLACE(REPT("a", 100000), "", REPT("b", 100000))`,
        `REGEX_REPLACE(REPT("a", 100000), "", REPT("b", 100000))`,
      ],
    ];
    const message = "has a mistake: This text is too long. A text can have at most 100,000 characters";
    const field = await world.formula("Deals", "Text", "{Title}");
    const at = `${world.base}/tables/Deals/fields/${field.id}`;
    for (const [formula, text] of refused) {
      const start = formula.indexOf(text);
      const details = [{ path: "template.formula", message, start, end: start + text.length }];
      const created = await world.field("Deals", "New", "formula", { formula });
      expect([formula.slice(-60), created.status, created.body.error?.details]).toEqual([
        formula.slice(-60),
        400,
        details,
      ]);
      const changed = await server.call("PATCH", at, { template: { formula } });
      expect([changed.status, changed.body.error?.details]).toEqual([400, details]);
    }
    const taken: [formula: string, value: unknown][] = [
      [`LEN("${long}" & REPT("x", 91000))`, 100_000],
      [`LEN(REPT("👍", 100000))`, 100_000],
      [`REPT("x", -1)`, null],
      [`REPT({Title} & "x", 1000000)`, null],
      [`REPT("x", YEAR(NOW()) * 100)`, null],
      [`LEFT(RECORD_ID() & REPT("x", 99999), 0)`, null],
    ];
    for (const [formula, value] of taken) {
      const { status } = await server.call("PATCH", at, { template: { formula } });
      expect([formula.slice(-60), status]).toEqual([formula.slice(-60), 200]);
      expect((await world.values("Deals", "Text"))[0]).toEqual(value);
    }
  });

  test("are found however many literals surround them", async () => {
    const world = await World.make();
    const literals = Array.from({ length: 1_400 }, () => "1").join(",");
    const nested = (inner: string) => `${"CONCAT(".repeat(60)}${inner},${literals}${")".repeat(60)}`;
    expect((await world.field("Deals", "A", "formula", { formula: nested("2") })).status).toBe(201);
    const { status, body } = await world.field("Deals", "B", "formula", {
      formula: nested(`REPT("x", 100001)`),
    });
    expect([status, body.error.details[0].start]).toEqual([400, 60 * 7]);
  });
});

describe("rollups and counts", () => {
  test("aggregate the linked records", async () => {
    const world = await World.make();
    const expected: Record<string, [fn: string, target: string, values: unknown[], template?: object]> = {
      Sum: ["sum", "Amount", [30.3, 0, 0]],
      Average: ["average", "Amount", [15.15, null, null]],
      Median: ["median", "Amount", [15.15, null, null]],
      Min: ["min", "Amount", [10.1, null, null]],
      Max: ["max", "Day", ["2026-02-28", null, null]],
      Range: ["range", "Amount", [10.1, null, null]],
      Days: ["range", "Day", [28, null, null]],
      All: ["count", "Amount", [2, 1, 0]],
      Filled: ["count_filled", "Amount", [2, 0, 0]],
      Blank: ["count_empty", "Amount", [0, 1, 0]],
      Different: ["count_unique", "Stage", [2, 0, 0]],
      Part: ["percent_filled", "Tags", [0.5, 1, null]],
      AllPaid: ["and", "Paid", [false, true, false]],
      AnyPaid: ["or", "Paid", [true, true, false]],
      OddPaid: ["xor", "Paid", [true, true, false]],
      Joined: ["join", "Title", ["A1 + A2", "B1", null], { separator: " + " }],
      Tags: ["unique", "Tags", [["a", "b"], ["b"], []]],
      First: ["first", "Stage", ["Won", null, null]],
      Last: ["last", "Title", ["A2", "B1", null]],
      Earliest: ["earliest", "Day", ["2026-01-31", null, null]],
      Latest: ["latest", "Day", ["2026-02-28", null, null]],
      Won: ["sum", "Amount", [10.1, 0, 0], { filter: { field: "Stage", equals: "Won" } }],
    };
    for (const [name, [fn, target, , template]] of Object.entries(expected))
      await world.rollup(name, fn, target, template);
    await world.field("Companies", "Number", "count", { linkFieldId: "Deals" });
    await world.field("Companies", "Paid ones", "count", {
      linkFieldId: "Deals",
      filter: { field: "Paid", equals: true },
    });
    const { records } = await world.list("Companies");
    for (const [name, [, , values]] of Object.entries(expected)) {
      expect([name, records.map(({ fields }: Body) => fields[name])]).toEqual([name, values]);
    }
    expect(records.map(({ fields }: Body) => fields.Number)).toEqual([2, 1, 0]);
    expect(records.map(({ fields }: Body) => fields["Paid ones"])).toEqual([1, 1, 0]);
    const names = (request: object) => world.values("Companies", "Name", request);
    expect(await names({ filter: { field: "Sum", greater_than: 1 } })).toEqual(["Acme"]);
    expect(await names({ sort: [{ field: "Number", direction: "asc" }] })).toEqual(["Empty", "Beta", "Acme"]);
    expect(await names({ sort: [{ field: "Number", direction: "asc" }], offset: 2 })).toEqual(["Acme"]);
    expect(await names({ filter: { field: "Tags", contains: "B" } })).toEqual(["Acme", "Beta"]);
    expect(await names({ search: "A1 +" })).toEqual(["Acme"]);
    const refused = await world.field("Companies", "Bad", "rollup", {
      linkFieldId: "Deals",
      targetFieldId: "Title",
      function: "sum",
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe("template.function");
  });

  test("formulas read lists behind links, and computed fields read each other across tables", async () => {
    const world = await World.make();
    await world.formula("Deals", "Total", "{Amount} * {Units}");
    await world.rollup("Sum", "sum", "Total");
    await world.formula("Companies", "Net", "{Sum} * (1 - {Discount})");
    await world.formula("Companies", "Titles", `ARRAYJOIN({Deals.Title}, "/") & " " & COUNTA({Deals})`);
    expect(await world.values("Companies", "Net")).toEqual([27.27, 0, 0]);
    expect(await world.values("Companies", "Titles")).toEqual(["A1/A2 2", "B1 1", " 0"]);
    await world.field("Deals", "Net of company", "lookup", { linkFieldId: "Company", targetFieldId: "Net" });
    expect(await world.values("Deals", "Net of company")).toEqual([[27.27], [27.27], [0], []]);
    await world.formula("Deals", "Share", "{Total} / SUM({Net of company})");
    expect((await world.values("Deals", "Share"))[0]).toBe(1.11111111111111);
    const at = `${world.base}/tables/Deals/fields/Total`;
    const cycle = await server.call("PATCH", at, { template: { formula: "SUM({Net of company})" } });
    expect(cycle.body.error.message).toContain("Total → Net of company → Net → Sum → Total");
    expect(await world.values("Companies", "Name", { filter: { field: "Net", greater_than: 20 } })).toEqual([
      "Acme",
    ]);
    expect(
      await world.values("Deals", "Title", { filter: { field: "Net of company", contains: "27" } }),
    ).toEqual(["A1", "A2"]);
    expect(
      await world.values("Deals", "Title", { sort: [{ field: "Share", direction: "desc" }], limit: 1 }),
    ).toEqual(["A1"]);
  });
});

describe("fields in the trash", () => {
  test("make REF of what reads them, which heals when they are restored", async () => {
    const world = await World.make();
    await world.formula("Deals", "Total", "{Amount} * {Units}");
    const rollup = await world.rollup("Sum", "sum", "Total");
    const at = `${world.base}/tables/Deals/fields`;
    const rehearsed = await server.call("DELETE", `${at}/Amount?dryRun=true`);
    expect(rehearsed.body.dependents.map(({ name }: Body) => name).toSorted()).toEqual(["Sum", "Total"]);
    expect((await server.call("DELETE", `${at}/Amount`)).status).toBe(200);
    const deals = await world.list("Deals");
    expect(Object.values(deals.records[0].errors)).toEqual(["REF"]);
    const companies = await world.list("Companies");
    expect(companies.records[0].errors).toEqual({ [rollup.id]: "REF" });
    const shown = await server.call("GET", `${at}/Total`);
    expect(shown.body.template).toMatchObject({ formula: "{Amount} * {Units}", resultType: "number" });
    expect((await server.call("POST", `${world.base}/undo`)).status).toBe(200);
    expect(await world.values("Deals", "Total")).toEqual([30.3, 0, 0, 0]);
    expect(await world.values("Companies", "Sum")).toEqual([30.3, 0, 0]);
  });

  test("a changed type changes results, or makes them TYPE", async () => {
    const world = await World.make();
    await world.formula("Deals", "Copy", "{Units}");
    await world.formula("Deals", "Twice", "{Units} * 2");
    const at = `${world.base}/tables/Deals/fields`;
    const rehearsed = await server.call("PATCH", `${at}/Units?dryRun=true`, { type: "single_line_text" });
    expect(rehearsed.body.dependents.map(({ name }: Body) => name)).toEqual(["Twice"]);
    expect((await server.call("PATCH", `${at}/Units`, { type: "single_line_text" })).status).toBe(200);
    const { records } = await world.list("Deals");
    expect(records[0].fields.Copy).toBe("3");
    expect(Object.values(records[0].errors)).toEqual(["TYPE"]);
    expect((await server.call("POST", `${world.base}/undo`)).status).toBe(200);
    expect(await world.values("Deals", "Twice")).toEqual([6, 0, 10, 0]);
    expect(await world.values("Deals", "Copy")).toEqual([3, 0, 5, null]);
  });

  test("a computed field becomes a stored one with today's values, and back by undo", async () => {
    const world = await World.make();
    await world.formula("Deals", "Total", "{Amount} * {Units}");
    const at = `${world.base}/tables/Deals/fields/Total`;
    const changed = await server.call("PATCH", at, { type: "number" });
    expect([changed.status, changed.body.error?.message]).toEqual([200, undefined]);
    expect(await world.values("Deals", "Total")).toEqual([30.3, 0, 0, 0]);
    await server.call("PATCH", `${world.base}/tables/Deals/records/${world.deals[0]}`, {
      record: { Units: 9 },
    });
    expect((await world.values("Deals", "Total"))[0]).toBe(30.3);
    await server.call("POST", `${world.base}/undo`);
    const undone = await server.call("POST", `${world.base}/undo`);
    expect(undone.body.skipped).toEqual([]);
    expect((await server.call("GET", at)).body.type).toBe("formula");
    expect(await world.values("Deals", "Total")).toEqual([30.3, 0, 0, 0]);
  });
});
