import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { ATable } from "./a-table";

interface Listed {
  readonly id: string;
  readonly fields: { readonly [name: string]: unknown };
}

interface Made extends Listed {
  readonly createdAt: string;
}

const stages = { options: [{ label: "Open" }, { label: "Won" }, { label: "Lost" }] };

const people = {
  name: "People",
  fields: [
    { name: "Name", type: "single_line_text" },
    { name: "Age", type: "number" },
    { name: "Stage", type: "single_select", template: stages },
    { name: "Tags", type: "multiple_select", template: { options: [{ label: "red" }, { label: "blue" }] } },
    { name: "Done", type: "checkbox" },
    { name: "Due", type: "date" },
    { name: "At", type: "datetime" },
    { name: "Source", type: "source" },
    { name: "Made", type: "created_time" },
    { name: "createdAt", type: "single_line_text" },
  ],
};

const rows = [
  { Name: "Ada", Age: 36, Stage: "Won", Tags: ["red"], Done: true, Due: "2026-01-31", createdAt: "long ago" },
  { Name: "bob", Age: -1.5, Stage: "Open", Tags: ["red", "blue"], At: "2026-01-31T23:30:00Z" },
  { Name: "", Due: "2025-12-31" },
  { Name: "100%_\\", Age: 7, Stage: "Lost" },
];

let table: ATable;

test.beforeEach(async ({ request, apiKey }) => {
  table = await ATable.make(request, apiKey, [people]);
  await table.good("POST", "/records/bulk", { records: rows });
});

/** Invalid lists, with the path and message of the error. */
const wrong: readonly (readonly [object, string])[] = [
  [{ filter: [] }, "filter takes { field"],
  [{ filter: { field: "Name" } }, "filter takes { field"],
  [{ filter: { equals: "x" } }, "filter.field is required"],
  [{ filter: { field: "Nope", equals: "x" } }, 'filter.field names "Nope"'],
  [{ filter: { and: [{ field: "Nope", equals: "x" }] } }, 'filter.and[0].field names "Nope"'],
  [{ filter: { field: "Name", eq: "x" } }, "filter.eq is not an operator"],
  [{ filter: { field: "Name", equals: "x", in: ["x"] } }, "filter.in is a second operator"],
  [{ filter: { and: [], or: [] } }, "filter.or cannot be combined with"],
  [{ filter: { or: [{ and: [], field: "Name" }] } }, "filter.or[0].field cannot be combined with"],
  [{ filter: { field: "Name", equals: null } }, "filter.equals takes a value, not null"],
  [{ filter: { field: "Name", contains: "" } }, "filter.contains cannot be empty"],
  [{ filter: { field: "Name", is_empty: false } }, "filter.is_empty takes true"],
  [{ filter: { field: "Name", equals: 5 } }, "filter.equals takes text"],
  [{ filter: { field: "Name", greater_than: "a" } }, "filter.greater_than cannot be used with"],
  [{ filter: { field: "Age", contains: "3" } }, "filter.contains cannot be used with"],
  [{ filter: { field: "Age", equals: "many" } }, "filter.equals takes a number"],
  [{ filter: { field: "Age", in: [1, "x"] } }, "filter.in[1] takes a number"],
  [{ filter: { field: "Stage", equals: "open" } }, 'filter.equals has no option "open"'],
  [{ filter: { field: "Stage", in: ["Open", "Nope"] } }, 'filter.in[1] has no option "Nope"'],
  [{ filter: { field: "Tags", contains: "re" } }, 'filter.contains has no option "re"'],
  [{ filter: { field: "Tags", starts_with: "re" } }, "filter.starts_with cannot be used with"],
  [{ filter: { field: "Done", is_empty: true } }, "filter.is_empty cannot be used with"],
  [{ filter: { field: "Done", equals: "true" } }, "filter.equals takes true or false"],
  [{ filter: { field: "Due", less_than: "2026-02-30" } }, "filter.less_than takes a date"],
  [{ filter: { field: "At", less_than: "the other day" } }, "filter.less_than takes a timestamp"],
  [{ filter: { field: "Source", equals: "API" } }, "filter.equals takes ui, public_api, import, form, mcp"],
  [{ filter: { field: "id", equals: "1" } }, "filter.equals takes a record id"],
  [{ filter: nested(11) }, "filter nests and/or 11 deep"],
  [{ filter: { or: Array(201).fill({ field: "Name", equals: "x" }) } }, "filter has 201 conditions"],
  [{ sort: [{ field: "Nope" }] }, 'sort[0].field names "Nope"'],
  [{ sort: [{ fieldId: "Tags" }] }, 'sort[0].fieldId names "Tags" (multiple_select)'],
  [{ sort: [{ field: "Age", fieldId: "Age" }] }, "sort[0].fieldId cannot be combined with"],
  [{ sort: [{ field: "Age" }, { field: "Age" }] }, 'sort[1].field repeats "Age"'],
  [{ sort: [{ field: "Age", direction: "up" }] }, "sort[0].direction takes"],
  [{ sort: [{}] }, "sort[0] needs the name or id of a field"],
  [{ fields: ["Name", "Nope"] }, 'fields[1] names "Nope"'],
  [{ fields: ["Name", "Name"] }, 'fields[1] repeats "Name"'],
  [{ limit: 2001 }, "limit takes 2000 or less"],
  [{ limit: 0 }, "limit takes 1 or more"],
  [{ offset: -1 }, "offset takes 0 or more"],
  [{ cursor: "nonsense" }, "cursor takes the nextCursor"],
  [{ cursor: "x", offset: 1 }, 'offset cannot be combined with "cursor"'],
  [{ page: 2 }, "page is not a known key"],
];

