import { expect, it } from "vitest";
import { makeColumns } from "../columns-fixture";
import { datetimeEditor } from "./datetime-editor";

it.each([
  ["America/Los_Angeles", "2026-01-31T02:00:00.000Z", "2026-01-30 00:00"],
  ["Asia/Tokyo", "2026-01-31T20:00:00.000Z", "2026-02-01 00:00"],
  ["", "2026-01-31T20:00:00.000Z", "2026-01-31 00:00"],
])("today is the day in the field's time zone: %j", (timezone, now, text) => {
  const [column] = makeColumns(["datetime", { timezone }]);
  expect(column && datetimeEditor.today?.(new Date(now), column)).toBe(text);
});
