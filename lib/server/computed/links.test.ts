/** Computed fields that read through links: over several tables, within one, in order, and by filters that change. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { type Body, tableCalls } from "../../../e2e/table-calls";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

const { add, formula, good, make, makeBase, values } = tableCalls(() => server);

const text = { name: "Name", type: "single_line_text" };
const number = (name: string) => ({ name, type: "number" });
const link = (name: string, tableId: string, template: object = {}) => ({
  name,
  type: "linked_record",
  template: { tableId, ...template },
});

/** Regions with customers, with orders. */
async function makeShop() {
  const at = await makeBase(
    { name: "Regions", fields: [text] },
    { name: "Customers", fields: [text, link("Region", "Regions")] },
    {
      name: "Orders",
      fields: [
        text,
        number("Amount"),
        number("Units"),
        {
          name: "Stage",
          type: "single_select",
          template: { options: [{ label: "Open" }, { label: "Won" }, { label: "Lost" }] },
        },
        link("Customer", "Customers"),
      ],
    },
  );
  const [regions, customers, orders] = [`${at}/Regions`, `${at}/Customers`, `${at}/Orders`];
  const [north = "", south = ""] = await add(regions, { Name: "North" }, { Name: "South" }, { Name: "East" });
  const [ada = "", bob = "", cy = ""] = await add(
    customers,
    { Name: "Ada", Region: [north] },
    { Name: "Bob", Region: [north] },
    { Name: "Cy", Region: [south] },
  );
  const orderIds = await add(
    orders,
    { Name: "a1", Amount: 1, Units: 1, Stage: "Won", Customer: [ada] },
    { Name: "a2", Amount: 20.5, Units: 2, Stage: "Open", Customer: [ada] },
    { Name: "b1", Amount: 300, Units: 3, Stage: "Won", Customer: [bob] },
    { Name: "c1", Amount: 4000, Units: 4, Stage: "Lost", Customer: [cy] },
  );
  return { at, regions, customers, orders, orderIds, customerIds: [ada, bob, cy] };
}

