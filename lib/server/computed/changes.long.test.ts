/** Undo, redo, trash, changes of types and views of computed fields. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { type Body, tableCalls } from "../../../e2e/table-calls";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

const { good, add, make, values } = tableCalls(() => server);

/** Companies with deals. */
async function makeSales() {
  const { id } = await good("POST", "/bases", {
    name: "Sales",
    tables: [
      { name: "Companies", fields: [{ name: "Name", type: "single_line_text" }] },
      {
        name: "Deals",
        fields: [
          { name: "Title", type: "single_line_text" },
          { name: "Amount", type: "number" },
          { name: "Day", type: "date" },
          { name: "Company", type: "linked_record", template: { tableId: "Companies" } },
        ],
      },
    ],
  });
  const base = `/bases/${id}`;
  const [companies, deals] = [`${base}/tables/Companies`, `${base}/tables/Deals`];
  const [acme, beta] = await add(companies, { Name: "Acme" }, { Name: "Beta" }, { Name: "None" });
  const dealIds = await add(
    deals,
    { Title: "a1", Amount: 1.5, Day: "2026-01-31", Company: [acme] },
    { Title: "a2", Amount: 20, Day: "2026-02-28", Company: [acme] },
    { Title: "b1", Amount: 300, Company: [beta] },
  );
  return { base, companies, deals, dealIds };
}

/** A change, and what is true after it. */
interface Step {
  readonly change: () => Promise<unknown>;
  readonly state: () => Promise<void>;
}

/** Makes changes, undoes all of them and redoes them, and expects each state every time. */
async function expectEachState(base: string, first: () => Promise<void>, steps: readonly Step[]) {
  const states = [first, ...steps.map(({ state }) => state)];
  await first();
  for (const { change, state } of steps) {
    await change();
    await state();
  }
  for (let round = 1; round <= 2; round++) {
    for (const state of states.slice(0, -1).toReversed()) {
      expect((await good("POST", `${base}/undo`)).skipped).toEqual([]);
      await state();
    }
    for (const state of states.slice(1)) {
      expect((await good("POST", `${base}/redo`)).skipped).toEqual([]);
      await state();
    }
  }
}

describe("undo and redo", () => {
  test("of a formula, its format, its name and its deletion", async () => {
    const { base, deals } = await makeSales();
    const field = () => server.call("GET", `${deals}/fields/Result`);
    const patch = (template: object) => () => good("PATCH", `${deals}/fields/Result`, { template });
    const isGone = async () => expect((await field()).status).toBe(404);
    const is = (template: object, results: unknown[]) => async () => {
      expect((await field()).body.template).toMatchObject(template);
      expect(await values(deals, "Result")).toEqual(results);
      expect(await values(deals, "Reader")).toEqual(results.map((each) => `${each}!`));
    };
    const created = is({ formula: "{Amount} * 2", resultType: "number" }, [3, 40, 600]);
    await expectEachState(base, isGone, [
      { change: () => make(deals, "Result", "formula", { formula: "{Amount} * 2" }), state: async () => {} },
      { change: () => make(deals, "Reader", "formula", { formula: `{Result} & "!"` }), state: created },
      {
        change: patch({ showAs: "currency", decimalPlaces: 1 }),
        state: is({ showAs: "currency", decimalPlaces: 1 }, [3, 40, 600]),
      },
      {
        change: patch({ formula: `{Title} & "?"` }),
        state: is({ formula: `{Title} & "?"`, resultType: "text", showAs: "currency" }, [
          "a1?",
          "a2?",
          "b1?",
        ]),
      },
      {
        change: () => good("DELETE", `${deals}/fields/Result`),
        state: async () => {
          await isGone();
          expect(await values(deals, "Reader")).toEqual(["REF", "REF", "REF"]);
        },
      },
    ]);
  });

  test("of a rollup, its function, its filter, its target and its deletion", async () => {
    const { base, companies, deals } = await makeSales();
    const field = () => server.call("GET", `${companies}/fields/Result`);
    const patch = (template: object) => () => good("PATCH", `${companies}/fields/Result`, { template });
    const isGone = async () => expect((await field()).status).toBe(404);
    const is = (resultType: string, results: unknown[]) => async () => {
      expect((await field()).body.template.resultType).toBe(resultType);
      expect(await values(companies, "Result")).toEqual(results);
    };
    const large = { field: "Amount", greater_than: 10 };
    await expectEachState(base, isGone, [
      {
        change: () =>
          make(companies, "Result", "rollup", {
            linkFieldId: "Deals",
            targetFieldId: "Amount",
            function: "sum",
          }),
        state: is("number", [21.5, 300, 0]),
      },
      { change: patch({ function: "max" }), state: is("number", [20, 300, null]) },
      { change: patch({ function: "unique" }), state: is("list", [[1.5, 20], [300], []]) },
      { change: patch({ filter: large }), state: is("list", [[20], [300], []]) },
      { change: patch({ function: "join", targetFieldId: "Title" }), state: is("text", ["a2", "b1", null]) },
      { change: patch({ filter: null, separator: "/" }), state: is("text", ["a1/a2", "b1", null]) },
      {
        change: patch({ function: "latest", targetFieldId: "Day" }),
        state: is("date", ["2026-02-28", null, null]),
      },
      { change: () => good("DELETE", `${companies}/fields/Result`), state: isGone },
    ]);
    expect(await values(deals, "Amount")).toEqual([1.5, 20, 300]);
  });

  test("of a count, its filter, its name and its deletion", async () => {
    const { base, companies } = await makeSales();
    const isGone = async () => {
      for (const name of ["Number", "Large ones"])
        expect((await server.call("GET", `${companies}/fields/${name}`)).status).toBe(404);
    };
    const is = (name: string, results: unknown[]) => async () =>
      expect(await values(companies, name)).toEqual(results);
    const filter = { field: "Amount", greater_than: 10 };
    await expectEachState(base, isGone, [
      {
        change: () => make(companies, "Number", "count", { linkFieldId: "Deals" }),
        state: is("Number", [2, 1, 0]),
      },
      {
        change: () => good("PATCH", `${companies}/fields/Number`, { template: { filter } }),
        state: is("Number", [1, 1, 0]),
      },
      {
        change: () => good("PATCH", `${companies}/fields/Number`, { name: "Large ones" }),
        state: is("Large ones", [1, 1, 0]),
      },
      { change: () => good("DELETE", `${companies}/fields/Large%20ones`), state: isGone },
    ]);
  });
});