test("an invalid list is refused with the path of the problem", async () => {
  for (const [body, expected] of wrong) {
    const problems = await table.problems("POST", "/records/list", body);
    expect(problems.join("\n"), JSON.stringify(body)).toContain(expected);
    expect(problems).toHaveLength(1);
  }
  expect((await table.call("POST", "/records/list", { viewId: "vNope" })).status()).toBe(404);
});

test("a filter may nest ten deep and hold two hundred conditions", async () => {
  expect(await names({ filter: nested(10) })).toEqual(["Ada"]);
  expect(await names({ filter: { or: Array(200).fill({ field: "Name", equals: "Ada" }) } })).toEqual(["Ada"]);
});

test("empty groups: `and` matches all records, `or` none", async () => {
  expect(await names({ filter: { and: [] } })).toHaveLength(rows.length);
  expect(await names({ filter: { or: [] } })).toEqual([]);
});

test("a field takes precedence over an attribute of the same name", async () => {
  expect(await names({ filter: { field: "createdAt", equals: "long ago" } })).toEqual(["Ada"]);
  expect(await names({ filter: { field: "updatedAt", greater_than: "2020-01-01" } })).toHaveLength(
    rows.length,
  );
});

test("times, sources and ids can be filtered", async () => {
  const { records } = await table.good("POST", "/records/list", {});
  const made = records[0].createdAt;
  expect(await names({ filter: { field: "Made", equals: made } })).toContain("Ada");
  expect(await names({ filter: { field: "Made", less_than: made.slice(0, 10) } })).toEqual([]);
  expect(await names({ filter: { field: "Made", is_empty: true } })).toEqual([]);
  expect(await names({ filter: { field: "Source", in: ["public_api"] } })).toHaveLength(rows.length);
  expect(await names({ filter: { field: "Source", does_not_equal: "public_api" } })).toEqual([]);
  expect(await names({ filter: { field: "id", not_in: [records[0].id.toUpperCase()] } })).not.toContain(
    "Ada",
  );
  expect(await names({ filter: { field: "At", equals: "2026-01-31" } })).toEqual(["bob"]);
});

test("records of the same time are ordered by the next sort", async () => {
  // Renamed, so that it does not hide the system property.
  await table.good("PATCH", "/fields/createdAt", { name: "When" });
  const records = Array.from({ length: 100 }, (_, index) => ({ Name: `n${index + 100}` }));
  await table.good("POST", "/records/bulk", { records });
  const sort = [{ field: "createdAt" }, { field: "Name", direction: "desc" }];
  const asked = { sort, filter: { field: "Name", starts_with: "n" } };
  const listed: Made[] = (await table.good("POST", "/records/list", asked)).records;
  const standing = ({ createdAt, fields }: Made) =>
    Date.parse(createdAt) * 1_000 - Number(String(fields.Name).slice(1));
  expect(listed).toEqual(listed.toSorted((one, other) => standing(one) - standing(other)));
});

