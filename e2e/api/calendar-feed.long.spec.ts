/** Feeds of shared calendars, to which other programs subscribe. */
import ICAL from "ical.js";
import type { Base } from "../../lib/contract/bases";
import type { Share } from "../../lib/contract/shares";
import type { Table } from "../../lib/contract/tables";
import type { View } from "../../lib/contract/views";
import type { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { anAddress, type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;
let place: string;
let events: string;
let view: View;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
  owner = server.owner;
});
test.afterAll(() => server.stop());

test.beforeEach(async () => {
  test.setTimeout(60_000);
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "First", type: "date" },
    { name: "Last", type: "date" },
    { name: "Begins", type: "datetime", template: { timezone: "Europe/Berlin" } },
    { name: "Ends", type: "datetime" },
    { name: "Share", type: "percent" },
    { name: "Done", type: "checkbox" },
    { name: "Notes", type: "long_text" },
    { name: "Secret", type: "single_line_text" },
    { name: "Changed", type: "updated_time" },
  ];
  const base = await good<Base>("POST", "/bases", { name: "Club", tables: [{ name: "Events", fields }] });
  place = `/bases/${base.id}`;
  const table = base.tables[0] as Table;
  events = `${place}/tables/${table.id}`;
  view = await good("POST", `${events}/views`, {
    ...{ name: "Club; events, 2026\nEND:VCALENDAR", type: "calendar" },
    config: {
      ...{ startFieldId: "First", endFieldId: "Last" },
      hiddenFieldIds: ["Secret", "Changed", "Begins", "Ends"],
    },
  });
});

async function good<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const { status, body: answer } = await owner.call(path, { method, ...(body !== undefined && { body }) });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
  return answer as Body;
}

const add = (records: readonly object[]) =>
  good<{ records: { id: string }[] }>("POST", `${events}/records/bulk`, { records });
const change = (config: object) => good<View>("PATCH", `${events}/views/${view.id}`, { config });
const share = (more: object = {}) => good<Share>("POST", `${place}/shares`, { viewId: view.id, ...more });

async function feedOf({ icsUrl }: Pick<Share, "icsUrl">, init: RequestInit = {}): Promise<Response> {
  const headers = { "X-Forwarded-For": anAddress(), ...init.headers };
  return fetch(icsUrl ?? "", { ...init, headers });
}

async function read(link: Share) {
  const response = await feedOf(link);
  expect(response.status).toBe(200);
  const text = await response.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  const facts = calendar.getAllSubcomponents("vevent").map((event) => {
    const value = (name: string) => event.getFirstPropertyValue(name)?.toString();
    return {
      uid: value("uid"),
      start: value("dtstart"),
      end: value("dtend"),
      summary: value("summary"),
      description: value("description"),
      changed: value("last-modified"),
    };
  });
  return { text, calendar, facts };
}