test("a deleted table makes REF of what reads it, and a restore heals it", async () => {
  const { base, companies, deals, dealIds } = await makeSales();
  await make(deals, "Double", "formula", { formula: "{Amount} * 2" });
  await make(companies, "Sum", "rollup", { linkFieldId: "Deals", targetFieldId: "Double", function: "sum" });
  await make(companies, "Number", "count", { linkFieldId: "Deals" });
  await make(companies, "Text", "formula", { formula: `ARRAYJOIN({Deals}) & {Sum}` });
  const { views } = await good("GET", `${companies}/views`);
  const by = { sort: [{ field: "Sum", direction: "desc" }] };
  const computed = async () => [
    await values(companies, "Sum"),
    await values(companies, "Number"),
    await values(companies, "Text"),
  ];
  const before = [
    [43, 600, 0],
    [2, 1, 0],
    ["a1, a243", "b1600", "0"],
  ];
  expect(await computed()).toEqual(before);
  const ref = ["REF", "REF", "REF"];
  const bringBack = [
    () => good("POST", `${base}/undo`),
    async () => {
      const { trash } = await good("GET", `${base}/trash`);
      const { id } = trash.find(({ kind }: Body) => kind === "table");
      return good("POST", `${base}/trash/${id}/restore`);
    },
  ];
  for (const restore of bringBack) {
    await good("DELETE", deals);
    expect(await computed()).toEqual([ref, ref, ref]);
    expect(await values(companies, "Name", by)).toHaveLength(3);
    expect(await values(companies, "Name", { search: "Acme" })).toEqual(["Acme"]);
    await good("POST", `${companies}/records/list`, { viewId: views[0].id });
    await restore();
    expect(await computed()).toEqual(before);
    expect(await values(companies, "Name", by)).toEqual(["Beta", "Acme", "None"]);
  }
  await good("PATCH", `${deals}/records/${dealIds[2]}`, { record: { Amount: 1 } });
  expect(await values(companies, "Sum")).toEqual([43, 2, 0]);
});