describe("over three tables", () => {
  test("a rollup of a rollup follows each change of the last table", async () => {
    const { regions, customers, orders, orderIds } = await makeShop();
    await make(customers, "Sum", "rollup", {
      linkFieldId: "Orders",
      targetFieldId: "Amount",
      function: "sum",
    });
    await make(customers, "Orders made", "count", { linkFieldId: "Orders" });
    await make(regions, "Sum", "rollup", { linkFieldId: "Customers", targetFieldId: "Sum", function: "sum" });
    await make(regions, "Most", "rollup", {
      linkFieldId: "Customers",
      targetFieldId: "Sum",
      function: "max",
    });
    await make(regions, "Orders made", "rollup", {
      linkFieldId: "Customers",
      targetFieldId: "Orders made",
      function: "sum",
    });
    await make(regions, "Large", "count", {
      linkFieldId: "Customers",
      filter: { field: "Sum", greater_than: 100 },
    });
    await formula(regions, "Mean", "{Sum} / {Orders made}");
    expect(await values(regions, "Sum")).toEqual([321.5, 4000, 0]);
    expect(await values(regions, "Most")).toEqual([300, 4000, null]);
    expect(await values(regions, "Orders made")).toEqual([3, 1, 0]);
    expect(await values(regions, "Large")).toEqual([1, 1, 0]);
    expect(await values(regions, "Mean")).toEqual([107.166666666667, 4000, "DIV0"]);
    await good("PATCH", `${orders}/records/${orderIds[0]}`, { record: { Amount: 1000 } });
    expect(await values(regions, "Sum")).toEqual([1320.5, 4000, 0]);
    expect(await values(regions, "Most")).toEqual([1020.5, 4000, null]);
    expect(await values(regions, "Large")).toEqual([2, 1, 0]);
    expect(await values(regions, "Name", { sort: [{ field: "Sum", direction: "desc" }] })).toEqual([
      "South",
      "North",
      "East",
    ]);
    expect(await values(regions, "Name", { filter: { field: "Sum", less_than: 2000 } })).toEqual([
      "North",
      "East",
    ]);
    await good("DELETE", `${orders}/records/${orderIds[3]}`);
    expect(await values(regions, "Sum")).toEqual([1320.5, 0, 0]);
    expect(await values(regions, "Orders made")).toEqual([3, 0, 0]);
  });

  test("an error of a linked record reaches all that read it, unless it is caught", async () => {
    const { regions, customers, orders, orderIds } = await makeShop();
    const ratio = await formula(orders, "Ratio", "{Amount} / ({Units} - 1)");
    const found = await make(customers, "Ratios", "lookup", {
      linkFieldId: "Orders",
      targetFieldId: "Ratio",
    });
    expect(await values(customers, "Ratios")).toEqual(["DIV0", [150], [1333.33333333333]]);
    expect(await values(customers, "Name", { filter: { field: "Ratios", is_empty: true } })).toEqual(["Ada"]);
    expect(await values(customers, "Name", { search: "1333.3" })).toEqual(["Cy"]);
    for (const [name, fn] of Object.entries({
      Sum: "sum",
      All: "count",
      Filled: "count_filled",
      Text: "join",
    }))
      await make(customers, name, "rollup", { linkFieldId: "Orders", targetFieldId: "Ratio", function: fn });
    expect(await values(customers, "Sum")).toEqual(["DIV0", 150, 1333.33333333333]);
    expect(await values(customers, "Text")).toEqual(["DIV0", "150", "1333.33333333333"]);
    await formula(customers, "Total", "SUM({Orders.Ratio})");
    await formula(customers, "Names", `ARRAYJOIN({Orders.Name}, "+")`);
    await formula(customers, "Safe", "IFERROR(SUM({Orders.Ratio}), -1)");
    await formula(customers, "Twice", "SUM({Ratios}) * 2");
    await formula(customers, "Is wrong", "ISERROR({Ratios})");
    expect(await values(customers, "Total")).toEqual(["DIV0", 150, 1333.33333333333]);
    expect(await values(customers, "Names")).toEqual(["a1+a2", "b1", "c1"]);
    expect(await values(customers, "Safe")).toEqual([-1, 150, 1333.33333333333]);
    expect(await values(customers, "Twice")).toEqual(["DIV0", 300, 2666.66666666666]);
    expect(await values(customers, "Is wrong")).toEqual([true, false, false]);
    await make(regions, "Sum", "rollup", { linkFieldId: "Customers", targetFieldId: "Sum", function: "sum" });
    expect(await values(regions, "Sum")).toEqual(["DIV0", 1333.33333333333, 0]);
    const [ada] = (await good("POST", `${customers}/records/list`, {})).records;
    expect([ada.data[found.id], ada.errors[found.id]]).toEqual([null, "DIV0"]);
    await make(regions, "Ratios", "lookup", { linkFieldId: "Customers", targetFieldId: "Ratios" });
    expect(await values(regions, "Ratios")).toEqual(["DIV0", [1333.33333333333], []]);
    expect(await values(regions, "Name", { filter: { field: "Ratios", is_empty: true } })).toEqual([
      "North",
      "East",
    ]);
    expect(await values(regions, "Name", { filter: { field: "Ratios", contains: "1" } })).toEqual(["South"]);
    // A filter that leaves the record out leaves its error out.
    await make(customers, "Without", "rollup", {
      linkFieldId: "Orders",
      targetFieldId: "Ratio",
      function: "sum",
      filter: { field: "Ratio", is_not_empty: true },
    });
    expect(await values(customers, "Without")).toEqual([20.5, 150, 1333.33333333333]);
    await good("PATCH", `${orders}/records/${orderIds[0]}`, { record: { Units: 3 } });
    expect(await values(customers, "Total")).toEqual([21, 150, 1333.33333333333]);
    expect(await values(regions, "Sum")).toEqual([171, 1333.33333333333, 0]);
    expect(ratio.template.resultType).toBe("number");
  });
});

