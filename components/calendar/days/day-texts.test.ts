import { expect, it } from "vitest";
import { dayText, longDayText, monthText, rangeText, shortDayText, timeText } from "./day-texts";

it("days, months and times have texts", () => {
  expect(dayText("2026-03-12")).toBe("12 March 2026");
  expect(longDayText("2026-03-12", "2026-01-01")).toBe("Thursday 12 March");
  expect(longDayText("2026-03-12", "2025-01-01")).toBe("Thursday 12 March 2026");
  expect(monthText("2026-03-12")).toBe("March 2026");
  expect(rangeText("2026-03-09", "2026-03-15")).toBe("9 – 15 March 2026");
  expect(rangeText("2026-03-09", "2026-04-15", "short")).toBe("9 Mar – 15 Apr 2026");
  expect(shortDayText("2026-03-12", "2026-01-01")).toBe("12 Mar");
  expect(rangeText("2026-12-28", "2027-01-03")).toBe("28 December 2026 – 3 January 2027");
  const half = Date.parse("2026-03-12T09:30:00Z");
  expect(timeText(half, "24h")).toBe("09:30");
  expect(timeText(half, "12h")).toBe("9:30 am");
  expect(timeText(half + 30 * 60_000, "12h")).toBe("10 am");
  expect(timeText(Date.parse("2026-03-12T00:00:00Z"), "24h")).toBe("00:00");
});
