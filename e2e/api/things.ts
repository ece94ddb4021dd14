/** A table with a field of every type and random records, called things, for tests of lists. */
import fc from "fast-check";
import type { Table } from "../../lib/contract/tables";
import { expect, test as server } from "../fixtures";
import { ATable } from "./a-table";
import { type ReferenceField, type ReferenceFields, shownBy, type Thing } from "./reference-list";

export { expect };

/** Provides `table`, in the test's own database, filled with `things`. */
export const test = server.extend<{ table: ATable; things: Things }>({
  table: async ({ request, apiKey }, use) =>
    use(
      await ATable.make(request, apiKey, [
        { name: "Things", fields: fieldsOf(thingColumns([])) },
        { name: "Teams", fields: fieldsOf(teamColumns) },
      ]),
    ),
  things: async ({ table }, use) => use(await fillThings(table)),
});

/** The things with their fields, and operands to compare them with. */
export interface Things {
  readonly fields: ReferenceFields;
  readonly operands: { readonly [field: string]: fc.Arbitrary<unknown> };
  /** Operands to compare the values of lookups with. */
  readonly itemOperands: { readonly [field: string]: fc.Arbitrary<unknown> };
  /** In order of creation. Besides its fields, a thing has `id`, `createdAt` and `updatedAt`. */
  readonly all: readonly Thing[];
  /** Describes a thing in one line, for failure messages. */
  described(this: void, thing: { readonly id: string }): string;
}

/** Characters with special case folding, sorting or matching, and special characters of patterns. */
const letters = [
  "a",
  "A",
  "b",
  "B",
  "z",
  "ß",
  "é",
  "e\u0301",
  "É",
  "Σ",
  "σ",
  "ς",
  "İ",
  "i",
  "I",
  "ı",
  "\u212a",
  "%",
  "_",
  "\\",
  "'",
  '"',
  " ",
  "-",
  "1",
  "🙂",
  "中",
  "ñ",
];
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
/** A part of a text, which often occurs in one. */
export const piece = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 2 });

const amount = fc
  .oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.constantFrom(0.1, 1e-7, 5e-324, 1.7976931348623157e308, Number.MAX_SAFE_INTEGER),
  )
  .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number));
const count = fc.integer({ min: 0, max: 5 });
/** Days around today, for conditions relative to it. */
const near = fc
  .oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -400, max: 400 }))
  .map((distance) => new Date(Date.now() + distance * 86_400_000).toISOString());

const day = fc.oneof(
  { arbitrary: fc.constantFrom("2026-03-07", "2026-03-08", "2026-03-09", "2026-11-01"), weight: 3 },
  fc.constantFrom("0001-01-01", "9999-12-31"),
  { arbitrary: near.map((text) => text.slice(0, 10)), weight: 3 },
);
/** Words for a day. */
export const relativeDay = fc.oneof(
  fc.constantFrom("yesterday", "today", "tomorrow", "1_days_ago", "3650_days_from_now"),
  fc
    .tuple(fc.integer({ min: 1, max: 400 }), fc.constantFrom("ago", "from_now"))
    .map(([n, side]) => `${n}_days_${side}`),
);

/** Words for a range of days. */
export const relativeDays = fc.oneof(
  fc.constantFrom("yesterday", "today", "tomorrow"),
  fc
    .tuple(fc.constantFrom("past", "next"), fc.integer({ min: 1, max: 400 }))
    .map(([side, n]) => `${side}_${n}_days`),
  fc
    .tuple(fc.constantFrom("last", "this", "next"), fc.constantFrom("week", "month", "year"))
    .map(([step, unit]) => `${step}_${unit}`),
);