describe("within one table", () => {
  test("both sides of a link are read, also by a record linked to itself", async () => {
    const at = await makeBase({ name: "People", fields: [text, number("Age"), link("Boss", "People")] });
    const people = `${at}/People`;
    const { fields } = await good("GET", people);
    const inverse = fields.find(({ template }: Body) => template.isInverse).name;
    const [ada = "", bob = "", cy = ""] = await add(
      people,
      { Name: "Ada", Age: 50 },
      { Name: "Bob", Age: 30 },
      { Name: "Cy", Age: 20 },
    );
    await good("PUT", `${people}/records/bulk`, {
      records: [
        { recordId: ada, Boss: [ada] },
        { recordId: bob, Boss: [ada] },
        { recordId: cy, Boss: [bob] },
      ],
    });
    await formula(people, "Bosses", `ARRAYJOIN({Boss}, "/") & " " & SUM({Boss.Age})`);
    await formula(people, "Reports", `ARRAYJOIN({${inverse}.Name}, "/")`);
    await make(people, "Sum", "rollup", { linkFieldId: inverse, targetFieldId: "Age", function: "sum" });
    await make(people, "Number", "count", { linkFieldId: inverse });
    await make(people, "Older", "rollup", { linkFieldId: "Boss", targetFieldId: "Age", function: "max" });
    expect(await values(people, "Bosses")).toEqual(["Ada 50", "Ada 50", "Bob 30"]);
    expect(await values(people, "Reports")).toEqual(["Ada/Bob", "Cy", null]);
    expect(await values(people, "Sum")).toEqual([80, 20, 0]);
    expect(await values(people, "Number")).toEqual([2, 1, 0]);
    expect(await values(people, "Older")).toEqual([50, 50, 30]);
    // One step further through the same link.
    await make(people, "Sum below", "rollup", {
      linkFieldId: inverse,
      targetFieldId: "Sum",
      function: "sum",
    });
    expect(await values(people, "Sum below")).toEqual([100, 0, 0]);
    expect(
      await values(people, "Name", { sort: [{ field: "Sum below", direction: "desc" }], limit: 1 }),
    ).toEqual(["Ada"]);
    expect(await values(people, "Name", { filter: { field: "Sum below", greater_than: 50 } })).toEqual([
      "Ada",
    ]);
    const { status, body } = await server.call("PATCH", `${people}/fields/Sum`, {
      template: { targetFieldId: "Sum below" },
    });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("Sum → Sum below → Sum")]);
    const own = await server.call("POST", `${people}/fields`, {
      name: "Own",
      type: "formula",
      template: { formula: "SUM({Boss.Own})" },
    });
    expect([own.status, own.body.error.message]).toEqual([400, expect.any(String)]);
    await good("PATCH", `${people}/records/${ada}`, { record: { Age: 51 } });
    expect(await values(people, "Sum below")).toEqual([101, 0, 0]);
    await good("DELETE", `${people}/records/${ada}`);
    expect(await values(people, "Bosses")).toEqual([" 0", "Bob 30"]);
  });
});

test("join, first, last and lists follow the order of the links", async () => {
  const { customers, orders, orderIds, customerIds } = await makeShop();
  const [a1 = "", a2 = "", b1 = ""] = orderIds;
  for (const fn of ["join", "first", "last", "unique"])
    await make(customers, fn, "rollup", { linkFieldId: "Orders", targetFieldId: "Name", function: fn });
  await formula(customers, "Names", "{Orders.Name}");
  await formula(
    customers,
    "Text",
    `ARRAYJOIN({Orders}, ">") & FIRST({Orders.Amount}) & LAST({Orders.Units})`,
  );
  const firstRow = async () => {
    const { records } = await good("POST", `${customers}/records/list`, { limit: 1 });
    const { join, first, last, unique, Names, Text } = records[0].fields;
    return [join, first, last, unique, Names, Text];
  };
  expect(await firstRow()).toEqual(["a1, a2", "a1", "a2", ["a1", "a2"], ["a1", "a2"], "a1>a212"]);
  const reorder = (ids: string[]) =>
    good("PATCH", `${customers}/records/${customerIds[0]}`, { record: { Orders: ids } });
  const answered = await reorder([a2, a1]);
  expect(answered.fields.join).toBe("a2, a1");
  expect(await firstRow()).toEqual(["a2, a1", "a2", "a1", ["a2", "a1"], ["a2", "a1"], "a2>a120.51"]);
  await reorder([b1, a2, a1]);
  expect(await firstRow()).toEqual([
    "b1, a2, a1",
    "b1",
    "a1",
    ["b1", "a2", "a1"],
    ["b1", "a2", "a1"],
    "b1>a2>a13001",
  ]);
  await good("PATCH", `${orders}/records/${b1}`, { record: { Name: "a1" } });
  expect(await firstRow()).toEqual([
    "a1, a2, a1",
    "a1",
    "a1",
    ["a1", "a2"],
    ["a1", "a2", "a1"],
    "a1>a2>a13001",
  ]);
  // An empty value is left out by rollups, and kept in the list of a formula.
  await good("PATCH", `${orders}/records/${b1}`, { record: { Name: null } });
  expect((await firstRow()).slice(0, 4)).toEqual(["a2, a1", "a2", "a1", ["a2", "a1"]]);
  expect(await values(customers, "Text", { limit: 1 })).toEqual(["a2>a13001"]);
});