test("search finds what a cell shows", async ({ request, apiKey }) => {
  const shown = await ATable.make(request, apiKey, [
    {
      name: "Shown",
      fields: [
        { name: "Name", type: "single_line_text" },
        { name: "Share", type: "percent" },
        {
          name: "Price",
          type: "currency",
          template: { currencySymbol: "CHF ", numberFormat: "space_comma" },
        },
        { name: "Amount", type: "number", template: { decimalPlaces: 2 } },
        { name: "Time", type: "duration" },
        { name: "No", type: "autonumber", template: { prefix: "INV-", padding: 4 } },
        { name: "Due", type: "date" },
        { name: "Paid", type: "date", template: { dateFormat: "eu" } },
        { name: "At", type: "datetime", template: { timezone: "Asia/Kolkata" } },
      ],
    },
  ]);
  const records = [
    { Name: "one", Share: 0.25, Price: -1234.5, Due: "2026-01-31", At: "2026-01-31T23:30:00Z" },
    { Name: "two", Share: 1.5, Amount: 0.125, Time: 5_400, Paid: "2025-12-01" },
  ];
  await shown.good("POST", "/records/bulk", { records });
  const found = async (search: string) => {
    const { records: all } = await shown.good("POST", "/records/list", { search });
    return all.map(({ fields }: Listed) => fields.Name);
  };
  for (const search of [
    "25%",
    "-chf 1 234,50",
    "Jan 31, 2026",
    "jan 31",
    "5:00 am",
    "Feb 1, 2026 5:00",
    "INV-0001",
    "5:00\u202fAM",
  ]) {
    expect(await found(search), search).toEqual(["one"]);
  }
  for (const search of ["150%", "1:30", "0.13", "0.125", "01/12/2025", "v-0002"]) {
    expect(await found(search), search).toEqual(["two"]);
  }
  for (const search of ["26%", "%25", "31/01", "jan 30", "1:31", "INV-1", "pm"]) {
    expect(await found(search), search).toEqual([]);
  }
});

test("a search covers the text of every value", async () => {
  for (const search of ["ADA", "won", "36", "2026-01-31"]) {
    expect(await names({ search, fields: ["Name"] }), search).toContain("Ada");
  }
  expect(await names({ search: "%_\\" })).toEqual(["100%_\\"]);
  expect(await names({ search: "true" })).toEqual([]);
  expect(await names({ search: "blue" })).toEqual(["bob"]);
  expect(await names({ search: "" })).toHaveLength(rows.length);
});

test("a page has only the requested fields, in both maps", async () => {
  const { records } = await table.good("POST", "/records/list", { fields: ["Age"], limit: 1 });
  expect(records[0].fields).toEqual({ Age: 36 });
  expect(Object.values(records[0].data)).toEqual([36]);
});

test("lists can be requested with GET", async () => {
  const query = new URLSearchParams({
    filter: JSON.stringify({ field: "Age", is_not_empty: true }),
    sort: JSON.stringify([{ field: "Age", direction: "desc" }]),
    fields: JSON.stringify(["Name"]),
    limit: "2",
    total: "false",
  });
  const page = await table.good("GET", `/records?${query}`);
  expect(page.records.map(({ fields }: Listed) => fields)).toEqual([{ Name: "Ada" }, { Name: "100%_\\" }]);
  expect(page).toMatchObject({ total: null, hasMore: true });
  query.set("cursor", page.nextCursor);
  expect(await table.good("GET", `/records?${query}`)).toMatchObject({ hasMore: false, nextCursor: null });
  const wrong = {
    "limit=many": "limit takes a number, not text",
    "total=yes": "total takes true or false, not text",
    "sort=Name": "sort takes a list, not text",
    "filter={": 'filter is not valid JSON: "{"',
  };
  for (const [parameter, problem] of Object.entries(wrong)) {
    expect(await table.problems("GET", `/records?${parameter}`)).toEqual([problem]);
  }
  expect(await table.problems("GET", "/records?where=1")).toEqual([
    expect.stringMatching(
      /^where is not a known query parameter\. Known parameters: limit, offset, cursor, /,
    ),
  ]);
  expect(await table.problems("GET", "/records?search=%00")).toEqual([
    expect.stringMatching(/^search contains a NUL/),
  ]);
});

