/** Filters and sorts by links, lookups and attachments, with examples; `filters.spec.ts` tests them at random. */
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { ATable } from "./a-table";
import type { Thing } from "./reference-list";

const options = { options: [{ label: "Straße" }, { label: "Dach" }] };

let jobs: ATable;
let people: ATable;
/** The ids of the people by their names. */
let ids: { [name: string]: string };

test.beforeEach(async ({ request, apiKey }) => {
  const name = { name: "Name", type: "single_line_text" };
  jobs = await ATable.make(request, apiKey, [
    { name: "Jobs", fields: [name, { name: "Plans", type: "attachments" }] },
    {
      name: "People",
      fields: [
        name,
        { name: "Age", type: "number" },
        { name: "Skill", type: "single_select", template: options },
        { name: "Here", type: "checkbox" },
        { name: "Born", type: "date" },
        { name: "Papers", type: "attachments" },
      ],
    },
  ]);
  people = jobs.beside("People");
  await jobs.good("POST", "/fields", {
    name: "Team",
    type: "linked_record",
    template: { tableId: "People" },
  });
  for (const target of ["Name", "Age", "Skill", "Here", "Born", "Papers"]) {
    const template = { linkFieldId: "Team", targetFieldId: target };
    await jobs.good("POST", "/fields", { name: `Team ${target}`, type: "lookup", template });
  }
  const passport = await people.upload("Pass ÉMILE.pdf");
  const plan = await jobs.upload("Grundriß 50%.png");
  const { records: made }: { records: Thing[] } = await people.good("POST", "/records/bulk", {
    records: [
      { Name: "Émile", Age: 36.5, Skill: "Straße", Here: true, Born: "1990-02-28", Papers: [passport] },
      { Name: "Bob", Age: -1, Skill: "Dach" },
      { Name: "ΟΔΥΣΣΕΎΣ" },
    ],
  });
  ids = Object.fromEntries(made.map(({ id, fields }) => [String(fields.Name), id]));
  await jobs.good("POST", "/records/bulk", {
    records: [
      { Name: "roof", Team: [ids.Bob, ids.Émile], Plans: [plan] },
      { Name: "road", Team: [ids.ΟΔΥΣΣΕΎΣ] },
      { Name: "rest" },
    ],
  });
});

test("links are filtered by the ids of their records", async () => {
  expect(await names({ field: "Team", contains: ids.Bob })).toEqual(["roof"]);
  expect(await names({ field: "Team", contains: ids.Bob?.toUpperCase() })).toEqual(["roof"]);
  expect(await names({ field: "Team", does_not_contain: ids.Bob })).toEqual(["road", "rest"]);
  expect(await names({ field: "Team", in: [ids.Émile, ids.ΟΔΥΣΣΕΎΣ] })).toEqual(["roof", "road"]);
  expect(await names({ field: "Team", in: [] })).toEqual([]);
  expect(await names({ field: "Team", contains: "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23" })).toEqual([]);
  expect(await names({ field: "Team", is_empty: true })).toEqual(["rest"]);
  expect(await names({ field: "Team", is_not_empty: true })).toEqual(["roof", "road"]);
  const { fields } = await jobs.good("GET", "");
  const { id } = fields.find((field: { name: string }) => field.name === "Team");
  expect(await names({ field: id, contains: ids.Bob })).toEqual(["roof"]);
});

test("links are filtered from the inverse side too", async () => {
  const [roof] = await listed(jobs, {});
  const filter = { field: "Jobs", contains: roof?.id };
  expect((await listed(people, { filter })).map(({ fields }) => fields.Name)).toEqual(["Émile", "Bob"]);
  expect((await listed(people, { search: "ROAD" })).map(({ fields }) => fields.Name)).toEqual(["ΟΔΥΣΣΕΎΣ"]);
});

