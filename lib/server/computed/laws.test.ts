/** Laws of formulas in tables: lists, filters, sorts, groups, aggregates and exports give one answer. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { randomFormula, recordFields } from "../../../e2e/random-formula";
import { rounds, timeFor } from "../../../e2e/rounds";
import { fieldTypeOf } from "../../field-types";
import type { ResultType } from "../../field-types/computed/results";

// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
type Body = any;

let server: InProcess;
let base: string;
/** Path of the table with the fields that random formulas name. */
let place: string;
beforeAll(async () => {
  server = await startInProcess();
  await makeTables();
}, 120_000);
afterAll(() => server.stop());

const storedTypes = {
  number: "number",
  text: "long_text",
  checkbox: "checkbox",
  date: "date",
  datetime: "datetime",
} as const;
type Scalar = keyof typeof storedTypes;
const scalars = Object.keys(storedTypes) as Scalar[];

const values: Readonly<Record<Scalar, readonly unknown[]>> = {
  number: [12.5, 4, -0.1, 0, 9007199254740991, 1e-300, 123456789.98765, null],
  text: ["Ada", "👍🏽 é\n", "2026-03-29T02:30", `b, "c" \\ {d}`, "(a+)+$", "12.5", null],
  checkbox: [true, false],
  date: ["2026-03-29", "2024-02-29", "0001-01-01", "9999-12-31", null],
  datetime: [
    "2026-03-29T00:30:00.000Z",
    "2026-10-25T00:59:59.999Z",
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    null,
  ],
};

/** Formulas of each type that are in error. */
const failing: Readonly<Record<Scalar, string>> = {
  number: "1 / 0",
  text: `IF(1 / 0 = 1, "a")`,
  checkbox: "1 / 0 = 1",
  date: "IF(1 / 0 = 1, DATE(2026, 1, 1))",
  datetime: "IF(1 / 0 = 1, CREATED_TIME())",
};

async function good(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await server.call(method, path, body);
  expect(
    answer.status,
    `${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body.error)}`,
  ).toBeLessThan(300);
  return answer.body;
}

/** Makes a table with a field for each that random formulas name: stored ones, lookups, and formulas in error. */
async function makeTables(): Promise<void> {
  const zone = (type: Scalar) => (type === "datetime" ? { template: { timezone: "Europe/Berlin" } } : {});
  const stored = recordFields.filter(({ name, type }) => type in storedTypes && !name.endsWith("error"));
  const items = scalars.map((type) => ({ name: type, type: storedTypes[type], ...zone(type) }));
  const { id } = await good("POST", "/bases", {
    name: "Laws",
    tables: [
      { name: "Items", fields: [{ name: "Name", type: "single_line_text" }, ...items] },
      {
        name: "Things",
        fields: [
          { name: "Note", type: "single_line_text" },
          ...stored.map(({ name, type }) => ({
            name,
            type: storedTypes[type as Scalar],
            ...zone(type as Scalar),
          })),
          { name: "Links", type: "linked_record", template: { tableId: "Items" } },
          { name: "None", type: "linked_record", template: { tableId: "Items" } },
        ],
      },
    ],
  });
  base = `/bases/${id}`;
  place = `${base}/tables/Things`;
  for (const type of scalars) {
    const template = { formula: failing[type] };
    await good("POST", `${place}/fields`, { name: `${type} error`, type: "formula", template });
    await good("POST", `${base}/tables/Items/fields`, { name: `${type} error`, type: "formula", template });
  }
  for (const { name, type } of recordFields.filter((field) => field.type.endsWith("[]"))) {
    const item = type.replace("[]", "");
    const template = {
      linkFieldId: name.endsWith("blank") ? "None" : "Links",
      targetFieldId: name.endsWith("error") ? `${item} error` : item,
    };
    await good("POST", `${place}/fields`, { name, type: "lookup", template });
  }
  const valueAt = (type: Scalar, index: number) => values[type][index % values[type].length];
  const { records } = await good("POST", `${base}/tables/Items/records/bulk`, {
    records: [0, 1, 2, 3].map((index) =>
      Object.fromEntries(scalars.map((type) => [type, valueAt(type, index * 3)])),
    ),
  });
  const ids = records.map((record: Body) => record.id);
  await good("POST", `${place}/records/bulk`, {
    records: Array.from({ length: 8 }, (_, index) => ({
      Note: `${index}`,
      Links: ids.slice(0, index % 5),
      ...Object.fromEntries(
        stored
          .filter(({ name }) => !name.endsWith("blank"))
          .map(({ name, type }, at) => [name, valueAt(type as Scalar, at + index)]),
      ),
    })),
  });
}