describe("a computed field that becomes a stored one", () => {
  function isEmpty(value: unknown): boolean {
    return value === null || value === false || (Array.isArray(value) && value.length === 0);
  }

  /** Expects what each type makes of the values, which is null where a value is lost, and that undo brings them back. */
  async function expectConversions(
    table: string,
    base: string,
    made: Body,
    expected: Record<string, unknown[]>,
  ) {
    const field = `${table}/fields/${made.id}`;
    const today = await values(table, made.name);
    for (const [type, results] of Object.entries(expected)) {
      const isLossy = results.some((each, index) => each === null && !isEmpty(today[index]));
      const rehearsed = await server.call("PATCH", `${field}?dryRun=true`, { type });
      expect([type, rehearsed.body.lost > 0]).toEqual([type, isLossy]);
      if (isLossy) {
        const refused = await server.call("PATCH", field, { type });
        expect([type, refused.status]).toEqual([type, 409]);
      }
      const changed = await good("PATCH", field, { type, allowLoss: isLossy });
      expect(changed.type).toBe(type);
      const { records } = await good("POST", `${table}/records/list`, {});
      expect([type, records.map(({ fields }: Body) => fields[made.name])]).toEqual([type, results]);
      expect((await good("POST", `${base}/undo`)).skipped).toEqual([]);
      const { type: back, template } = await good("GET", field);
      expect([type, back, template]).toEqual([type, made.type, made.template]);
      expect([type, await values(table, made.name)]).toEqual([type, today]);
      expect((await good("POST", `${base}/redo`)).skipped).toEqual([]);
      const again = await good("POST", `${table}/records/list`, {});
      expect([type, again.records.map(({ fields }: Body) => fields[made.name])]).toEqual([type, results]);
      await good("POST", `${base}/undo`);
    }
  }

  test("keeps numbers", async () => {
    const { base, companies } = await makeSales();
    const sum = await make(companies, "Sum", "rollup", {
      linkFieldId: "Deals",
      targetFieldId: "Amount",
      function: "sum",
    });
    const texts = ["21.5", "300", "0"];
    await expectConversions(companies, base, sum, {
      number: [21.5, 300, 0],
      currency: [21.5, 300, 0],
      percent: [21.5, 300, 0],
      single_line_text: texts,
      long_text: texts,
      single_select: texts,
      multiple_select: texts.map((text) => [text]),
    });
    const count = await make(companies, "Number", "count", { linkFieldId: "Deals" });
    await expectConversions(companies, base, count, {
      number: [2, 1, 0],
      duration: [2, 1, 0],
      single_line_text: ["2", "1", "0"],
    });
  });

  test("keeps texts", async () => {
    const { base, deals } = await makeSales();
    const label = await make(deals, "Label", "formula", { formula: `{Title} & "@x.example"` });
    const texts = ["a1@x.example", "a2@x.example", "b1@x.example"];
    await expectConversions(deals, base, label, {
      single_line_text: texts,
      long_text: texts,
      email: texts,
      single_select: texts,
      number: [null, null, null],
    });
    const url = await make(deals, "Url", "formula", { formula: `"https://x.example/" & {Title}` });
    await expectConversions(deals, base, url, {
      url: ["https://x.example/a1", "https://x.example/a2", "https://x.example/b1"],
    });
    const phone = await make(deals, "Phone", "formula", { formula: `"+49 30 " & {Amount} * 100` });
    await expectConversions(deals, base, phone, {
      phone_number: ["+49 30 150", "+49 30 2000", "+49 30 30000"],
    });
  });

  test("keeps checkboxes and dates", async () => {
    const { base, deals } = await makeSales();
    const late = await make(deals, "Late", "formula", { formula: "{Amount} > 10" });
    await expectConversions(deals, base, late, {
      checkbox: [false, true, true],
      single_line_text: [null, "true", "true"],
    });
    const next = await make(deals, "Next", "formula", { formula: `DATEADD({Day}, 1, "day")` });
    await expectConversions(deals, base, next, {
      date: ["2026-02-01", "2026-03-01", null],
      single_line_text: ["2026-02-01", "2026-03-01", null],
    });
    const at = await make(deals, "At", "formula", {
      formula: `DATEADD({Day}, 90, "minutes")`,
      timezone: "Europe/Berlin",
    });
    expect(await values(deals, "At")).toEqual(["2026-01-31T00:30:00.000Z", "2026-02-28T00:30:00.000Z", null]);
    await expectConversions(deals, base, at, {
      datetime: ["2026-01-31T00:30:00.000Z", "2026-02-28T00:30:00.000Z", null],
      date: ["2026-01-31", "2026-02-28", null],
      single_line_text: ["2026-01-31T01:30:00.000+01:00", "2026-02-28T01:30:00.000+01:00", null],
    });
  });

  test("keeps lists, and leaves errors empty", async () => {
    const { base, companies, deals } = await makeSales();
    const titles = await make(companies, "Titles", "formula", { formula: `{Deals.Title}` });
    await expectConversions(companies, base, titles, {
      single_line_text: ["a1, a2", "b1", null],
      long_text: ["a1, a2", "b1", null],
      multiple_select: [["a1", "a2"], ["b1"], []],
    });
    const amounts = await make(companies, "Amounts", "rollup", {
      linkFieldId: "Deals",
      targetFieldId: "Amount",
      function: "unique",
    });
    await expectConversions(companies, base, amounts, {
      long_text: ["1.5, 20", "300", null],
      multiple_select: [["1.5", "20"], ["300"], []],
    });
    const days = await make(companies, "Days", "formula", { formula: "{Deals.Day}" });
    await expectConversions(companies, base, days, { long_text: ["2026-01-31, 2026-02-28", '""', null] });
    const each = await make(deals, "Each", "formula", { formula: "1 / ({Amount} - 20)" });
    expect(await values(deals, "Each")).toEqual([-0.0540540540540541, "DIV0", 0.00357142857142857]);
    await good("PATCH", `${deals}/fields/Each`, { type: "number" });
    const { records } = await good("POST", `${deals}/records/list`, {});
    expect(records.map(({ fields, errors }: Body) => [fields.Each, errors])).toEqual([
      [-0.0540540540540541, undefined],
      [null, undefined],
      [0.00357142857142857, undefined],
    ]);
    expect((await good("POST", `${base}/undo`)).skipped).toEqual([]);
    expect(await values(deals, "Each")).toEqual([-0.0540540540540541, "DIV0", 0.00357142857142857]);
    expect(each.template.resultType).toBe("number");
  });
});