test("filters in the older form are accepted", async () => {
  const names = async (filters: unknown) => {
    const { records } = await table.good(
      "GET",
      `/records?filters=${encodeURIComponent(JSON.stringify(filters))}`,
    );
    const { records: posted } = await table.good("POST", "/records/list", { filters });
    expect(posted).toEqual(records);
    return records.map(({ fields }: Listed) => fields.Name);
  };
  const all = await names({});
  expect(await names({ Name: "Ada" })).toEqual(["Ada"]);
  expect(await names({ Name: { contains: "AD" } })).toContain("Ada");
  expect(await names({ Name: { in: ["Ada"] }, Age: { gte: 0, lt: 1_000 } })).toEqual(["Ada"]);
  expect(await names({ Name: { not: "Ada" } })).toEqual(all.filter((name: unknown) => name !== "Ada"));
  expect(await names({ Name: { in: [] } })).toEqual([]);
  expect(await names({ Name: { notIn: [] } })).toEqual(all);
  const given = new Set([...(await names({ Age: { not: null } })), ...(await names({ Age: null }))]);
  expect(given).toEqual(new Set(all));
  expect(await table.problems("POST", "/records/list", { filters: { Age: { above: 1 } } })).toEqual([
    expect.stringMatching(/^filters.Age.above is not an operator; use one of equals, not, /),
  ]);
  for (const [filters, problem] of [
    [{ Nobody: 1 }, /^filters\.Nobody names "Nobody", which is not a field of this table/],
    [{ Age: "old" }, /^filters\.Age takes a number/],
    [{ Name: { contains: "" } }, /^filters\.Name cannot be empty/],
    [{ Age: { gte: {} } }, /^filters\.Age takes a value, a list of values, or operators such as /],
    [{ Age: true, Name: { lt: 1 } }, /^filters\.Age /],
  ] as [object, RegExp][]) {
    const [first] = await table.problems("POST", "/records/list", { filters });
    expect(first).toMatch(problem);
  }
  expect(await table.problems("POST", "/records/list", { filters: {}, filter: { and: [] } })).toEqual([
    'filters cannot be combined with "filter"; give one',
  ]);
});

test("a cursor is bound to its sort, filter and search", async () => {
  const asked = { sort: [{ field: "Age" }], filter: { field: "Name", is_not_empty: true }, limit: 1 };
  const { nextCursor: cursor } = await table.good("POST", "/records/list", asked);
  await table.good("POST", "/records/list", { ...asked, cursor, limit: 2, fields: ["Name"], total: false });
  for (const other of [
    { sort: [{ field: "Age", direction: "desc" }] },
    { sort: [] },
    { filter: { field: "Name", is_empty: true } },
    { filter: undefined },
    { search: "a" },
    { cursor: `${cursor.slice(0, -2)}AA` },
    { cursor: `${cursor}=` },
    { cursor: "" },
  ]) {
    const problems = await table.problems("POST", "/records/list", { ...asked, cursor, ...other });
    expect(problems, JSON.stringify(other)).toEqual([expect.stringMatching(/^cursor /)]);
  }
});

test("a cursor survives inserts and deletes: nothing twice, nothing skipped", async () => {
  for (const sort of [undefined, [{ field: "Stage", direction: "desc" }, { field: "Name" }]]) {
    const { records: all } = await table.good("POST", "/records/list", { sort });
    const first = await table.good("POST", "/records/list", { sort, limit: 2 });
    await table.good("DELETE", `/records/${first.records[1].id}`);
    await table.good("POST", "/records", { record: { Name: "first of all", Stage: "Lost" } });
    const rest = await table.good("POST", "/records/list", { sort, limit: 2000, cursor: first.nextCursor });
    const old = new Set(all.map(({ id }: Listed) => id));
    const seen = [...first.records, ...rest.records].map(({ id }: Listed) => id).filter((id) => old.has(id));
    expect(seen).toEqual(all.map(({ id }: Listed) => id));
  }
});

