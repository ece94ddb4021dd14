/** Formulas with dates and times over changes of daylight saving time, and with today's date, through the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { tableCalls } from "../../../e2e/table-calls";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.stop());

const { add, formula, good, makeBase, values } = tableCalls(() => server);

async function makeTable(...records: object[]): Promise<string> {
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "Day", type: "date" },
    { name: "At", type: "datetime", template: { timezone: "Europe/Berlin" } },
  ];
  const table = `${await makeBase({ name: "T", fields })}/T`;
  await add(table, ...records);
  return table;
}

/** The day in a time zone. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format();
}

/** Expects a result of today's date, also if the day ends meanwhile. */
async function expectToday(zone: string, read: () => Promise<unknown>): Promise<void> {
  const before = dayIn(zone);
  const value = await read();
  expect([before, dayIn(zone)]).toContain(value);
}

test("a time zone's day has 23 or 25 hours when daylight saving time starts or ends", async () => {
  const table = await makeTable(
    { Name: "Berlin spring", Day: "2026-03-28", At: "2026-03-28T11:30:00Z" },
    { Name: "Berlin autumn", Day: "2026-10-24", At: "2026-10-24T10:30:00Z" },
    { Name: "New York spring", Day: "2026-03-07", At: "2026-03-07T17:30:00Z" },
    { Name: "New York autumn", Day: "2026-10-31", At: "2026-10-31T16:30:00Z" },
  );
  const [berlin, newYork] = [{ timezone: "Europe/Berlin" }, { timezone: "America/New_York" }];
  const next = `DATEADD({At}, 1, "days")`;
  await formula(table, "Berlin", next, berlin);
  await formula(table, "New York", next, newYork);
  expect(await values(table, "Berlin")).toEqual([
    "2026-03-29T10:30:00.000Z",
    "2026-10-25T11:30:00.000Z",
    "2026-03-08T17:30:00.000Z",
    "2026-11-01T16:30:00.000Z",
  ]);
  expect(await values(table, "New York")).toEqual([
    "2026-03-29T11:30:00.000Z",
    "2026-10-25T10:30:00.000Z",
    "2026-03-08T16:30:00.000Z",
    "2026-11-01T17:30:00.000Z",
  ]);
  // Works in the zone of the field if the formula has none.
  await formula(table, "Of the field", next);
  expect(await values(table, "Of the field")).toEqual(await values(table, "Berlin"));
  await formula(table, "Hours", `DATETIME_DIFF({Berlin}, {At}, "hours")`);
  expect(await values(table, "Hours")).toEqual([23, 25, 24, 24]);
  await formula(table, "Days", `DATETIME_DIFF({Berlin}, {At}, "days")`);
  expect(await values(table, "Days")).toEqual([0, 1, 1, 1]);
  await formula(table, "Midnight", `DATEADD(DATEADD({Day}, 1, "days"), 3, "hours")`, berlin);
  expect(await values(table, "Midnight")).toEqual([
    "2026-03-29T02:00:00.000Z",
    "2026-10-25T01:00:00.000Z",
    "2026-03-08T02:00:00.000Z",
    "2026-11-01T02:00:00.000Z",
  ]);
  await formula(table, "Written", `DATETIME_FORMAT({Midnight}, "YYYY-MM-DD HH:mm Z")`);
  expect(await values(table, "Written")).toEqual([
    "2026-03-29 04:00 +02:00",
    "2026-10-25 02:00 +01:00",
    "2026-03-08 03:00 +01:00",
    "2026-11-01 03:00 +01:00",
  ]);
  await formula(table, "Hour in New York", `HOUR({Midnight}) & " " & DAY({Midnight})`, newYork);
  expect(await values(table, "Hour in New York")).toEqual(["22 28", "21 24", "21 7", "22 31"]);
  const names = (filter: object) => values(table, "Name", { filter });
  expect(await names({ field: "Berlin", equals: "2026-03-29T10:30:00Z" })).toEqual(["Berlin spring"]);
  expect(await names({ field: "Berlin", greater_than: "2026-10-25T13:30:00+02:00" })).toEqual([
    "New York autumn",
  ]);
  expect(await values(table, "Name", { sort: [{ field: "New York", direction: "desc" }], limit: 1 })).toEqual(
    ["New York autumn"],
  );
});