test("a deleted link field makes REF on both sides, and a restore heals both", async () => {
  const { at, customers, orders } = await makeShop();
  await make(customers, "Sum", "rollup", { linkFieldId: "Orders", targetFieldId: "Amount", function: "sum" });
  await make(customers, "Number", "count", { linkFieldId: "Orders" });
  await formula(customers, "Stages", `ARRAYJOIN({Orders.Stage}, "+")`);
  await make(orders, "Share", "formula", { formula: "{Amount} / SUM({Customer.Sum})" });
  const results = async () => [
    await values(customers, "Sum"),
    await values(customers, "Number"),
    await values(customers, "Stages"),
    await values(orders, "Share"),
  ];
  const right = [
    [21.5, 300, 4000],
    [2, 1, 1],
    ["Won+Open", "Won", "Lost"],
    [0.0465116279069767, 0.953488372093023, 1, 1],
  ];
  expect(await results()).toEqual(right);
  const ref = Array(3).fill("REF");
  const refs = [ref, ref, ref, [...ref, "REF"]];
  const base = at.replace("/tables", "");
  for (const field of [`${orders}/fields/Customer`, `${customers}/fields/Orders`]) {
    const { dependents } = await good("DELETE", `${field}?dryRun=true`);
    expect(dependents.map(({ name }: Body) => name).toSorted()).toEqual(["Number", "Share", "Stages", "Sum"]);
    await good("DELETE", field);
    expect([field, await results()]).toEqual([field, refs]);
    await good("POST", `${base}/undo`);
    expect([field, await results()]).toEqual([field, right]);
  }
  // A link field that becomes a text has no links any more, until that is undone.
  await good("PATCH", `${orders}/fields/Customer`, { type: "single_line_text" });
  expect((await results()).slice(0, 3)).toEqual([ref, ref, ref]);
  await good("POST", `${base}/undo`);
  expect(await results()).toEqual(right);
});