for (const direction of ["asc", "desc"]) {
  for (const [what, meanwhile] of Object.entries({
    stays: async () => {},
    "gets another text": (place: string) => texts.good("PATCH", place, { record: { Text: "z" } }),
    "gets another ending": (place: string) => texts.good("PATCH", place, { record: { Text: `${opening}0` } }),
    "is deleted": (place: string) => texts.good("DELETE", place),
  })) {
    test(`long texts, ${direction}: pages by GET are complete if the last record ${what}`, async ({
      request,
      apiKey,
    }) => {
      const field = { name: "Text", type: "long_text" };
      texts = await ATable.make(request, apiKey, [{ name: "Texts", fields: [field] }]);
      const endings = ["", "a", "A", "b", "B", "é", "🙂", "z", "\u0301"];
      const long = endings.map((ending) => opening + ending + "x".repeat(9_000));
      await texts.good("POST", "/records/bulk", {
        records: ["a", "the", "thee", "z", "", ...long].map((Text) => ({ Text })),
      });
      const sort = [{ field: "Text", direction }];
      const { records: all } = await texts.good("POST", "/records/list", { sort });
      const query = new URLSearchParams({ sort: JSON.stringify(sort), limit: "3" });
      const seen: string[] = [];
      let isMoved = false;
      for (;;) {
        const { records, nextCursor } = await texts.good("GET", `/records?${query}`);
        seen.push(...records.map(({ id }: Listed) => id));
        if (nextCursor === null) break;
        const last: Listed = records.at(-1);
        if (!isMoved && String(last.fields.Text).length > 1_000) {
          await meanwhile(`/records/${last.id}`);
          isMoved = true;
        }
        query.set("cursor", nextCursor);
      }
      expect(isMoved).toBe(true);
      const ids = all.map(({ id }: Listed) => id);
      if (what === "stays") expect(seen).toEqual(ids);
      expect([...new Set(seen)].toSorted()).toEqual(ids.toSorted());
    });
  }
}

let texts: ATable;
/** Longer than the part of a text in a cursor. */
const opening = "the same words at the beginning of each text, again and again ".repeat(20);

test("a view applies its filter, sorts and hidden fields", async () => {
  const { id: viewId } = await table.good("POST", "/views", {
    name: "Grown up",
    type: "grid",
    config: {
      filter: { field: "Age", greater_than: 0 },
      sorts: [{ fieldId: "Age", direction: "asc" }],
      hiddenFieldIds: ["Tags", "Done"],
    },
  });
  expect(await names({ viewId })).toEqual(["100%_\\", "Ada"]);
  expect(await names({ viewId, sort: [{ field: "Age", direction: "desc" }] })).toEqual(["Ada", "100%_\\"]);
  expect(await names({ viewId, filter: { field: "Stage", equals: "Won" } })).toEqual(["Ada"]);
  const { records } = await table.good("POST", "/records/list", { viewId, limit: 1 });
  expect(Object.keys(records[0].fields)).not.toContain("Tags");
  const { records: asked } = await table.good("POST", "/records/list", {
    viewId,
    fields: ["Tags"],
    limit: 1,
  });
  expect(asked[0].fields).toEqual({ Tags: [] });
});

test("a view without sorts follows the manual order", async () => {
  const { views } = await table.good("GET", "");
  const { records } = await table.good("POST", "/records/list", {});
  await table.good("POST", "/records/move", { recordIds: [records[3].id], after: null });
  expect(await names({ viewId: views[0].id })).toEqual(["100%_\\", "Ada", "bob", ""]);
  expect(await names({})).toEqual(["Ada", "bob", "", "100%_\\"]);
  const first = await table.good("POST", "/records/list", { viewId: views[0].id, limit: 1 });
  expect(await names({ viewId: views[0].id, cursor: first.nextCursor })).toEqual(["Ada", "bob", ""]);
});