/** Values of a formula by record id. */
type Results = ReadonlyMap<string, { readonly value: unknown; readonly error: string | undefined }>;

async function resultsOf(fieldId: string, request: object = {}): Promise<Results> {
  const { records } = await good("POST", `${place}/records/list`, request);
  return new Map(
    records.map(({ id, data, errors }: Body) => [id, { value: data[fieldId], error: errors?.[fieldId] }]),
  );
}

async function idsOf(request: object): Promise<string[]> {
  const { records } = await good("POST", `${place}/records/list`, { fields: ["Note"], ...request });
  return records.map(({ id }: Body) => id);
}

const fits: Record<ResultType, (value: unknown) => boolean> = {
  number: (value) => typeof value === "number" && Number.isFinite(value),
  text: (value) => typeof value === "string" && value !== "",
  checkbox: (value) => typeof value === "boolean",
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  datetime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  list: (value) => Array.isArray(value) && value.every((item) => item !== null && item !== ""),
};

function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}

const changing = /NOW|TODAY|LAST_MODIFIED_TIME/;

test(
  "a random formula gives one answer in all requests",
  async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (pick) => {
        const formula = randomFormula(pick);
        const draft = { name: "Result", type: "formula", template: { formula } };
        const { status, body: field } = await server.call("POST", `${place}/fields`, draft);
        expect([formula, status === 201 || status === 400, field.error?.message]).toEqual([
          formula,
          true,
          status === 201 ? undefined : expect.any(String),
        ]);
        if (status !== 201) return;
        accepted += 1;
        try {
          await expectOneAnswer(field, formula);
        } catch (error) {
          throw new Error(`${formula}: ${(error as Error).message}`, { cause: error });
        } finally {
          await server.call("DELETE", `${place}/fields/${field.id}`);
        }
      }),
      { numRuns: rounds.formulaFields },
    );
    expect(accepted).toBeGreaterThan(rounds.formulaFields / 4);
  },
  timeFor(rounds.formulaFields, 5),
);

async function expectOneAnswer(field: Body, formula: string): Promise<void> {
  const results = await resultsOf(field.id);
  const type: ResultType = field.template.resultType;
  for (const { value, error } of results.values()) {
    expect(error === undefined || value === null, formula).toBe(true);
    // A blank is null, except of types that have an own empty value.
    const isBlank = value === null && (error !== undefined || !["checkbox", "list"].includes(type));
    expect(isBlank || fits[type](value), `${formula} gave ${JSON.stringify(value)}`).toBe(true);
  }
  await expectSingleRecords(field, results, formula);
  await expectFilters(field, results, formula);
  if (type !== "list") await expectOrder(field, results, formula);
  await expectSums(field, results, formula);
  await expectExport(field, results, formula);
  await expectHealing(field, results, formula);
}

async function expectSingleRecords({ id }: Body, results: Results, formula: string): Promise<void> {
  const [recordId = "", result] = [...results][3] ?? [];
  const one = await good("GET", `${place}/records/${recordId}`);
  expect([formula, one.data[id], one.errors?.[id]]).toEqual([formula, result?.value, result?.error]);
  if (changing.test(formula)) return;
  const patched = await good("PATCH", `${place}/records/${recordId}`, { record: { Note: "changed" } });
  expect([formula, patched.data[id], patched.errors?.[id]]).toEqual([formula, result?.value, result?.error]);
}

async function expectFilters({ id, template }: Body, results: Results, formula: string): Promise<void> {
  const where = (passes: (value: unknown) => boolean) =>
    [...results].filter(([, { value }]) => passes(value)).map(([recordId]) => recordId);
  const filtered = (condition: object) => idsOf({ filter: { field: id, ...condition } });
  const isCheckbox = template.resultType === "checkbox";
  if (!isCheckbox) {
    expect([formula, await filtered({ is_empty: true })]).toEqual([formula, where(isEmpty)]);
    expect([formula, await filtered({ is_not_empty: true })]).toEqual([
      formula,
      where((value) => !isEmpty(value)),
    ]);
  }
  const present = [...results.values()].map(({ value }) => value).find((value) => !isEmpty(value));
  if (present === undefined || template.resultType === "list") return;
  // Requests take whole numbers only as far as JSON keeps them exactly.
  if (Number.isInteger(present) && !Number.isSafeInteger(present)) return;
  if (template.resultType === "text") {
    if (String(present).length > 1_000) return;
    expect(await filtered({ equals: present }), formula).toEqual(
      expect.arrayContaining(where((value) => value === present)),
    );
    return;
  }
  expect([formula, await filtered({ equals: present })]).toEqual([
    formula,
    where((value) => value === present),
  ]);
  if (isCheckbox) return;
  const greater = where((value) => !isEmpty(value) && (value as number) > (present as number));
  expect([formula, await filtered({ greater_than: present })]).toEqual([formula, greater]);
}

