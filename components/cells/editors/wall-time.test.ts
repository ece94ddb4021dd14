import { expect, it } from "vitest";
import { fieldType } from "@/lib/field-types";
import { dayAndTime, typedText } from "./wall-time";

it("parses typed text and formats it again", () => {
  expect(dayAndTime("2026-01-31 09:30")).toEqual({ day: "2026-01-31", time: "09:30" });
  expect(dayAndTime("2026-10-25T02:30:00.000+01:00")).toEqual({ day: "2026-10-25", time: "02:30:00.000" });
  expect(dayAndTime("tomorrow")).toBeUndefined();
  expect(typedText({ day: "2026-01-31", time: "09:30" })).toBe("2026-01-31 09:30");
});

it("parses every initial draft of a datetime editor, except at the end of the range", () => {
  const { examples, typing, template } = fieldType("datetime");
  for (const { input, value = input, template: own = {} } of examples) {
    const full = template.parse(own);
    const text = typing?.toText(value, full) ?? "";
    const parts = dayAndTime(text);
    // A date whose year has five digits in the field's time zone is formatted in UTC.
    if (text.endsWith("Z")) continue;
    expect(parts && typing?.fromText(typedText(parts), full)).toBe(value);
  }
});