/** A day near today, because feeds have only these. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

test("a feed has what the view shows, as the visitor of its link sees it", long, async () => {
  const { records } = await add([
    {
      ...{ Name: "Dinner, with Ada; \\ 👩‍👩‍👧‍👦", First: day(0), Last: day(2), Share: 0.5, Done: true },
      ...{ Notes: "Bring wine,\nand bread; שלום עולם", Secret: "hidden" },
    },
    { First: day(1), Last: day(0), Secret: "hidden" },
    { Name: "past", First: day(-400) },
    { Name: "long", First: day(-400), Last: day(-360) },
    { Name: "far", First: day(740) },
    { Name: "none" },
    { Name: "filtered", First: day(3), Secret: "no" },
  ]);
  await change({ filter: { field: "Secret", does_not_contain: "no" } });
  const link = await share();
  expect(link.icsUrl).toBe(`${link.url}.ics`);
  const { text, calendar, facts } = await read(link);
  expect(facts).toEqual([
    expect.objectContaining({ uid: records[3]?.id, summary: "long", start: day(-400), end: day(-359) }),
    {
      ...{ uid: records[0]?.id, start: day(0), end: day(3), summary: "Dinner, with Ada; \\ 👩‍👩‍👧‍👦" },
      description: "Share: 50%\nDone: true\nNotes: Bring wine,\nand bread; שלום עולם",
      changed: undefined,
    },
    {
      ...{ uid: records[1]?.id, start: day(1), end: day(2), summary: "Unnamed record" },
      ...{ description: undefined, changed: undefined },
    },
  ]);
  expect(text).not.toContain("hidden");
  expect(String(calendar.getFirstPropertyValue("x-wr-calname"))).toBe(
    "Club\\; events\\, 2026\\nEND:VCALENDAR",
  );
  await change({ hiddenFieldIds: ["Secret", "Name", "Begins", "Ends", "Last"] });
  const [, first] = (await read(link)).facts;
  expect(first).toMatchObject({ start: day(1), end: day(2), changed: expect.stringMatching(/Z$/) });
});

test("moments are in UTC, and told with their zone", async () => {
  await change({ hiddenFieldIds: ["Secret", "Changed"], startFieldId: "Begins", endFieldId: "Ends" });
  await add([
    { Name: "a", Begins: `${day(5)}T22:30:00Z`, Ends: `${day(6)}T01:00:00Z`, First: "2026-01-31" },
    { Name: "b", Begins: `${day(6)}T10:00:00Z` },
  ]);
  const link = await share();
  expect((await read(link)).facts).toMatchObject([
    { start: `${day(5)}T22:30:00Z`, end: `${day(6)}T01:00:00Z`, description: "First: Jan 31, 2026" },
    { start: `${day(6)}T10:00:00Z`, end: undefined },
  ]);
  await add([
    { Name: "c", First: "2026-07-04", Begins: "2026-07-04T10:00:00Z", Ends: "2026-07-04T11:00:00Z" },
  ]);
  await change({ startFieldId: "First", endFieldId: "Last" });
  const moments = (await read(link)).facts.find(({ summary }) => summary === "c")?.description;
  expect(moments).toBe("Begins: Jul 4, 2026 12:00 PM GMT+2\nEnds: Jul 4, 2026 11:00 AM UTC");
});

test("a feed is sent again only if it has changed", async () => {
  await add([{ Name: "a", First: day(1) }]);
  const link = await share();
  const whole = await feedOf(link);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
  });
  const tag = whole.headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]+"$/);
  const again = () => feedOf(link, { headers: { "If-None-Match": tag } });
  const same = await again();
  expect([same.status, same.headers.get("etag"), await same.text()]).toEqual([304, tag, ""]);
  const head = await feedOf(link, { method: "HEAD" });
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
  expect(head.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  await add([{ Name: "b", First: day(2) }]);
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("SUMMARY:b");
  const address = (link.icsUrl ?? "").replace("/shared/", "/api/v1/shared/").replace(".ics", "/calendar.ics");
  expect((await fetch(address)).headers.get("etag")).toBe(changed.headers.get("etag"));
  expect((await feedOf(link, { method: "POST" })).status).toBe(405);
});

test("a feed ends with its link, and there is none for other views and for passwords", long, async () => {
  const status = async (link: Pick<Share, "icsUrl">) => (await feedOf(link)).status;
  const link = await share();
  expect(await status(link)).toBe(200);
  const listed = await good<{ shares: Share[] }>("GET", `${place}/shares`);
  expect(listed.shares).toEqual([{ ...link, url: null, icsUrl: null, lastUsedAt: expect.anything() }]);
  const protect = (password: string | null) =>
    good<Share>("PATCH", `${place}/shares/${link.id}`, { password });
  expect((await protect("a password")).icsUrl).toBeNull();
  expect(await status(link)).toBe(404);
  const headers = { "X-Share-Password": encodeURIComponent("a password") };
  expect((await feedOf(link, { headers })).status).toBe(404);
  expect((await good<Share>("POST", `${place}/shares/${link.id}/rotate`)).icsUrl).toBeNull();
  await protect(null);
  const rotated = await good<Share>("POST", `${place}/shares/${link.id}/rotate`);
  expect([await status(link), await status(rotated)]).toEqual([404, 200]);

  await change({ hiddenFieldIds: ["First"] });
  expect(await status(rotated)).toBe(404);
  await change({ hiddenFieldIds: [] });
  await good("PATCH", `${events}/views/${view.id}`, { type: "grid" });
  expect(await status(rotated)).toBe(404);
  expect((await share()).icsUrl).toBeNull();
  await good("POST", `${place}/undo`);
  expect(await status(rotated)).toBe(200);
  await server.query(`UPDATE "Share" SET "expiresAt" = now() - interval '1 second' WHERE "id" = $1`, [
    link.id,
  ]);
  expect(await status(rotated)).toBe(404);
  await server.query(`UPDATE "Share" SET "expiresAt" = NULL WHERE "id" = $1`, [link.id]);
  await good("DELETE", `${events}/views/${view.id}`);
  expect(await status(rotated)).toBe(404);
  const { status: unknown, headers: answered } = await feedOf({
    icsUrl: `${owner.origin}/shared/${"x".repeat(22)}.ics`,
  });
  expect([unknown, answered.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
});

test("a calendar with too many records begins a month ago", long, async () => {
  test.setTimeout(120_000);
  const many = Array.from({ length: 5_001 }, (_, index) => ({
    ...{ Name: `past ${index}`, First: day(-40 - (index % 300)) },
  }));
  for (let at = 0; at < many.length; at += 1_000) await add(many.slice(at, at + 1_000));
  const link = await share();
  expect((await read(link)).facts).toEqual([]);
  await add([
    { Name: "soon", First: day(300) },
    { Name: "now", First: day(-10) },
  ]);
  expect((await read(link)).facts.map(({ summary }) => summary)).toEqual(["now", "soon"]);
});
