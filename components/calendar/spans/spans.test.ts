import { describe, expect, it } from "vitest";
import { weekOf } from "../days/day";
import { blocksOf } from "./blocks";
import { type Lanes, lanesOf } from "./lanes";
import { type Shift, shiftedValues, shiftTo, valuesOfPeriod } from "./shift";
import { bySpan, type Span, spanOf } from "./span";
import { plainDates, spanFixture, timesIn } from "./span-fixture";

const berlin = timesIn("Europe/Berlin");
const move = (days: number, minutes = 0): Shift => ({ part: "both", days, minutes });

describe("the days of a record", () => {
  it("are those of its dates", () => {
    expect(spanFixture(plainDates, "a", "2026-03-12", "2026-03-14")).toMatchObject({
      first: "2026-03-12",
      last: "2026-03-14",
      times: null,
    });
    expect(spanFixture(plainDates, "a", "2026-03-12", "2026-03-01").last).toBe("2026-03-12");
    expect(
      spanOf({ ...spanFixture(plainDates, "a", "2026-03-12").record, data: { start: null } }, plainDates),
    ).toBe(null);
  });

  it("follow the zone of fields with times", () => {
    const late = "2026-03-12T23:30:00.000Z";
    expect(spanFixture(berlin, "a", late).first).toBe("2026-03-13");
    expect(spanFixture(timesIn("America/New_York"), "a", late).first).toBe("2026-03-12");
  });

  it("leave out a day at whose first moment the record ends", () => {
    expect(spanFixture(berlin, "a", "2026-03-12T09:00:00Z", "2026-03-12T23:00:00Z").last).toBe("2026-03-12");
    expect(spanFixture(berlin, "a", "2026-03-12T09:00:00Z", "2026-03-12T23:01:00Z").last).toBe("2026-03-13");
  });
});

describe("a move", () => {
  it("keeps the length", () => {
    const span = spanFixture(plainDates, "a", "2026-02-27", "2026-03-02");
    expect(shiftedValues(span, move(3), plainDates)).toEqual({ start: "2026-03-02", end: "2026-03-05" });
    expect(shiftedValues(span, shiftTo(span, "2026-01-01"), plainDates)).toEqual({
      start: "2026-01-01",
      end: "2026-01-04",
    });
    expect(shiftedValues(spanFixture(plainDates, "a", "2026-03-12"), move(1), plainDates)).toEqual({
      start: "2026-03-13",
    });
  });

  it("keeps the time of day over a change of clocks", () => {
    // Clocks are put forward on 29 March.
    const span = spanFixture(berlin, "a", "2026-03-28T08:00:00.000Z", "2026-03-28T16:00:00.000Z");
    expect(shiftedValues(span, move(1), berlin)).toEqual({
      start: "2026-03-29T07:00:00.000Z",
      end: "2026-03-29T15:00:00.000Z",
    });
    // 02:30 does not exist on that day.
    const night = spanFixture(berlin, "a", "2026-03-28T01:30:00.000Z");
    expect(shiftedValues(night, move(1), berlin)).toEqual({ start: "2026-03-29T01:30:00.000Z" });
  });

  it("of an end never makes a record shorter than a day or a step", () => {
    const span = spanFixture(plainDates, "a", "2026-03-12", "2026-03-14");
    expect(shiftedValues(span, { part: "end", days: -9, minutes: 0 }, plainDates)).toEqual({
      end: "2026-03-12",
    });
    expect(shiftedValues(span, { part: "start", days: 9, minutes: 0 }, plainDates)).toEqual({
      start: "2026-03-14",
    });
    const timed = spanFixture(berlin, "a", "2026-03-12T08:00:00.000Z", "2026-03-12T09:00:00.000Z");
    expect(shiftedValues(timed, { part: "end", days: 0, minutes: -90 }, berlin)).toEqual({
      end: "2026-03-12T08:15:00.000Z",
    });
    expect(
      shiftedValues(
        spanFixture(berlin, "a", "2026-03-12T08:00:00.000Z"),
        { part: "end", days: 0, minutes: 15 },
        berlin,
      ),
    ).toEqual({
      end: "2026-03-12T09:15:00.000Z",
    });
  });
});

it("a new record has the dates of its period", () => {
  const days = { first: "2026-03-12", last: "2026-03-14" };
  expect(valuesOfPeriod(days, plainDates, true)).toEqual({ start: "2026-03-12", end: "2026-03-14" });
  expect(valuesOfPeriod(days, plainDates, false)).toEqual({ start: "2026-03-12" });
  expect(valuesOfPeriod({ first: "2026-03-12", last: "2026-03-12" }, plainDates, true)).toEqual({
    start: "2026-03-12",
  });
  expect(
    valuesOfPeriod({ first: "2026-03-12", last: "2026-03-12", from: 600, to: 645 }, berlin, true),
  ).toEqual({
    start: "2026-03-12T09:00:00.000Z",
    end: "2026-03-12T09:45:00.000Z",
  });
});