async function expectOrder({ id, template }: Body, results: Results, formula: string): Promise<void> {
  const sorted = async (direction: string) => {
    const found = await resultsOf(id, { sort: [{ field: id, direction }] });
    expect(found.size, formula).toBe(results.size);
    return [...found.values()].map(({ value }) => value);
  };
  const [up, down] = [await sorted("asc"), await sorted("desc")];
  const filled = (all: readonly unknown[]) => all.filter((value) => !isEmpty(value));
  // Empty values are together.
  for (const all of [up, down]) {
    const places = all.flatMap((value, index) => (isEmpty(value) ? [index] : []));
    expect((places.at(-1) ?? 0) - (places[0] ?? 0) + 1, formula).toBe(Math.max(places.length, 1));
  }
  if (template.resultType === "text") return;
  const inOrder = filled([...results.values()].map(({ value }) => value)).sort((a, b) =>
    (a as number) < (b as number) ? -1 : Number((a as number) > (b as number)),
  );
  expect([formula, filled(up)]).toEqual([formula, inOrder]);
  expect([formula, filled(down)]).toEqual([formula, inOrder.toReversed()]);
}

async function expectSums({ id, template }: Body, results: Results, formula: string): Promise<void> {
  const all = [...results.values()].map(({ value }) => value);
  const filled = all.filter((value) => !isEmpty(value));
  const isList = template.resultType === "list";
  const functions = ["count_filled", "count_empty", ...(isList ? [] : ["count_unique"])];
  const { groups } = await good("POST", `${place}/records/aggregate`, {
    aggregates: functions.map((name) => ({ field: id, function: name })),
  });
  const unique = template.resultType === "checkbox" ? undefined : new Set(filled).size;
  expect([formula, groups[0].values.slice(0, 2)]).toEqual([
    formula,
    [filled.length, all.length - filled.length],
  ]);
  if (!isList && unique !== undefined && template.resultType !== "text")
    expect([formula, groups[0].values[2]]).toEqual([formula, unique]);
  if (isList) return;
  const grouped = await good("POST", `${place}/records/aggregate`, {
    groupBy: [{ field: id }],
    aggregates: [],
  });
  const counts = new Map<unknown, number>();
  for (const value of all) {
    const key = isEmpty(value) ? "empty" : value;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const given = new Map(
    grouped.groups.map(({ key, count }: Body) => [isEmpty(key[id]) ? "empty" : key[id], count]),
  );
  if (template.resultType !== "text") expect([formula, given]).toEqual([formula, counts]);
}

async function expectExport(field: Body, results: Results, formula: string): Promise<void> {
  const query = `format=json&values=text&fields=${encodeURIComponent(JSON.stringify([field.id]))}`;
  const exported = await good("GET", `${place}/records/export?${query}`);
  const { toText } = fieldTypeOf(field);
  const texts = [...results.values()].map(({ value }) =>
    value === null ? "" : toText(value, field.template),
  );
  expect([formula, exported.map((row: Body) => row.Result ?? "")]).toEqual([formula, texts]);
}

/** Deletes a field that the formula reads, and undoes it. */
async function expectHealing({ id }: Body, results: Results, formula: string): Promise<void> {
  const [, read] = /\{([^}]+)\}/.exec(formula.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")) ?? [];
  if (read === undefined || changing.test(formula)) return;
  const { dependents } = await good("DELETE", `${place}/fields/${encodeURIComponent(read)}`);
  expect(
    dependents.map(({ fieldId }: Body) => fieldId),
    formula,
  ).toContain(id);
  // A result that does not depend on the field, such as that of another branch, stays.
  const without = await resultsOf(id);
  for (const [recordId, { value, error }] of /ERROR/.test(formula) ? [] : without) {
    const kept = results.get(recordId);
    expect(error === "REF" || (value === kept?.value && error === kept?.error), formula).toBe(true);
  }
  await good("POST", `${base}/undo`);
  expect([formula, [...(await resultsOf(id))]]).toEqual([formula, [...results]]);
}
