/** Filters relative to today: the zones in which they are read, all calls that take them, and what they refuse. */
import { expect, test as server } from "../fixtures";
import { ATable } from "./a-table";

/** Zones 26 hours apart, in which it is never the same day. */
const [early, late] = ["Pacific/Kiritimati", "Etc/GMT+12"];

const test = server.extend<{ table: ATable }>({
  table: async ({ request, apiKey }, use) => {
    const table = await ATable.make(request, apiKey, [
      {
        name: "Tasks",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Due", type: "date" },
          { name: "At", type: "datetime" },
          { name: "Late", type: "datetime", template: { timezone: late } },
        ],
      },
      { name: "Projects", fields: [{ name: "Name", type: "single_line_text" }] },
    ]);
    await table.beside("Projects").good("POST", "/fields", {
      name: "Tasks",
      type: "linked_record",
      template: { tableId: "Tasks" },
    });
    await table.good("POST", "/records/bulk", {
      records: [early, late].map((zone) => ({
        Name: zone,
        Due: dayIn(zone),
        At: `${dayIn(zone)}T12:00:00Z`,
        Late: new Date().toISOString(),
      })),
    });
    await use(table);
  },
});

/** Today in a zone. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(Date.now());
}

const dueToday = { field: "Due", is_within: "today" };

test("today is that of the zone of the call, unless the field has one", async ({ table }) => {
  const named = async (filter: object, timeZone?: string) => {
    const { records } = await table.good("POST", "/records/list", { filter, timeZone });
    return records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  };
  expect(await named(dueToday, early)).toEqual([early]);
  expect(await named(dueToday, late)).toEqual([late]);
  expect(await named({ field: "Due", less_than: "today" }, early)).toEqual([late]);
  expect(await named({ field: "Due", greater_than: "today" }, late)).toEqual([early]);
  // The noon of UTC is in both zones' day of the same name, at its very end and at its very beginning.
  expect(await named({ field: "At", equals: "today" }, "UTC")).toEqual(
    await named({ field: "At", equals: dayIn("UTC") }),
  );
  expect(await named({ field: "At", equals: dayIn(late) }, late)).toEqual([late]);
  for (const timeZone of [early, late, undefined]) {
    expect(await named({ field: "Late", is_within: "today" }, timeZone)).toEqual([early, late]);
    expect(await named({ field: "createdAt", is_within: "past_1_days" }, timeZone)).toEqual([early, late]);
  }
  expect(await named({ field: "Due", in: ["today"] }, early)).toEqual([early]);
  expect(await named({ field: "Due", is_not_within: "today" }, early)).toEqual([late]);
});

test("every call that selects records takes the zone, and views keep the words", async ({ table }) => {
  const filter = dueToday;
  const view = await table.good("POST", "/views", { name: "Today", config: { filter } });
  const due = view.config.filter.field;
  expect(view.config.filter).toEqual({ field: due, is_within: "today" });
  for (const timeZone of [early, late]) {
    const viewId = view.id;
    const listed = await table.good("POST", "/records/list", { viewId, timeZone });
    expect(listed.records.map(({ fields }: { fields: object }) => fields)).toMatchObject([
      { Name: timeZone },
    ]);
    const query = new URLSearchParams({ timeZone, filter: JSON.stringify(filter) });
    expect((await table.good("GET", `/records?${query}`)).records).toEqual(listed.records);
    const { groups } = await table.good("POST", "/records/aggregate", {
      ...{ viewId, timeZone },
      aggregates: [{ field: "Due", function: "max" }],
    });
    const day = dayIn(timeZone);
    expect(groups).toEqual([{ key: {}, count: 1, values: [day] }]);
    const calendar = { viewId, timeZone, config: { startFieldId: "Due" }, from: day, to: day };
    expect((await table.good("POST", "/records/calendar", calendar)).records).toHaveLength(1);
    const file = await table.call(
      "GET",
      `/records/export?${new URLSearchParams({ viewId, timeZone, fields: '["Name"]' })}`,
    );
    expect(await file.text()).toBe(`\ufeffName\r\n${timeZone}\r\n`);
  }
});

test("a cursor belongs to the filter as it is written", async ({ table }) => {
  const filter = { field: "Due", is_within: "past_30_days" };
  const first = await table.good("POST", "/records/list", { filter, timeZone: early, limit: 1 });
  const asked = { limit: 1, timeZone: early, cursor: first.nextCursor };
  expect((await table.good("POST", "/records/list", { ...asked, filter })).records).toHaveLength(1);
  const other = await table.call("POST", "/records/list", {
    ...asked,
    filter: { field: "Due", is_within: "past_31_days" },
  });
  expect(other.status()).toBe(400);
});

test("computed fields depend on no day, and other values are no days", async ({ table }) => {
  const messageOf = async (filter: object, rest: object = {}) => {
    const response = await table.call("POST", "/records/list", {
      filter: { field: "Due", ...filter },
      ...rest,
    });
    expect(response.status()).toBe(400);
    return (await response.json()).error.details[0].message;
  };
  expect(await messageOf({ is_within: "past_3651_days" })).toContain("is none of these");
  expect(await messageOf({ is_within: 7 })).toBe("takes days such as past_7_days, not a number");
  expect(await messageOf({ is_within: "3_days_ago" })).toContain("takes today");
  expect(await messageOf({ equals: "this_week" })).toContain('"this_week" is neither');
  expect(await messageOf({ field: "Name", is_within: "today" })).toContain("cannot be used with");
  expect(await messageOf({ is_within: "today" }, { timeZone: "Mars" })).toContain("takes a time zone");
  const projects = table.beside("Projects");
  for (const [operator, operand, message] of [
    ["is_within", "today", "cannot be used in a computed field"],
    ["is_not_within", "this_year", "cannot be used in a computed field"],
    ["less_than", "today", 'cannot be "today" in a computed field'],
    ["in", ["2026-01-01", "3_days_ago"], 'cannot be "3_days_ago" in a computed field'],
  ] as const) {
    const template = { linkFieldId: "Tasks", filter: { field: "Due", [operator]: operand } };
    const response = await projects.call("POST", "/fields", { name: "Number", type: "count", template });
    expect(response.status()).toBe(400);
    expect((await response.json()).error.details[0].message).toContain(message);
  }
});

test("computed lists of numbers and dates are compared, others are not", async ({ table }) => {
  const projects = table.beside("Projects");
  const list = (targetFieldId: string) => ({ linkFieldId: "Tasks", targetFieldId, function: "unique" });
  await projects.good("POST", "/fields", { name: "Days", type: "rollup", template: list("Due") });
  await projects.good("POST", "/fields", { name: "Names", type: "rollup", template: list("Name") });
  const { records } = await table.good("POST", "/records/list", {});
  await projects.good("POST", "/records", {
    record: { Name: "Both", Tasks: records.map(({ id }: { id: string }) => id) },
  });
  await projects.good("POST", "/records", { record: { Name: "None" } });
  const named = async (filter: object) => {
    const { records } = await projects.good("POST", "/records/list", { filter, timeZone: late });
    return records.map(({ fields }: { fields: { Name: string } }) => fields.Name);
  };
  expect(await named({ field: "Days", is_within: "today" })).toEqual(["Both"]);
  expect(await named({ field: "Days", greater_than: "today" })).toEqual(["Both"]);
  expect(await named({ field: "Days", less_than: "today" })).toEqual([]);
  expect(await named({ field: "Days", does_not_equal: "today" })).toEqual(["None"]);
  expect(await named({ field: "Names", contains_all: [early, late] })).toEqual(["Both"]);
  expect(await named({ field: "Names", contains_all: [] })).toEqual(["Both", "None"]);
  expect(await named({ field: "Names", not_in: [early] })).toEqual(["None"]);
  const refused = await projects.call("POST", "/records/list", { filter: { field: "Names", equals: early } });
  expect(refused.status()).toBe(400);
  expect((await refused.json()).error.details[0].message).toContain('cannot be used with "Names" (rollup)');
});