test("local times that do not exist or exist twice have one meaning", async () => {
  const table = await makeTable({ Name: "2026-03-29 02:30" }, { Name: "2026-10-25 02:30" });
  await formula(table, "Read", `DATETIME_PARSE({Name}, "YYYY-MM-DD HH:mm")`, { timezone: "Europe/Berlin" });
  // Reads a time that is skipped as one after the change, and one that is repeated as the second.
  expect(await values(table, "Read")).toEqual(["2026-03-29T01:30:00.000Z", "2026-10-25T01:30:00.000Z"]);
  await formula(table, "Written", `DATETIME_FORMAT({Read}, "HH:mm Z")`);
  expect(await values(table, "Written")).toEqual(["03:30 +02:00", "02:30 +01:00"]);
  const table2 = await makeTable({ Name: "2026-03-08 02:30" }, { Name: "2026-11-01 01:30" });
  await formula(table2, "Read", `DATETIME_PARSE({Name}, "YYYY-MM-DD HH:mm")`, {
    timezone: "America/New_York",
  });
  expect(await values(table2, "Read")).toEqual(["2026-03-08T07:30:00.000Z", "2026-11-01T06:30:00.000Z"]);
});

test("a time written in a zone is read as the same moment, and an export writes it in the formula's zone", async () => {
  const table = await makeTable({});
  const [record] = (await good("POST", `${table}/records/list`, {})).records;
  await formula(table, "Copy", "{At}", { timezone: "America/New_York" });
  const patched = await good("PATCH", `${table}/records/${record.id}`, {
    record: { At: "2026-03-29T03:00:00+02:00" },
  });
  expect([patched.fields.At, patched.fields.Copy]).toEqual([
    "2026-03-29T01:00:00.000Z",
    "2026-03-29T01:00:00.000Z",
  ]);
  const exported = await good("GET", `${table}/records/export?format=json&values=text`);
  expect([exported[0].At, exported[0].Copy]).toEqual([
    "2026-03-29T03:00:00.000+02:00",
    "2026-03-28T21:00:00.000-04:00",
  ]);
});

test("TODAY and NOW are those of the statement, in the formula's time zone", async () => {
  const table = await makeTable({ Name: "past", Day: "2001-01-01" }, { Name: "future", Day: "2999-01-01" });
  // The zones are 26 hours apart, so that they never have the same date.
  const zones = ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Berlin"];
  for (const timezone of zones) {
    await formula(table, timezone, "TODAY()", { timezone });
    await expectToday(timezone, async () => (await values(table, timezone))[0]);
    await expectToday(timezone, async () => {
      const value = dayIn(timezone);
      const found = await values(table, "Name", { filter: { field: timezone, equals: value } });
      return found.length === 2 ? value : undefined;
    });
  }
  const [east, west] = [await values(table, zones[0] ?? ""), await values(table, zones[1] ?? "")];
  expect(east).not.toEqual(west);
  const from = Date.now();
  await formula(table, "Now", "NOW()");
  const moments = await values(table, "Now");
  expect(new Set(moments).size).toBe(1);
  expect(Date.parse(String(moments[0]))).toBeGreaterThanOrEqual(from);
  expect(Date.parse(String(moments[0]))).toBeLessThanOrEqual(Date.now());
  await formula(table, "Is past", "{Day} < TODAY()");
  expect(await values(table, "Is past")).toEqual([true, false]);
  expect(await values(table, "Name", { filter: { field: "Is past", equals: true } })).toEqual(["past"]);
});

test("a formula tells whether a date is today, and filters by it", async () => {
  const zone = "Europe/Berlin";
  const table = await makeTable({ Name: "today" }, { Name: "other", Day: "2001-01-01" }, { Name: "none" });
  await formula(table, "Due", "{Day}");
  await formula(table, "Is today", `IS_SAME({Due}, TODAY(), "day")`, { timezone: zone });
  await formula(table, "Left", "{Due} - TODAY()", { timezone: zone });
  const [record] = (await good("POST", `${table}/records/list`, {})).records;
  const read = async () => {
    const today = dayIn(zone);
    await good("PATCH", `${table}/records/${record.id}`, { record: { Day: today } });
    return {
      today,
      isToday: await values(table, "Is today"),
      byFormula: await values(table, "Name", { filter: { field: "Is today", equals: true } }),
      byDate: await values(table, "Name", { filter: { field: "Due", equals: today } }),
      left: await values(table, "Name", { filter: { field: "Left", equals: 0 } }),
    };
  };
  let found = await read();
  // Midnight may have passed between the write and the reads.
  if (found.today !== dayIn(zone)) found = await read();
  expect(found).toEqual({
    today: found.today,
    isToday: [true, false, false],
    byFormula: ["today"],
    byDate: ["today"],
    left: ["today"],
  });
});