// Around the changes of daylight saving time in New York.
const moment = fc.oneof(
  fc.constantFrom(
    "2026-03-08T04:59:59.999Z",
    "2026-03-08T05:00:00.000Z",
    "2026-11-02T04:59:59.999Z",
    "9999-12-31T23:59:59.999Z",
    "2026-11-01T05:30:00.000Z",
  ),
  fc
    .date({ min: new Date("2026-03-06"), max: new Date("2026-03-10"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  near,
);
const inNewYork = { timezone: "America/New_York" };
const inTokyo = { timezone: "Asia/Tokyo" };

const labels = ["Straße", "offen", "İstanbul", "50%_\\", "ΟΔΟΣ", "Οδόσημα ΟΔΟΣΗΜΑ", "zu"];
const options = { options: labels.map((label) => ({ label })) };
const label = fc.constantFrom(...labels);
const someLabels = fc.uniqueArray(label, { maxLength: 3 });

const emails = fc.constantFrom("ada@example.com", "Ada@example.com", "grace@navy.mil");
const sites = fc.constantFrom("https://example.com/a_b", "https://EXAMPLE.com/?q=50%25", "mailto:a@b.org");
const phones = fc.constantFrom("+1 555 123 4567", "555-1234567", "(0)20 7946 0000");
const fileNames = ["Bericht Übersicht.pdf", "İ 50%_.png", "🙂.txt", "notes"];
const teamNames = [
  "Rot",
  "ROT 50%",
  "Été",
  "🙂 froh",
  "",
  "ΟΔΟΣ",
  "ΟΔΟΣΗΜΑ",
  "x",
  "y",
  "zwei\u001fdrei",
  "a_b",
];

/** Operands for lookups: parts of values of every type. */
const parts = fc.oneof(
  piece,
  label,
  fc.constantFrom("rot", "Rot", "É", "🙂", "true", "fals", "0.0000001", "-", "2026-03", "T05:", ".999Z"),
);

/** Search texts. */
export const words = fc.oneof(
  parts,
  emails,
  sites,
  phones,
  fc.constantFrom(...fileNames, "PUBLIC_api", "1", "-3", "0.1", "00", "ÜBER", "50%"),
  // As cells show numbers, days and times.
  fc.constantFrom(
    "0%",
    "-1",
    "$",
    "$-",
    "1,0",
    ".00",
    "0:0",
    "mar 8",
    "Mar 8, 2026",
    " 2026 ",
    "am",
    "12:5",
    "8 PM",
    "0001",
  ),
);

interface Column {
  readonly type: string;
  readonly template?: object;
  /** Undefined for computed fields. */
  readonly written?: fc.Arbitrary<unknown>;
}

interface ComparedColumn extends Column {
  readonly reference: ReferenceField;
  readonly operand: fc.Arbitrary<unknown>;
}

/** The fields of the linked table. Each has a lookup. */
const teamColumns: { readonly [name: string]: Column } = {
  Team: { type: "single_line_text" },
  Size: { type: "number", written: fc.option(amount) },
  Kind: { type: "single_select", template: options, written: fc.option(label) },
  Skills: { type: "multiple_select", template: options, written: someLabels },
  Ready: { type: "checkbox", written: fc.boolean() },
  Since: { type: "date", written: fc.option(day) },
  Met: { type: "datetime", template: inNewYork, written: fc.option(moment) },
};

/** A field of every type except links and lookups. `files` are the uploaded attachments to choose from. */
function thingColumns(files: readonly unknown[]): { readonly [name: string]: ComparedColumn } {
  return {
    Name: column("single_line_text", "text", text),
    Notes: column("long_text", "text", text),
    Email: column("email", "text", emails),
    Site: column("url", "text", sites),
    Phone: column("phone_number", "text", phones),
    Amount: column("number", "number", amount),
    Price: column("currency", "number", amount),
    Share: column("percent", "number", amount.map(Math.abs)),
    Stars: column("rating", "number", count),
    Time: column("duration", "number", count),
    Due: column("date", "date", day),
    Stage: {
      type: "single_select",
      template: options,
      written: fc.option(label),
      reference: { kind: "option", labels },
      operand: label,
    },
    Tags: {
      type: "multiple_select",
      template: options,
      written: someLabels,
      reference: { kind: "list" },
      operand: label,
    },
    Done: {
      type: "checkbox",
      written: fc.boolean(),
      reference: { kind: "boolean" },
      operand: fc.boolean(),
    },
    At: {
      type: "datetime",
      template: inNewYork,
      written: fc.option(moment),
      reference: { kind: "moment", timeZone: inNewYork.timezone },
      operand: fc.oneof(day, moment),
    },
    Files: {
      type: "attachments",
      written: fc.subarray([...files]),
      reference: { kind: "files" },
      operand: fc.oneof(piece, fc.constantFrom(...fileNames, "PDF", "ü", "50%")),
    },
    Number: { type: "autonumber", reference: { kind: "number" }, operand: fc.integer({ min: -1, max: 201 }) },
    Source: {
      type: "source",
      reference: { kind: "name" },
      operand: fc.constantFrom("ui", "public_api", "import"),
    },
  };
}

function column(type: string, kind: ReferenceField["kind"], values: fc.Arbitrary<unknown>): ComparedColumn {
  return { type, written: fc.option(values), reference: { kind }, operand: values };
}

/** Links the two tables, adds lookups of all fields, and creates a few teams and two hundred things. */
async function fillThings(table: ATable): Promise<Things> {
  await linkTables(table);
  const columns = thingColumns(await Promise.all(fileNames.map((name) => table.upload(name))));
  const given = fc.sample(fc.record(writtenTo(teamColumns)), teamNames.length);
  const teams = await make(
    table.beside("Teams"),
    given.map((team, index) => ({ ...team, Team: teamNames[index] })),
  );
  const linked = fc.subarray(
    teams.map(({ id }) => id),
    { maxLength: 2 },
  );
  const thing = fc.record({ ...writtenTo(columns), Teams: linked });
  // In batches, with some updated afterwards, so that times differ.
  for (const part of [50, 50, 100]) await make(table, fc.sample(thing, part));
  const changed = (await listAll(table)).slice(20, 60);
  await table.good("PUT", "/records/bulk", {
    records: changed.map(({ id }) => ({ recordId: id, Name: "changed" })),
  });
  const all = await listAll(table);
  const compared = Object.entries({ ...columns, ...linkColumns(teams, all), ...systemColumns(all) });
  const made: Table = await table.good("GET", "");
  const texts = new Map(all.map((each) => [each.id, textOf(each)]));
  return {
    fields: Object.fromEntries(
      compared.map(([name, { reference }]) => {
        const field = made.fields.find((each) => each.name === name);
        return [name, { ...reference, ...(field && shownBy(field)) }];
      }),
    ),
    operands: Object.fromEntries(compared.map(([name, { operand }]) => [name, operand])),
    itemOperands: Object.fromEntries(
      Object.entries(comparedItems).map(([name, { operand }]) => [`Their ${name}`, operand]),
    ),
    all: all.map(({ id, createdAt, updatedAt, fields }) => ({
      id,
      fields: { ...fields, id, createdAt, updatedAt },
    })),
    described: ({ id }) => texts.get(id) ?? id,
  };
}

type Compared = Pick<ComparedColumn, "reference" | "operand">;

function linkColumns(teams: readonly Thing[], things: readonly Thing[]): { [name: string]: Compared } {
  const names = new Map(teams.map(({ id, fields }) => [id, String(fields.Team)]));
  const texts: ReferenceField = { kind: "texts" };
  return {
    Teams: { reference: { kind: "links", names }, operand: fc.constantFrom(...names.keys(), things[0]?.id) },
    ...Object.fromEntries(
      lookups.map((name) => {
        const items = comparedItems[name]?.reference;
        return [`Their ${name}`, { reference: { ...texts, ...(items && { items }) }, operand: parts }];
      }),
    ),
    "Their Things": { reference: texts, operand: fc.constantFrom(...things.map(({ id }) => id)) },
  };
}

/** Record attributes, under the fields that show them and under their system names. */
function systemColumns(things: readonly Made[]): { [name: string]: Compared } {
  const moments = things.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]);
  const days = moments.map((each) => each.slice(0, 10));
  const operand = fc.oneof(fc.constantFrom(...moments), fc.constantFrom(...days), day);
  const local: ReferenceField = { kind: "moment", timeZone: inTokyo.timezone };
  return {
    Made: { reference: local, operand },
    Changed: { reference: local, operand },
    createdAt: { reference: { kind: "moment" }, operand },
    updatedAt: { reference: { kind: "moment" }, operand },
    id: { reference: { kind: "name" }, operand: fc.constantFrom(...things.map(({ id }) => id)) },
  };
}

interface Made extends Thing {
  readonly createdAt: string;
  readonly updatedAt: string;
}

function textOf({ id, fields }: Thing): string {
  const values = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [id, ...values.map((text) => text.slice(0, 100))].join(" ");
}

/** The lookups through a thing's teams. Those of teams that share a thing are lookups themselves. */
const lookups = [...Object.keys(teamColumns), "Near", "Sizes near"];

/** The lookups of values that can be compared. */
const comparedItems: { readonly [lookup: string]: Compared } = {
  Size: { reference: { kind: "number" }, operand: amount },
  "Sizes near": { reference: { kind: "number" }, operand: amount },
  Since: { reference: { kind: "date" }, operand: fc.oneof(day, relativeDay) },
  Met: {
    reference: { kind: "moment", timeZone: inNewYork.timezone },
    operand: fc.oneof(day, moment, relativeDay),
  },
};

async function linkTables(table: ATable): Promise<void> {
  const addTo = (to: ATable, name: string, type: string, template: object) =>
    to.good("POST", "/fields", { name, type, template });
  const look = (targetFieldId: string) => ({ linkFieldId: "Teams", targetFieldId });
  await addTo(table, "Teams", "linked_record", { tableId: "Teams" });
  for (const name of Object.keys(teamColumns)) await addTo(table, `Their ${name}`, "lookup", look(name));
  // The inverse link field has the name of the table that it links to.
  await addTo(table, "Their Things", "lookup", look("Things"));
  await addTo(table.beside("Teams"), "Near", "lookup", {
    linkFieldId: "Things",
    targetFieldId: "Their Team",
  });
  await addTo(table, "Their Near", "lookup", look("Near"));
  await addTo(table.beside("Teams"), "Sizes near", "lookup", {
    linkFieldId: "Things",
    targetFieldId: "Their Size",
  });
  await addTo(table, "Their Sizes near", "lookup", look("Sizes near"));
  await addTo(table, "Made", "created_time", inTokyo);
  await addTo(table, "Changed", "updated_time", inTokyo);
}

async function make(table: ATable, records: readonly object[]): Promise<Thing[]> {
  return (await table.good("POST", "/records/bulk", { records })).records;
}

async function listAll(table: ATable): Promise<Made[]> {
  return (await table.good("POST", "/records/list", {})).records;
}

function fieldsOf(columns: { readonly [name: string]: Column }) {
  return Object.entries(columns).map(([name, { type, template }]) => ({ name, type, template }));
}

function writtenTo(columns: { readonly [name: string]: Column }) {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, { written }]) => (written ? [[name, written]] : [])),
  );
}