describe("the lanes of a week", () => {
  const week = weekOf("2026-03-12", "monday");
  const spans = [
    spanFixture(plainDates, "one", "2026-03-12"),
    spanFixture(plainDates, "long", "2026-03-01", "2026-03-11"),
    spanFixture(plainDates, "short", "2026-03-09", "2026-03-10"),
    spanFixture(plainDates, "later", "2026-03-11", "2026-03-20"),
    spanFixture(plainDates, "other", "2026-03-16"),
  ].sort(bySpan);
  const named = ({ bars }: Lanes) =>
    Object.fromEntries(
      bars.map(({ span, lane, column, columns }) => [span.record.id, [lane, column, columns]]),
    );

  it("are the lowest free ones, for longer records first", () => {
    const lanes = lanesOf(week, spans, { capacity: 9 });
    expect(named(lanes)).toEqual({ long: [0, 0, 3], short: [1, 0, 2], later: [1, 2, 5], one: [0, 3, 1] });
    expect(lanes.hidden).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const cuts = lanes.bars.map(({ span, isCutBefore, isCutAfter }) => [
      span.record.id,
      isCutBefore,
      isCutAfter,
    ]);
    expect(cuts).toContainEqual(["long", true, false]);
    expect(cuts).toContainEqual(["later", false, true]);
  });

  it("are the same in whatever order the records come", () => {
    const again = spans.toReversed().sort(bySpan);
    expect(named(lanesOf(week, again, { capacity: 9 }))).toEqual(
      named(lanesOf(week, spans, { capacity: 9 })),
    );
  });

  it("leave a line for the number of those without room", () => {
    const day = (id: string) => spanFixture(plainDates, id, "2026-03-12");
    const many = ["a", "b", "c", "d"].map(day);
    const lanes = lanesOf(week, many, { capacity: 3 });
    expect(Object.keys(named(lanes))).toEqual(["a", "b"]);
    expect(lanes.hidden).toEqual([0, 0, 0, 2, 0, 0, 0]);
    expect(lanesOf(week, many, { capacity: 4 }).hidden).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const kept = lanesOf(week, many, { capacity: 3, keepId: "d" });
    expect(Object.keys(named(kept))).toEqual(["d", "a"]);
    expect(lanesOf(week, many, { capacity: 3, keepId: "b" })).toEqual(lanes);
  });

  it("show as many records as a day has room for, and never two in one place", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const some = Array.from({ length: random(20) }, (_, index): Span => {
        const first = 1 + random(20);
        const last = Math.min(28, first + random(8));
        const day = (date: number) => `2026-03-${String(date).padStart(2, "0")}`;
        return spanFixture(plainDates, String(index), day(first), day(last));
      }).sort(bySpan);
      const capacity = 1 + random(6);
      const { bars, hidden } = lanesOf(week, some, { capacity });
      week.forEach((date, index) => {
        const on = some.filter(({ first, last }) => first <= date && last >= date);
        const shown = bars.filter(({ column, columns }) => index >= column && index < column + columns);
        expect(shown.length + (hidden[index] ?? 0)).toBe(on.length);
        expect(new Set(shown.map(({ lane }) => lane)).size).toBe(shown.length);
        const room = hidden[index] === 0 ? capacity : capacity - 1;
        expect(shown.length).toBe(Math.min(on.length, room));
        for (const { lane } of shown) expect(lane).toBeLessThan(room);
      });
    }
  });
});

describe("the blocks of a day", () => {
  const at = (id: string, from: string, to: string | null = null) =>
    spanFixture(berlin, id, `2026-03-12T${from}:00Z`, to === null ? null : `2026-03-12T${to}:00Z`);
  const named = (spans: readonly Span[], day = "2026-03-12") =>
    Object.fromEntries(
      blocksOf(day, spans).map(({ span, from, to, column, columns, across }) => [
        span.record.id,
        [from, to, column, columns, across],
      ]),
    );

  it("are side by side where they overlap", () => {
    expect(
      named([
        at("a", "08:00", "10:00"),
        at("b", "09:00", "11:00"),
        at("c", "10:00", "11:00"),
        at("d", "12:00"),
      ]),
    ).toEqual({
      a: [540, 660, 0, 2, 1],
      b: [600, 720, 1, 2, 1],
      c: [660, 720, 0, 2, 1],
      d: [780, 840, 0, 1, 1],
    });
  });

  it("take the columns that are free beside them", () => {
    const spans = [
      at("a", "08:00", "12:00"),
      at("b", "08:00", "09:00"),
      at("c", "08:00", "09:00"),
      at("d", "10:00", "11:00"),
    ];
    expect(named(spans).d).toEqual([660, 720, 1, 3, 2]);
  });

  it("are cut at midnight, and never too short to read", () => {
    const night = spanFixture(berlin, "n", "2026-03-12T21:00:00Z", "2026-03-13T01:00:00Z");
    expect(blocksOf("2026-03-12", [night])).toMatchObject([{ from: 1320, to: 1440, isCutAfter: true }]);
    expect(blocksOf("2026-03-13", [night])).toMatchObject([{ from: 0, to: 120, isCutBefore: true }]);
    expect(named([at("s", "08:00", "08:05")]).s).toEqual([540, 570, 0, 1, 1]);
    const last = spanFixture(berlin, "l", "2026-03-12T22:58:00Z", "2026-03-12T22:59:00Z");
    expect(named([last]).l).toEqual([1410, 1440, 0, 1, 1]);
  });

  it("work on days with 23 and 25 hours", () => {
    // From 01:30 to 03:30 on clocks that skip an hour, and from 02:30 to 02:10 on clocks that repeat one.
    const spring = spanFixture(berlin, "s", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z");
    expect(named([spring], "2026-03-29").s).toEqual([90, 210, 0, 1, 1]);
    const autumn = spanFixture(berlin, "a", "2026-10-25T00:30:00Z", "2026-10-25T01:10:00Z");
    expect(named([autumn], "2026-10-25").a).toEqual([150, 210, 0, 1, 1]);
  });

  it("leave out records of a day and more", () => {
    expect(
      blocksOf("2026-03-12", [spanFixture(berlin, "l", "2026-03-11T10:00:00Z", "2026-03-13T10:00:00Z")]),
    ).toEqual([]);
    expect(blocksOf("2026-03-12", [spanFixture(plainDates, "d", "2026-03-12")])).toEqual([]);
  });
});