const lookups: [filter: { [key: string]: unknown }, passing: string[]][] = [
  [{ field: "Team Name", contains: "ém" }, ["roof"]],
  [{ field: "Team Name", contains: "σεύς" }, ["road"]],
  [{ field: "Team Name", in: ["Bob"] }, ["roof"]],
  [{ field: "Team Name", in: ["bob"] }, []],
  [{ field: "Team Name", in: ["nobody", "ΟΔΥΣΣΕΎΣ"] }, ["road"]],
  [{ field: "Team Name", does_not_contain: "bo" }, ["road", "rest"]],
  [{ field: "Team Name", is_empty: true }, ["rest"]],
  [{ field: "Team Age", contains: "6.5" }, ["roof"]],
  [{ field: "Team Age", in: ["-1"] }, ["roof"]],
  [{ field: "Team Age", is_empty: true }, ["road", "rest"]],
  [{ field: "Team Skill", contains: "STRA" }, ["roof"]],
  [{ field: "Team Skill", in: ["Dach"] }, ["roof"]],
  [{ field: "Team Here", in: ["true"] }, ["roof"]],
  [{ field: "Team Here", contains: "false" }, ["roof", "road"]],
  [{ field: "Team Born", contains: "-02-2" }, ["roof"]],
  [{ field: "Team Papers", contains: "pass émile" }, ["roof"]],
  [{ field: "Team Papers", is_not_empty: true }, ["roof"]],
];
test("a lookup is filtered as a list of texts", long, async () => {
  for (const [filter, passing] of lookups) {
    expect(await names(filter), JSON.stringify(filter)).toEqual(passing);
  }
});

test("attachments are filtered by the names of their files", long, async () => {
  expect(await names({ field: "Plans", contains: "GRUNDRISS" })).toEqual([]);
  expect(await names({ field: "Plans", contains: "grundriß 50%" })).toEqual(["roof"]);
  expect(await names({ field: "Plans", does_not_contain: ".png" })).toEqual(["road", "rest"]);
  expect(await names({ field: "Plans", is_empty: true })).toEqual(["road", "rest"]);
  expect(await names({ field: "Plans", is_not_empty: true })).toEqual(["roof"]);
});

test("a search covers names of linked records, lookups and file names", async () => {
  const found = async (search: string) => (await listed(jobs, { search })).map(({ fields }) => fields.Name);
  for (const search of ["ÉMILE", "bob", "36.5", "straße", "1990-02", "pass é", "GRUNDRIß", "50%"]) {
    expect(await found(search), search).toEqual(["roof"]);
  }
  // Does not match across two values, nor the id of a record.
  for (const search of ["bob émile", ids.Bob ?? ""]) {
    expect(await found(search), search).toEqual([]);
  }
  expect(await found("ro")).toEqual(["roof", "road"]);
});

test("a search uses current values", long, async () => {
  const found = async (search: string) => (await listed(jobs, { search })).map(({ fields }) => fields.Name);
  await people.good("PATCH", `/records/${ids.Bob}`, { record: { Name: "Robert" } });
  expect([await found("bob"), await found("robert")]).toEqual([[], ["roof"]]);
  const skill = await people.good("GET", "/fields/Skill");
  const [street, roofing] = skill.template.options;
  const renamed = { options: [street, { ...roofing, label: "Ziegel" }] };
  await people.good("PATCH", "/fields/Skill", { template: renamed });
  expect([await found("dach"), await found("ziegel")]).toEqual([[], ["roof"]]);
  await people.good("DELETE", `/records/${ids.Bob}`);
  expect([await found("robert"), await found("ziegel"), await found("émile")]).toEqual([[], [], ["roof"]]);
});

test("unsupported operators are refused with a reason", async () => {
  const problems = async (filter: object) =>
    (await jobs.problems("POST", "/records/list", { filter })).join();
  expect(await problems({ field: "Team", contains: "Bob" })).toContain(
    'filter.contains takes a record id, which is a UUID; "Bob" is not one',
  );
  expect(await problems({ field: "Team", in: [ids.Bob, 5] })).toContain("filter.in[1] takes a record id");
  expect(await problems({ field: "Team", equals: ids.Bob })).toContain("filter.equals cannot be used with");
  expect(await problems({ field: "Team Name", greater_than: "Bob" })).toContain(
    "filter.greater_than cannot be used with",
  );
  expect(await problems({ field: "Team Age", in: [5] })).toContain("filter.in[0] takes text, not a number");
  expect(await problems({ field: "Team Name", equals: "Bob" })).toContain(
    "filter.equals cannot be used with",
  );
  expect(await problems({ field: "Plans", in: ["plan.png"] })).toContain("filter.in cannot be used with");
});

async function names(filter: object): Promise<unknown[]> {
  return (await listed(jobs, { filter })).map(({ fields }) => fields.Name);
}

async function listed(table: ATable, asked: object): Promise<Thing[]> {
  return (await table.good("POST", "/records/list", asked)).records;
}
