/** Computed fields over many linked records, and many formulas in one table. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { type Body, tableCalls } from "../../../e2e/table-calls";
import { limits } from "../../contract/limits";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

const { good, make, makeBase } = tableCalls(() => server);

const text = { name: "Name", type: "single_line_text" };

test("20,000 linked records are aggregated, joined, listed and searched", async () => {
  const total = 20_000;
  const at = await makeBase(
    { name: "Owners", fields: [text] },
    {
      name: "Items",
      fields: [
        text,
        { name: "Short", type: "single_line_text" },
        { name: "N", type: "number" },
        { name: "Owner", type: "linked_record", template: { tableId: "Owners" } },
      ],
    },
  );
  const owners = `${at}/Owners`;
  const owner = await good("POST", `${owners}/records`, { record: { Name: "One" } });
  const names = Array.from({ length: total }, (_, n) => `r${String(n).padStart(5, "0")}`);
  for (let from = 0; from < total; from += limits.recordsPerCall) {
    const records = names
      .slice(from, from + limits.recordsPerCall)
      .map((Name, index) => ({ Name, Short: "ab", N: from + index, Owner: [owner.id] }));
    await good("POST", `${at}/Items/records/bulk`, { records });
  }
  const rollup = (name: string, fn: string, targetFieldId: string, template: object = {}) =>
    make(owners, name, "rollup", { linkFieldId: "Items", targetFieldId, function: fn, ...template });
  await rollup("Sum", "sum", "N");
  await make(owners, "Number", "count", { linkFieldId: "Items" });
  await rollup("Short text", "join", "Short");
  const joined = await rollup("Long text", "join", "Name");
  await rollup("Unique", "unique", "Name");
  const list = await make(owners, "List", "formula", { formula: "{Items.Name}" });
  await make(owners, "Items in list", "formula", { formula: "COUNTA({List}) & COUNTA({Unique})" });
  await make(owners, "Length", "formula", { formula: "LEN({Short text})" });
  const written = await make(owners, "Written", "formula", { formula: "ARRAYJOIN({Items})" });
  await make(owners, "Looked up", "lookup", { linkFieldId: "Items", targetFieldId: "Name" });
  const expected = {
    Sum: (total * (total - 1)) / 2,
    Number: total,
    "Short text": Array(total).fill("ab").join(", "),
    "Long text": null,
    Unique: names.slice(0, limits.lookupValues),
    List: names.slice(0, limits.lookupValues),
    "Items in list": "2000020000",
    Length: 4 * total - 2,
    Written: null,
    "Looked up": names.slice(0, limits.lookupValues),
  };
  const errors = { [joined.id]: "NUM", [written.id]: "NUM" };
  const fields = Object.keys(expected);
  const { records } = await good("POST", `${owners}/records/list`, { fields });
  expect([records[0].fields, records[0].errors]).toEqual([expected, errors]);
  const one = await good("GET", `${owners}/records/${owner.id}`);
  expect([one.fields, one.errors]).toMatchObject([expected, errors]);
  const patched = await good("PATCH", `${owners}/records/${owner.id}`, { record: { Name: "Two" } });
  expect([patched.fields, patched.errors]).toMatchObject([expected, errors]);
  const found = async (request: object) => {
    const { records } = await good("POST", `${owners}/records/list`, { fields: ["Name"], ...request });
    return records.map(({ fields }: Body) => fields.Name);
  };
  // Filters and search read what a cell does not show.
  expect(await found({ search: "r19999" })).toEqual(["Two"]);
  expect(await found({ search: "r20000" })).toEqual([]);
  expect(await found({ filter: { field: "List", contains: "r19999" } })).toEqual(["Two"]);
  expect(await found({ filter: { field: "Unique", in: ["r15000"] } })).toEqual(["Two"]);
  expect(await found({ filter: { field: "Sum", equals: expected.Sum } })).toEqual(["Two"]);
  expect(await found({ sort: [{ field: "Short text", direction: "desc" }] })).toEqual(["Two"]);
  // A change of the type keeps all values, or is refused because some would be lost.
  const refused = await server.call("PATCH", `${owners}/fields/${list.id}`, { type: "long_text" });
  expect(refused.status).toBe(409);
  await good("PATCH", `${owners}/fields/List`, { template: { formula: "{Items.Short}" } });
  await good("PATCH", `${owners}/fields/List`, { type: "long_text" });
  const kept = await good("GET", `${owners}/records/${owner.id}`);
  expect(kept.fields.List).toBe(expected["Short text"]);
}, 120_000);

test("each of 64 chained formulas has its value", async () => {
  const formulas = Array.from({ length: 64 }, (_, index) => ({
    name: `F${index + 1}`,
    type: "formula",
    template: { formula: `{${index === 0 ? "N" : `F${index}`}} + 1` },
  }));
  const table = `${await makeBase({ name: "T", fields: [text, { name: "N", type: "number" }, ...formulas] })}/T`;
  const expected = (n: number) =>
    Object.fromEntries(formulas.map(({ name }, index) => [name, n + index + 1]));
  const made = await good("POST", `${table}/records`, { record: { N: 1 } });
  expect(made.fields).toMatchObject(expected(1));
  const patched = await good("PATCH", `${table}/records/${made.id}`, { record: { N: -5 } });
  expect(patched.fields).toMatchObject(expected(-5));
  expect((await good("GET", `${table}/records/${made.id}`)).fields).toMatchObject(expected(-5));
  const { records } = await good("POST", `${table}/records/list`, {
    sort: [{ field: "F64", direction: "desc" }],
    filter: { field: "F63", equals: 58 },
  });
  expect(records[0].fields).toMatchObject(expected(-5));
});

test("100 large formulas that use each other have the same values together and alone", async () => {
  const steps = Array.from({ length: 12 }, (_, step) => step + 1);
  const parts = steps.map((step) => `MOD({N} + ${step}, ${step + 2})`).join(" + ");
  const failing = 37;
  const formulas = Array.from({ length: 100 }, (_, index) => ({
    name: `F${index}`,
    type: "formula",
    template: {
      formula: `{${index < 10 ? "N" : `F${index - 10}`}} + ${index} + ${parts}${index === failing ? " + 0 / {N}" : ""}`,
    },
  }));
  const resultOf = (index: number, n: number): number | null => {
    const before = index < 10 ? n : resultOf(index - 10, n);
    if (before === null || (index === failing && n === 0)) return null;
    return before + index + steps.reduce((sum, step) => sum + ((n + step) % (step + 2)), 0);
  };
  const table = `${await makeBase({ name: "T", fields: [text, { name: "N", type: "number" }, ...formulas] })}/T`;
  const { fields } = await good("GET", table);
  const failed = Object.fromEntries(
    [37, 47, 57, 67, 77, 87, 97].map((index) => [
      fields.find(({ name }: Body) => name === `F${index}`).id,
      "DIV0",
    ]),
  );
  const expected = (n: number) =>
    Object.fromEntries(formulas.map(({ name }, index) => [name, resultOf(index, n)]));
  const { records: made } = await good("POST", `${table}/records/bulk`, {
    records: [{ N: 7 }, { N: null }, { N: 123_456 }],
  });
  const together = await good("POST", `${table}/records/list`, {});
  for (const [index, n] of [7, 0, 123_456].entries()) {
    const errors = n === 0 ? failed : undefined;
    for (const record of [made[index], together.records[index]]) {
      expect(record.fields).toMatchObject(expected(n));
      expect(record.errors).toEqual(errors);
    }
  }
  for (const [index, { name }] of formulas.entries()) {
    const { records } = await good("POST", `${table}/records/list`, { fields: [name] });
    expect([name, records.map(({ fields }: Body) => fields[name])]).toEqual([
      name,
      [7, 0, 123_456].map((n) => resultOf(index, n)),
    ]);
  }
  const patched = await good("PATCH", `${table}/records/${made[1].id}`, { record: { N: 9 } });
  expect(patched.fields).toMatchObject(expected(9));
  expect(patched.errors).toBeUndefined();
});
