import { expect, it } from "vitest";
import { fieldType } from "@/lib/field-types";
import { dayAndTime, typedText } from "./wall-time";

it("takes typed text apart, and puts it together again", () => {
  expect(dayAndTime("2026-01-31 09:30")).toEqual({ day: "2026-01-31", time: "09:30" });
  expect(dayAndTime("2026-10-25T02:30:00.000+01:00")).toEqual({ day: "2026-10-25", time: "02:30:00.000" });
  expect(dayAndTime("tomorrow")).toBeUndefined();
  expect(typedText({ day: "2026-01-31", time: "09:30" })).toBe("2026-01-31 09:30");
});

it("understands whatever an editor of moments begins with, save at the end of all days", () => {
  const { examples, typing, template } = fieldType("datetime");
  for (const { input, value = input, template: own = {} } of examples) {
    const full = template.parse(own);
    const text = typing?.toText(value, full) ?? "";
    const parts = dayAndTime(text);
    // A day that has a year of five digits where the field is: its text is that of UTC.
    if (text.endsWith("Z")) continue;
    expect(parts && typing?.fromText(typedText(parts), full)).toBe(value);
  }
});