describe("filters of rollups and counts", () => {
  async function makeFiltered() {
    const shop = await makeShop();
    const { customers } = shop;
    const won = { field: "Stage", equals: "Won" };
    await make(customers, "Won", "rollup", {
      linkFieldId: "Orders",
      targetFieldId: "Amount",
      function: "sum",
      filter: won,
    });
    await make(customers, "Names", "rollup", {
      linkFieldId: "Orders",
      targetFieldId: "Name",
      function: "join",
      filter: won,
    });
    await make(customers, "Settled", "count", {
      linkFieldId: "Orders",
      filter: { field: "Stage", in: ["Won", "Lost"] },
    });
    await formula(customers, "Label", `{Names} & "!"`);
    await formula(customers, "Double", "{Won} * 2");
    return shop;
  }

  const all = async (customers: string) => [
    await values(customers, "Won"),
    await values(customers, "Names"),
    await values(customers, "Settled"),
    await values(customers, "Label"),
    await values(customers, "Double"),
  ];
  const before = [
    [1, 300, 0],
    ["a1", "b1", null],
    [1, 1, 1],
    ["a1!", "b1!", "!"],
    [2, 600, 0],
  ];

  async function optionsOf(orders: string): Promise<Body[]> {
    return (await good("GET", `${orders}/fields/Stage`)).template.options;
  }

  test("follow a renamed option, and lose the condition of a removed one", async () => {
    const { customers, orders, at } = await makeFiltered();
    expect(await all(customers)).toEqual(before);
    const options = await optionsOf(orders);
    const renamed = options.map((option) => ({ ...option, label: option.label.replace("Won", "Signed") }));
    await good("PATCH", `${orders}/fields/Stage`, { template: { options: renamed } });
    expect(await all(customers)).toEqual(before);
    const { template } = await good("GET", `${customers}/fields/Won`);
    expect(template.filter).toMatchObject({ equals: "Signed" });
    // Views do the same: an option that is gone leaves "in", and a condition without any is removed.
    const left = renamed.filter(({ label }) => label !== "Signed");
    await good("PATCH", `${orders}/fields/Stage`, { template: { options: left }, allowLoss: true });
    expect((await good("GET", `${customers}/fields/Won`)).template.filter).toBeNull();
    expect(await values(customers, "Won")).toEqual([21.5, 300, 4000]);
    expect(await values(customers, "Settled")).toEqual([0, 0, 1]);
    await good("POST", `${at.replace("/tables", "")}/undo`);
    expect(await all(customers)).toEqual(before);
    await good("POST", `${at.replace("/tables", "")}/undo`);
    expect(await all(customers)).toEqual(before);
    expect((await good("GET", `${customers}/fields/Won`)).template.filter).toMatchObject({ equals: "Won" });
  });

  test("are REF while their field is in the trash", async () => {
    const { customers, orders, at } = await makeFiltered();
    const { dependents } = await good("DELETE", `${orders}/fields/Stage?dryRun=true`);
    expect(dependents.map(({ name }: Body) => name).toSorted()).toEqual([
      "Double",
      "Label",
      "Names",
      "Settled",
      "Won",
    ]);
    await good("DELETE", `${orders}/fields/Stage`);
    const ref = ["REF", "REF", "REF"];
    expect(await all(customers)).toEqual([ref, ref, ref, ref, ref]);
    const base = at.replace("/tables", "");
    const { trash } = await good("GET", `${base}/trash`);
    await good("POST", `${base}/trash/${trash[0].id}/restore`);
    expect(await all(customers)).toEqual(before);
  });

  test("by a formula are TYPE while its result has another type", async () => {
    const { customers, orders } = await makeShop();
    await formula(orders, "Size", `IF({Amount} > 100, "large", "small")`);
    await make(customers, "Large", "rollup", {
      linkFieldId: "Orders",
      targetFieldId: "Name",
      function: "unique",
      filter: {
        or: [
          { field: "Size", starts_with: "l" },
          { field: "Name", equals: "a1" },
        ],
      },
    });
    await formula(customers, "Text", `ARRAYJOIN({Large}, "+") & COUNTA({Large})`);
    const results = async () => [await values(customers, "Large"), await values(customers, "Text")];
    const right = [
      [["a1"], ["b1"], ["c1"]],
      ["a11", "b11", "c11"],
    ];
    expect(await results()).toEqual(right);
    await good("PATCH", `${orders}/fields/Size`, { template: { formula: "{Amount} > 100" } });
    const type = ["TYPE", "TYPE", "TYPE"];
    expect(await results()).toEqual([type, type]);
    expect(await values(customers, "Name", { filter: { field: "Large", is_empty: true } })).toHaveLength(3);
    const text = `IF({Amount} > 100, "large", "small")`;
    await good("PATCH", `${orders}/fields/Size`, { template: { formula: text } });
    expect(await results()).toEqual(right);
  });

  test("keep working when a select becomes a text, and are TYPE when it becomes a number", async () => {
    const { customers, orders, at } = await makeFiltered();
    const dependentsOf = async (change: object) => {
      const { dependents = [] } = await good("PATCH", `${orders}/fields/Stage?dryRun=true`, change);
      return dependents.map(({ name }: Body) => name).toSorted();
    };
    expect(await dependentsOf({ type: "single_line_text" })).toEqual([]);
    await good("PATCH", `${orders}/fields/Stage`, { type: "single_line_text" });
    expect(await all(customers)).toEqual(before);
    const asNumber = { type: "number", allowLoss: true };
    expect(await dependentsOf(asNumber)).toEqual(["Double", "Label", "Names", "Settled", "Won"]);
    await good("PATCH", `${orders}/fields/Stage`, asNumber);
    const type = ["TYPE", "TYPE", "TYPE"];
    expect(await all(customers)).toEqual([type, type, type, type, type]);
    for (const field of ["Won", "Names", "Label", "Double"]) {
      await good("POST", `${customers}/records/list`, { sort: [{ field, direction: "desc" }], limit: 1 });
      await good("POST", `${customers}/records/list`, { filter: { field, is_not_empty: true }, search: "a" });
    }
    const base = at.replace("/tables", "");
    await good("POST", `${base}/undo`);
    expect(await all(customers)).toEqual(before);
    await good("POST", `${base}/undo`);
    expect(await all(customers)).toEqual(before);
  });
});
