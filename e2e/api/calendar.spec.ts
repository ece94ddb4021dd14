/** Calendar views: their settings, and the records that touch some days. */
import type { Base } from "../../lib/contract/bases";
import type { CalendarPage } from "../../lib/contract/calendar";
import type { Table } from "../../lib/contract/tables";
import type { ConfigOf, View } from "../../lib/contract/views";
import { ApiClient, badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { type Account, keyOf } from "../people";
import { long } from "../rounds";
import { join, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
let ada: Account;
let place: string;
let events: string;
/** Ids of fields by name. */
let ids: { readonly [name: string]: string };
let days: View;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
  ada = await join(owner, {});
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  test.setTimeout(60_000);
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "First", type: "date" },
    { name: "Last", type: "date" },
    { name: "Begins", type: "datetime" },
    { name: "Ends", type: "datetime" },
    { name: "Rank", type: "number" },
    { name: "Kind", type: "single_select", template: { options: [{ label: "Talk" }] } },
    { name: "Made", type: "created_time" },
    { name: "Next day", type: "formula", template: { formula: "DATEADD({First}, 1, 'days')" } },
  ];
  const base = await good<Base>("POST", "/bases", { name: "Club", tables: [{ name: "Events", fields }] });
  place = `/bases/${base.id}`;
  const table = base.tables[0] as Table;
  events = `${place}/tables/${table.id}`;
  ids = Object.fromEntries(table.fields.map(({ id, name }) => [name, id]));
  await good("POST", `${place}/members`, { personId: ada.person.id, role: "editor" });
  days = await good("POST", `${events}/views`, {
    ...{ name: "Days", type: "calendar", config: { startFieldId: "First", endFieldId: "Last" } },
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests inspect bodies of any shape
async function good<Body = any>(method: string, path: string, body?: unknown, api = owner): Promise<Body> {
  const { status, body: answer } = await api.call(path, { method, ...(body !== undefined && { body }) });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer as Body;
}

const add = (records: readonly object[]) => good("POST", `${events}/records/bulk`, { records });
const change = (config: object) => good<View>("PATCH", `${events}/views/${days.id}`, { config });
const undo = () => good("POST", `${place}/undo`);
const march = { from: "2026-03-01", to: "2026-03-31" };

function page(body: object = {}, api = owner): Promise<CalendarPage> {
  return good("POST", `${events}/records/calendar`, { viewId: days.id, ...march, ...body }, api);
}

const namesIn = ({ records }: CalendarPage) => records.map(({ fields }) => fields.Name).join("");
const names = async (...given: Parameters<typeof page>) => namesIn(await page(...given));

async function configNow(api = owner): Promise<ConfigOf<"calendar">> {
  const view = await good<View>("GET", `${events}/views/${days.id}`, undefined, api);
  if (view.type !== "calendar") throw new Error("the view is no calendar");
  return view.config;
}

test("records that touch the days are listed by their first date, then as the view sorts", long, async () => {
  await add([
    { Name: "a", First: "2026-03-31" },
    { Name: "b", First: "2026-04-01" },
    { Name: "c", First: "2026-02-28" },
    { Name: "d", First: "2026-03-01", Rank: 2 },
    { Name: "e", First: "2026-01-10", Last: "2026-03-01" },
    { Name: "f", First: "2025-12-31", Last: "2026-12-31" },
    { Name: "g", First: "2026-01-10", Last: "2026-02-28" },
    // Ends before their starts count for one day.
    { Name: "h", First: "2026-03-15", Last: "2026-02-01" },
    { Name: "i", First: "2026-04-02", Last: "2026-03-20" },
    { Name: "j", Last: "2026-03-20" },
    { Name: "k", First: "2026-03-01", Rank: 1 },
    { Name: "l" },
  ]);
  const all = await page();
  expect(all).toMatchObject({ startFieldId: ids.First, endFieldId: ids.Last, hasMore: false });
  expect(namesIn(all)).toBe("fedkha");
  expect(await names({ config: { endFieldId: null } })).toBe("dkha");
  expect(await names({ from: "2026-02-28", to: "2026-02-28" })).toBe("fegc");
  await change({ sorts: [{ fieldId: "Rank", direction: "asc" }] });
  expect(await names()).toBe("fekdha");
  const cut = await page({ limit: 2, fields: ["Name"] });
  expect(cut).toMatchObject({
    hasMore: true,
    records: [{ fields: { Name: "f" } }, { fields: { Name: "e" } }],
  });
  expect((await page({ limit: 6 })).hasMore).toBe(false);
});

test("searches, filters and hidden fields apply, and dates are answered all the same", async () => {
  await add([
    { Name: "a", First: "2026-03-02", Rank: 1 },
    { Name: "b", First: "2026-03-03", Rank: 2, Kind: "Talk" },
    { Name: "c", First: "2026-03-04", Rank: 3, Kind: "Talk" },
  ]);
  expect(await names({ search: "talk" })).toBe("bc");
  expect(await names({ config: { filter: { field: "Rank", less_than: 3 } } })).toBe("ab");
  await change({ filter: { field: "Rank", greater_than: 1 }, hiddenFieldIds: ["First", "Last", "Kind"] });
  const { records } = await page();
  expect(records.map(({ fields }) => fields)).toEqual([
    expect.objectContaining({ Name: "b", First: "2026-03-03", Last: null, Rank: 2 }),
    expect.objectContaining({ Name: "c", First: "2026-03-04", Last: null, Rank: 3 }),
  ]);
  expect(Object.keys(records[0]?.fields ?? {})).not.toContain("Kind");
  const only = await page({ fields: ["Rank"] });
  expect(only.records.map(({ fields }) => fields)).toEqual([{ Rank: 2 }, { Rank: 3 }]);
});

test(
  "days begin at midnight in the zone of the field, else of the call, as clocks change",
  long,
  async () => {
    const config = { startFieldId: "Begins", endFieldId: "Ends" };
    await add([
      // Clocks in Berlin go forward on 29 March and back on 25 October 2026.
      { Name: "a", Begins: "2026-03-28T22:59:59.999Z" },
      { Name: "b", Begins: "2026-03-28T23:00:00Z" },
      { Name: "c", Begins: "2026-03-29T21:59:59.999Z" },
      { Name: "d", Begins: "2026-03-29T22:00:00Z" },
      { Name: "e", Begins: "2026-03-20T12:00:00Z", Ends: "2026-03-28T23:00:00Z" },
      { Name: "f", Begins: "2026-03-20T11:00:00Z", Ends: "2026-03-28T22:59:59.999Z" },
      { Name: "g", Begins: "2026-10-24T22:00:00Z" },
      { Name: "h", Begins: "2026-10-25T22:59:59Z" },
      { Name: "i", Begins: "2026-10-25T23:00:00Z" },
    ]);
    const on = (day: string, more: object = {}) => names({ from: day, to: day, config, ...more });
    const timeZone = "Europe/Berlin";
    expect(await on("2026-03-29", { timeZone })).toBe("ebc");
    expect(await on("2026-10-25", { timeZone })).toBe("gh");
    expect(await on("2026-03-29")).toBe("cd");
    expect(await on("2026-03-28")).toBe("feab");
    const withZone = (name: string, timezone: string) =>
      good("PATCH", `${events}/fields/${ids[name]}`, { template: { timezone } });
    await withZone("Begins", timeZone);
    await withZone("Ends", timeZone);
    expect(await on("2026-03-29", { timeZone: "Pacific/Auckland" })).toBe("ebc");
    // The whole range of years, in the zones that are farthest from UTC.
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      await withZone("Begins", zone);
      for (const [from, to] of [
        ["0001-01-01", "0001-01-02"],
        ["9999-12-30", "9999-12-31"],
      ]) {
        expect(await names({ from, to, config })).toBe("");
        expect(await names({ from, to, config: { startFieldId: "Made", endFieldId: "Ends" } })).toBe("");
      }
    }
    await withZone("Begins", "");
    const bounds = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"];
    await add(bounds.map((Begins, index) => ({ Name: String(index), Begins })));
    expect(await on("0001-01-01")).toBe("0");
    expect(await on("9999-12-31")).toBe("1");
  },
);

test("computed dates place records, with ends of the same kind", async () => {
  await add([
    { Name: "a", First: "2026-02-28" },
    { Name: "b", First: "2026-03-31" },
    { Name: "c", First: "2026-03-10" },
  ]);
  expect(await names({ config: { startFieldId: "Next day", endFieldId: null } })).toBe("ac");
  expect(await names({ config: { startFieldId: "First", endFieldId: "Next day" } })).toBe("acb");
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const span = (config: object) => page({ from: today, to: today, config });
  const made = await span({ startFieldId: "Made", endFieldId: null });
  expect(namesIn(made)).toBe("abc");
  // An end of another kind counts for nothing.
  const mixed = await span({ startFieldId: "Made" });
  expect(mixed).toMatchObject({ startFieldId: ids.Made, endFieldId: null, records: made.records });
});

test("a calendar needs a start, and an end and colours that go with it", async () => {
  const refused = async (body: object, method: "post" | "patch" = "patch") =>
    (await owner[method](`${events}/views${method === "patch" ? `/${days.id}` : ""}`, body)).body;
  const message = (end: string, start: string) =>
    `must hold times if the start does, and none otherwise; ${end} does not go with ${start}`;
  const mixed = badRequestBody(["config.endFieldId", message('"Ends" (datetime)', '"First" (date)')]);
  expect(await refused({ config: { endFieldId: "Ends" } })).toEqual(mixed);
  const made = { name: "More", type: "calendar", config: { startFieldId: "First", endFieldId: "Ends" } };
  expect(await refused(made, "post")).toEqual(mixed);
  expect(await refused({ config: { startFieldId: "Begins" } })).toEqual(
    badRequestBody(["config.endFieldId", message('"Last" (date)', '"Begins" (datetime)')]),
  );
  const missing = badRequestBody(["config.startFieldId", "is required: the field with the date of a record"]);
  expect(await refused({ config: { startFieldId: null } })).toEqual(missing);
  expect(await refused({ name: "More", type: "calendar" }, "post")).toEqual(missing);
  expect(await refused({ config: { colorFieldId: "Name" } })).toEqual(
    badRequestBody(["config.colorFieldId", 'takes a single select; "Name" (single_line_text) is not one']),
  );
  expect(await refused({ config: { scale: "year", weekStart: "friday" } })).toMatchObject({
    error: { details: [{ path: "config.scale" }, { path: "config.weekStart" }] },
  });
  const config = { startFieldId: "Begins", endFieldId: "Ends", colorFieldId: "Kind", scale: "week" };
  expect((await change(config)).config).toEqual({
    ...days.config,
    ...{ startFieldId: ids.Begins, endFieldId: ids.Ends, colorFieldId: ids.Kind, scale: "week" },
  });
});

test("a view changes its type and keeps what both types have", async () => {
  const at = `${events}/views/${days.id}`;
  await change({ sorts: [{ fieldId: "Rank" }], hiddenFieldIds: ["Kind"], scale: "day" });
  const calendar = await good<View>("GET", at);
  const { config: grid } = await good<View>("PATCH", at, { type: "grid" });
  expect(grid).toMatchObject({ hiddenFieldIds: [ids.Kind], sorts: [{ fieldId: ids.Rank }], rowHeight: 32 });
  expect(grid).not.toHaveProperty("startFieldId");
  expect((await owner.patch(at, { type: "calendar" })).body).toEqual(
    badRequestBody(["config.startFieldId", "is required: the field with the date of a record"]),
  );
  const back = await good<View>("PATCH", at, { type: "calendar", config: { startFieldId: "First" } });
  expect(back.config).toEqual({ ...calendar.config, endFieldId: null, scale: "month" });
  await undo();
  await undo();
  expect(await good<View>("GET", at)).toEqual(calendar);
  const gallery = await good<View>("PATCH", at, { type: "gallery", config: { cardSize: "large" } });
  const { startFieldId, endFieldId, colorFieldId, scale, weekStart, ...shared } =
    calendar.config as ConfigOf<"calendar">;
  expect(gallery.config).toEqual({
    ...shared,
    ...{ coverFieldId: null, coverFit: "crop", cardSize: "large", rowColor: null },
  });
});

test("fields that are deleted or get another type leave the view, and come back", long, async () => {
  await change({ colorFieldId: "Kind", weekStart: "sunday" });
  const whole = await configNow();
  for (const [name, gone] of [
    ["First", { startFieldId: null }],
    ["Last", { endFieldId: null }],
    ["Kind", { colorFieldId: null }],
  ] as const) {
    const rest = { ...whole, orderedFieldIds: whole.orderedFieldIds.filter((id) => id !== ids[name]) };
    await good("DELETE", `${events}/fields/${ids[name]}`);
    expect(await configNow()).toEqual({ ...rest, ...gone });
    // An unrelated change must not lose what the view has said about the field.
    await change({ scale: "list" });
    await undo();
    await undo();
    expect(await configNow()).toEqual(whole);
    await good("PATCH", `${events}/fields/${ids[name]}`, { type: "long_text" });
    expect(await configNow()).toEqual({ ...whole, ...gone });
    const { status } = await owner.post(`${events}/records/calendar`, { viewId: days.id, ...march });
    expect(status).toBe(name === "First" ? 400 : 200);
    await undo();
    expect(await configNow()).toEqual(whole);
  }
  await add([{ Name: "a", First: "2026-02-27", Last: "2026-03-02" }]);
  expect(await names()).toBe("a");
  // The end stays, but counts for nothing while it is of another kind.
  await good("PATCH", `${events}/fields/${ids.Last}`, { type: "datetime" });
  expect(await configNow()).toEqual(whole);
  expect(await page()).toMatchObject({ endFieldId: null, records: [] });
  await change({ scale: "day" });
  await undo();
  await undo();
  expect(await names()).toBe("a");
});

test("copies have calendars by their own fields", async () => {
  await add([{ Name: "a", First: "2026-02-27", Last: "2026-03-02", Kind: "Talk" }]);
  await change({ colorFieldId: "Kind", scale: "week", weekStart: "saturday" });
  const copy = await good<Base>("POST", `${place}/duplicate`, { records: true });
  const file = await fetch(`${owner.origin}/api/v1${place}/export`, { headers: owner.credentials });
  const { body: imported } = await owner.call<Base>("/bases/import", {
    method: "POST",
    raw: new Uint8Array(await file.arrayBuffer()),
    headers: { "Content-Type": "application/zip" },
  });
  for (const { id, tables } of [copy, imported]) {
    const [table] = tables as [Table];
    const view = table.views.find(({ name }) => name === "Days");
    const own = (name: string) => table.fields.find((field) => field.name === name)?.id;
    expect(view?.config).toMatchObject({
      ...{ startFieldId: own("First"), endFieldId: own("Last"), colorFieldId: own("Kind") },
      ...{ scale: "week", weekStart: "saturday" },
    });
    const body = { viewId: view?.id, ...march };
    const copied = await good<CalendarPage>("POST", `/bases/${id}/tables/${table.id}/records/calendar`, body);
    expect(namesIn(copied)).toBe("a");
  }
});

test("fields that the caller may not read place no records", async () => {
  await add([{ Name: "a", First: "2026-02-27", Last: "2026-03-02" }]);
  const editor = new ApiClient(owner.origin, (await keyOf(ada)).key);
  const hide = (...hidden: string[]) => {
    const fields = hidden.map((name) => ({ fieldId: ids[name], read: "creator" }));
    return good("PUT", `${place}/rules`, { tables: [], fields });
  };
  expect(await names({}, editor)).toBe("a");
  await hide("Last");
  expect(await page({}, editor)).toMatchObject({ endFieldId: null, records: [] });
  expect(await configNow(editor)).toMatchObject({ startFieldId: ids.First, endFieldId: null });
  const asked = { viewId: days.id, ...march, config: { endFieldId: "Last" } };
  expect((await editor.post(`${events}/records/calendar`, asked)).status).toBe(400);
  await hide("First");
  expect(await configNow(editor)).toMatchObject({ startFieldId: null, endFieldId: ids.Last });
  expect((await editor.post(`${events}/records/calendar`, { viewId: days.id, ...march })).status).toBe(400);
  expect(await names()).toBe("a");
});

test("a shared calendar shows its records, and none where it hides their dates", async () => {
  await add([
    { Name: "a", First: "2026-02-27", Last: "2026-03-02", Rank: 1 },
    { Name: "b", First: "2026-03-05", Rank: 2 },
    { Name: "c", First: "2026-03-06", Rank: 3 },
  ]);
  await change({ filter: { field: "Rank", less_than: 3 } });
  const { url } = await good<{ url: string }>("POST", `${place}/shares`, { viewId: days.id });
  const at = `/shared/${url.split("/").at(-1)}`;
  const visitor = visitorOf(owner);
  const shared = (body: object = {}) =>
    visitor.post<CalendarPage>(`${at}/records/calendar`, { ...march, ...body });
  const visited = async () => (await good<{ view: View }>("GET", at, undefined, visitor)).view.config;
  expect(await visited()).toMatchObject({ startFieldId: ids.First, endFieldId: ids.Last, filter: null });
  const { body: page } = await shared();
  expect(page).toMatchObject({ startFieldId: ids.First, endFieldId: ids.Last, hasMore: false });
  expect(namesIn(page)).toBe("ab");
  expect(namesIn((await shared({ search: "a", filter: { field: "Rank", equals: 1 } })).body)).toBe("a");
  await change({ hiddenFieldIds: ["Last"] });
  expect(await visited()).toMatchObject({ startFieldId: ids.First, endFieldId: null });
  const { body: starts } = await shared();
  expect(starts).toMatchObject({ endFieldId: null });
  expect(starts.records.map(({ fields }) => [fields.Name, "Last" in fields])).toEqual([["b", false]]);
  await change({ hiddenFieldIds: ["First"] });
  expect(await visited()).toMatchObject({ startFieldId: null, endFieldId: ids.Last });
  expect((await shared()).body).toEqual(
    badRequestBody([
      "viewId",
      "names a view without a field for the dates of its records; set its startFieldId",
    ]),
  );
  for (const body of [{ to: "2026-02-01" }, { config: {} }, { viewId: days.id }, { timeZone: "+01:00" }]) {
    expect((await shared(body)).status).toBe(400);
  }
});

test("one call takes 5,000 records", long, async () => {
  test.setTimeout(120_000);
  const many = Array.from({ length: 5_001 }, (_, index) => ({
    ...{ Name: String(index), First: `2026-03-${String(31 - (index % 31)).padStart(2, "0")}` },
  }));
  for (let at = 0; at < many.length; at += 1_000) await add(many.slice(at, at + 1_000));
  const all = await page({ fields: ["First"] });
  expect(all).toMatchObject({ hasMore: true });
  expect(all.records).toHaveLength(5_000);
  const dates = all.records.map(({ fields }) => String(fields.First));
  expect(dates).toEqual(dates.toSorted());
  const rest = await page({ fields: ["First"], from: "2026-03-02" });
  expect(rest.hasMore).toBe(false);
  expect(rest.records).toHaveLength(many.filter(({ First }) => First !== "2026-03-01").length);
});

test("impossible spans, zones and views are refused", async () => {
  const grid = (await good<View[] | { views: View[] }>("GET", `${events}/views`)) as { views: View[] };
  const refused = async (body: object) =>
    (await owner.post(`${events}/records/calendar`, { viewId: days.id, ...march, ...body })).body;
  expect(await refused({ to: "2026-02-28" })).toEqual(badRequestBody(["to", "cannot be before `from`"]));
  expect((await page({ from: "2026-01-01", to: "2027-01-15" })).hasMore).toBe(false);
  expect(await refused({ from: "2026-01-01", to: "2027-01-16" })).toEqual(
    badRequestBody(["to", "takes a day of the 380 days that begin with `from`"]),
  );
  expect(await refused({ from: "2026-02-29" })).toEqual(
    badRequestBody(["from", "takes a date such as 2026-01-31"]),
  );
  expect(await refused({ timeZone: "Berlin" })).toEqual(
    badRequestBody(["timeZone", "takes a time zone such as Europe/Berlin"]),
  );
  const noStart = badRequestBody([
    "viewId",
    "names a view without a field for the dates of its records; set its startFieldId",
  ]);
  expect(await refused({ viewId: grid.views[0]?.id })).toEqual(noStart);
  expect(await refused({ config: { startFieldId: null } })).toEqual(noStart);
  expect(await refused({ config: { startFieldId: "Name" } })).toEqual(
    badRequestBody([
      "config.startFieldId",
      'takes a field with a date, or with a date and time; "Name" (single_line_text) is not one',
    ]),
  );
  expect((await owner.post(`${events}/records/calendar`, { viewId: "vNowhere", ...march })).status).toBe(404);
  for (const limit of [0, 5_001])
    expect(await refused({ limit })).toMatchObject({ error: { code: "BAD_REQUEST" } });
});
