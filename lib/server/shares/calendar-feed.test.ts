import fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { type FeedEvent, writeFeed } from "./calendar-feed";

const now = new Date("2026-03-01T09:30:00Z");
const event: FeedEvent = {
  ...{ id: "0190a1b2-0000-7000-8000-000000000001", start: "2026-03-28", end: null },
  ...{ summary: "Talk", description: "", updatedAt: null },
};

/** The texts that iCalendar can express. */
const withoutControls = (text: string) =>
  [...text].filter((each) => /[\t\n\r]|[^\p{Cc}]|[\u0080-\u009f]/u.test(each)).join("");

async function read(name: string, events: readonly FeedEvent[]) {
  const text = await writeFeed({ name, events }, now);
  expect(text.endsWith("\r\n")).toBe(true);
  for (const line of text.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n]/);
  }
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { calendar, events: calendar.getAllSubcomponents("vevent") };
}

const textsOf = async (name: string, given: Partial<FeedEvent>) => {
  const { calendar, events } = await read(name, [{ ...event, ...given }]);
  const [first] = events;
  return {
    // The parser leaves escapes in properties that it does not know.
    name: String(calendar.getFirstPropertyValue("x-wr-calname")).replaceAll(/\\(.)/gs, (_, escaped) =>
      escaped === "n" ? "\n" : escaped,
    ),
    summary: first?.getFirstPropertyValue("summary"),
    description: first?.getFirstPropertyValue("description"),
  };
};

test("texts keep commas, semicolons, backslashes, line breaks, emoji and right-to-left words", async () => {
  const texts = [
    'Dinner, with Ada; bring \\ wine: "red"',
    `${"a".repeat(66)}👩‍👩‍👧‍👦 family`,
    `${"שלום עולם ".repeat(12)}‏مرحبا`,
    "END:VEVENT\nEND:VCALENDAR",
  ];
  for (const text of texts) {
    const description = `Notes: ${text}\nPlace: Rome`;
    expect(await textsOf(text, { summary: text, description })).toEqual({
      name: text,
      summary: text,
      description,
    });
  }
});

test("any text is read back", async () => {
  const texts = fc.string({ unit: "binary", minLength: 1, maxLength: 200 }).map(withoutControls);
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, async (name, summary, description) => {
      const lines = (text: string) => text.replaceAll(/\r\n?/g, "\n");
      const told = await textsOf(name, { summary, description });
      expect(told).toEqual({
        ...{ name: lines(name) || "null", summary: lines(summary), description: lines(description) || null },
      });
    }),
  );
});

test("control characters are left out", async () => {
  const summary = "a\u0000b\u001bc\u007fd\te";
  expect((await textsOf("Club", { summary })).summary).toBe("abcd\te");
});

test.each<[start: string, end: string | null, times: [start: string, end: string | undefined]]>([
  ["2026-03-28", null, ["2026-03-28", "2026-03-29"]],
  ["2026-03-28", "2026-03-31", ["2026-03-28", "2026-04-01"]],
  ["2026-12-31", "2026-12-01", ["2026-12-31", "2027-01-01"]],
  ["1999-12-31", null, ["1999-12-31", "2000-01-01"]],
  ["2026-03-28T22:30:00.000Z", null, ["2026-03-28T22:30:00Z", undefined]],
  ["2026-03-28T22:30:00.000Z", "2026-03-29T01:00:00.500Z", ["2026-03-28T22:30:00Z", "2026-03-29T01:00:00Z"]],
  ["2026-03-28T22:30:00.000Z", "2026-03-28T22:30:00.000Z", ["2026-03-28T22:30:00Z", undefined]],
  ["2026-03-28T22:30:00.000Z", "2026-03-01T22:30:00.000Z", ["2026-03-28T22:30:00Z", undefined]],
])("from %s to %s", async (start, end, times) => {
  const { events } = await read("Club", [{ ...event, start, end }]);
  const value = (name: string) => events[0]?.getFirstPropertyValue(name)?.toString();
  expect([value("dtstart"), value("dtend")]).toEqual(times);
  const isDay = !start.includes("T");
  expect(events[0]?.getFirstProperty("dtstart")?.type).toBe(isDay ? "date" : "date-time");
});

test("events have their ids and, if it is told, the time of their last change", async () => {
  const changed = { ...event, id: "b", updatedAt: "2026-02-01T10:00:00.000Z" };
  const { calendar, events } = await read("Club", [event, changed]);
  const facts = events.map((each) =>
    ["uid", "dtstamp", "last-modified"].map((name) => each.getFirstPropertyValue(name)?.toString()),
  );
  expect(facts).toEqual([
    [event.id, "2026-03-01T09:30:00Z", undefined],
    ["b", "2026-03-01T09:30:00Z", "2026-02-01T10:00:00Z"],
  ]);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  expect(calendar.getFirstPropertyValue("refresh-interval")?.toString()).toBe("PT1H");
  expect((await read("Club", [])).events).toEqual([]);
});