describe("views", () => {
  test("sort, filter and group by computed fields, and follow their deletion and restore", async () => {
    const { base, companies } = await makeSales();
    const sum = await make(companies, "Sum", "rollup", {
      linkFieldId: "Deals",
      targetFieldId: "Amount",
      function: "sum",
    });
    const count = await make(companies, "Number", "count", { linkFieldId: "Deals" });
    const size = await make(companies, "Size", "formula", { formula: `IF({Sum} > 100, "large", "small")` });
    const config = {
      filter: {
        or: [
          { field: "Size", equals: "large" },
          { field: "Number", greater_than: 1 },
          { field: "Sum", equals: 0 },
        ],
      },
      groups: [{ fieldId: "Size", direction: "desc" }],
      sorts: [
        { fieldId: "Number", direction: "asc" },
        { fieldId: "Sum", direction: "desc" },
      ],
    };
    const view = await good("POST", `${companies}/views`, { name: "By size", config });
    const read = () => values(companies, "Name", { viewId: view.id });
    const stored = async () => (await good("GET", `${companies}/views/${view.id}`)).config;
    expect(await read()).toEqual(["None", "Acme", "Beta"]);
    const before = await stored();
    const bringBack = [
      () => good("POST", `${base}/undo`),
      async () => {
        const { trash } = await good("GET", `${base}/trash`);
        return good("POST", `${base}/trash/${trash[0].id}/restore`);
      },
    ];
    for (const restore of bringBack) {
      for (const [field, left] of [
        [sum, ["None", "Acme", "Beta"]],
        [count, ["None", "Beta"]],
        [size, ["None", "Acme"]],
      ] as const) {
        await good("DELETE", `${companies}/fields/${field.id}`);
        const config = JSON.stringify(await stored());
        expect([field.name, config.includes(field.id)]).toEqual([field.name, false]);
        if (field !== sum) expect([field.name, await read()]).toEqual([field.name, left]);
        else expect((await read()).toSorted()).toEqual(["Acme"]);
        await restore();
        expect([field.name, await stored()]).toEqual([field.name, before]);
        expect([field.name, await read()]).toEqual([field.name, ["None", "Acme", "Beta"]]);
      }
    }
  });

  test("keep a filter by a formula as far as its new result supports it", async () => {
    const { base, companies } = await makeSales();
    const field = await make(companies, "Result", "formula", { formula: "{Name}" });
    const view = await good("POST", `${companies}/views`, {
      name: "Found",
      config: { filter: { field: "Result", starts_with: "A" } },
    });
    const read = () => values(companies, "Name", { viewId: view.id });
    expect(await read()).toEqual(["Acme"]);
    await good("PATCH", `${companies}/fields/Result`, { template: { formula: "UPPER({Name})" } });
    expect(await read()).toEqual(["Acme"]);
    await good("PATCH", `${companies}/fields/Result`, { template: { formula: "LEN({Name})" } });
    expect(await read()).toEqual(["Acme", "Beta", "None"]);
    expect((await good("POST", `${base}/undo`)).skipped).toEqual([]);
    expect(await read()).toEqual(["Acme"]);
    const { config } = await good("GET", `${companies}/views/${view.id}`);
    expect(config.filter).toEqual({ field: field.id, starts_with: "A" });
  });

  test("of another table keep a filter by a reader of the changed formula, and get it back", async () => {
    const { base, companies, deals } = await makeSales();
    const template = { linkFieldId: "Deals", targetFieldId: "Code", function: "first" };
    // Precedes the formula in the order of the fields.
    const read = await make(deals, "Reads", "formula", { formula: "1" });
    await make(deals, "Code", "formula", { formula: `{Title} & ""` });
    await good("PATCH", `${deals}/fields/Reads`, { template: { formula: "{Code}" } });
    const first = await make(companies, "First", "rollup", template);
    const view = await good("POST", `${companies}/views`, {
      name: "Found",
      config: {
        filter: {
          and: [
            { field: "First", starts_with: "a" },
            { field: "Name", contains: "e" },
          ],
        },
      },
    });
    const own = await good("POST", `${deals}/views`, {
      name: "Found",
      config: { filter: { field: "Reads", ends_with: "1" } },
    });
    const found = async () => [
      await values(companies, "Name", { viewId: view.id }),
      await values(deals, "Title", { viewId: own.id }),
    ];
    expect(await found()).toEqual([["Acme"], ["a1", "b1"]]);
    await good("PATCH", `${deals}/fields/Code`, { template: { formula: "{Amount} * 2" } });
    for (const [table, { id }] of [
      [companies, first],
      [deals, read],
    ])
      expect((await good("GET", `${table}/fields/${id}`)).template.resultType).toBe("number");
    expect(await found()).toEqual([
      ["Acme", "Beta", "None"],
      ["a1", "a2", "b1"],
    ]);
    expect((await good("POST", `${base}/undo`)).skipped).toEqual([]);
    expect(await found()).toEqual([["Acme"], ["a1", "b1"]]);
    expect((await good("POST", `${base}/redo`)).skipped).toEqual([]);
    expect((await found())[1]).toEqual(["a1", "a2", "b1"]);
    expect((await good("POST", `${base}/undo`)).skipped).toEqual([]);
    expect(await found()).toEqual([["Acme"], ["a1", "b1"]]);
  });

  test("aggregates of formulas, rollups and counts, in all and by group", async () => {
    const { companies } = await makeSales();
    const sum = await make(companies, "Sum", "rollup", {
      linkFieldId: "Deals",
      targetFieldId: "Amount",
      function: "sum",
    });
    const count = await make(companies, "Number", "count", { linkFieldId: "Deals" });
    await make(companies, "Mean", "formula", { formula: "{Sum} / {Number}" });
    await make(companies, "Last day", "rollup", {
      linkFieldId: "Deals",
      targetFieldId: "Day",
      function: "latest",
    });
    const aggregates = [
      ["Sum", "sum"],
      ["Sum", "average"],
      ["Sum", "median"],
      ["Number", "max"],
      ["Number", "count_empty"],
      ["Mean", "min"],
      ["Mean", "count_filled"],
      ["Mean", "count_empty"],
      ["Mean", "count_unique"],
      ["Last day", "max"],
    ].map(([field, name]) => ({ field, function: name }));
    const all = await good("POST", `${companies}/records/aggregate`, { aggregates });
    expect(all.groups.map(({ values: found }: Body) => found)).toEqual([
      [321.5, 321.5 / 3, 21.5, 2, 0, 10.75, 2, 1, 2, "2026-02-28"].map((each) =>
        typeof each === "number" ? expect.closeTo(each, 8) : each,
      ),
    ]);
    const grouped = await good("POST", `${companies}/records/aggregate`, {
      groupBy: [{ field: "Number", direction: "desc" }, { field: "Sum" }],
      aggregates: [{ field: "Mean", function: "sum" }],
    });
    expect(grouped.groups).toEqual([
      { key: { [count.id]: 2, [sum.id]: 21.5 }, count: 1, values: [10.75] },
      { key: { [count.id]: 1, [sum.id]: 300 }, count: 1, values: [300] },
      { key: { [count.id]: 0, [sum.id]: 0 }, count: 1, values: [0] },
    ]);
    const filtered = await good("POST", `${companies}/records/aggregate`, {
      filter: { field: "Mean", is_empty: true },
      aggregates: [{ field: "Number", function: "sum" }],
    });
    expect(filtered.groups).toEqual([{ key: {}, count: 1, values: [0] }]);
  });
});