test("aggregates of all records", async () => {
  const functions = [
    "count",
    "count_empty",
    "count_filled",
    "count_unique",
    "sum",
    "average",
    "median",
    "min",
    "max",
    "range",
    "percent_empty",
    "percent_filled",
    "percent_unique",
  ];
  const aggregates = functions.map((name) => ({ field: "Age", function: name }));
  expect(await table.good("POST", "/records/aggregate", { aggregates })).toEqual({
    groups: [
      { key: {}, count: 4, values: [4, 1, 3, 3, 41.5, 41.5 / 3, 7, -1.5, 36, 37.5, 0.25, 0.75, 0.75] },
    ],
    hasMore: false,
  });
  const none = await table.good("POST", "/records/aggregate", { aggregates, filter: { or: [] } });
  expect(none.groups).toEqual([{ key: {}, count: 0, values: [0, 0, 0, 0, 0, ...Array(8).fill(null)] }]);
});

test("aggregates by group", async () => {
  const { fields } = await table.good("GET", "/fields");
  const stageId = fields.find(({ name }: { name: string }) => name === "Stage").id;
  const { groups } = await table.good("POST", "/records/aggregate", {
    filter: { field: "Name", does_not_equal: "bob" },
    groupBy: [{ field: "Stage", direction: "desc" }],
    aggregates: [
      { field: "Due", function: "max" },
      { field: "Tags", function: "count_filled" },
    ],
  });
  expect(groups).toEqual([
    { key: { [stageId]: "Lost" }, count: 1, values: [null, 0] },
    { key: { [stageId]: "Won" }, count: 1, values: ["2026-01-31", 1] },
    { key: { [stageId]: null }, count: 1, values: ["2025-12-31", 0] },
  ]);
});

test("an invalid aggregate is refused with the path of the problem", async () => {
  const problems = await table.problems("POST", "/records/aggregate", {
    groupBy: [{ field: "Tags" }, { field: "Stage" }, { field: "Stage" }],
    aggregates: [
      { field: "Name", function: "sum" },
      { field: "Nope", function: "count" },
    ],
  });
  expect(problems).toEqual([
    expect.stringMatching(/^groupBy\[0\]\.field names "Tags"/),
    expect.stringMatching(/^groupBy\[2\]\.field repeats "Stage"/),
    expect.stringMatching(/^aggregates\[0\]\.function cannot be used with "Name"/),
    expect.stringMatching(/^aggregates\[1\]\.field names "Nope"/),
  ]);
});

async function names(body: object): Promise<unknown[]> {
  const { records } = await table.good("POST", "/records/list", body);
  return records.map(({ fields }: Listed) => fields.Name);
}

function nested(depth: number): object {
  return depth === 0 ? { field: "Name", equals: "Ada" } : { and: [nested(depth - 1)] };
}

test(
  "search, sorts and matches work with the maximum number of fields",
  long,
  async ({ request, apiKey }) => {
    test.slow();
    const names = Array.from({ length: 500 }, (_, index) => `F${index}`);
    const fields = names.map((name) => ({ name, type: "single_line_text" }));
    const wide = await ATable.make(request, apiKey, [{ name: "Wide", fields }]);
    const rowOf = (text: string) => Object.fromEntries(names.map((name) => [name, `${text} ${name}`]));
    await wide.good("POST", "/records/bulk", { records: [rowOf("a"), rowOf("b"), rowOf("c")] });
    const sort = names.map((field) => ({ field, direction: "desc" }));
    const first = await wide.good("POST", "/records/list", { search: "F499", sort, limit: 2 });
    const rest = await wide.good("POST", "/records/list", { search: "F499", sort, cursor: first.nextCursor });
    const found = [...first.records, ...rest.records].map(({ fields }) => fields.F0);
    expect(found).toEqual(["c F0", "b F0", "a F0"]);
    const { updated } = await wide.good("POST", "/records/bulk", { records: [rowOf("b")], matchOn: names });
    expect(updated).toBe(1);
  },
);
