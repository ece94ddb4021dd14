import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DurationFormat,
  displayDuration,
  durationFormats,
  durationFromText,
  durationFromTyped,
  durationToTyped,
} from "./duration";

test.each<[text: string, format: DurationFormat, plain: number | undefined, typed: number | undefined]>([
  ["90", "h:mm", 90, 5400],
  ["90", "h:mm:ss", 90, 90],
  ["1.5", "h:mm", undefined, 90],
  ["1:30", "h:mm", 5400, 5400],
  ["1:30", "h:mm:ss", 90, 90],
  ["1:30:15", "h:mm", 5415, 5415],
  ["1:30:15", "h:mm:ss", 5415, 5415],
  [" 100:00 ", "h:mm", 360_000, 360_000],
  ["0:5", "h:mm", 300, 300],
  ["1:60", "h:mm", undefined, undefined],
  ["1:2:3:4", "h:mm", undefined, undefined],
  ["-1:30", "h:mm", undefined, undefined],
  [":30", "h:mm", undefined, undefined],
  ["-90", "h:mm", undefined, undefined],
  ["9999999999999999:00", "h:mm", undefined, undefined],
  ["", "h:mm", undefined, undefined],
  ["an hour", "h:mm", undefined, undefined],
  ["1h 30m", "h:mm", 5400, 5400],
  ["1h30", "h:mm", undefined, undefined],
  ["2 Hours 5 min 1 s", "h:mm:ss", 7501, 7501],
  ["1.5 hrs", "h:mm", 5400, 5400],
  ["1.1h", "h:mm", 3960, 3960],
  ["90 min", "h:mm:ss", 5400, 5400],
  ["45s", "h:mm", 45, 45],
  ["5m 1h", "h:mm", undefined, undefined],
  ["1.2.3h", "h:mm", undefined, undefined],
  [".h", "h:mm", undefined, undefined],
  ["h", "h:mm", undefined, undefined],
  ["0.1s", "h:mm", undefined, undefined],
])("the text %j in the format %s is %s seconds, typed %s", (text, format, plain, typed) => {
  expect(durationFromText(text, format)).toBe(plain);
  expect(durationFromTyped(text, format)).toBe(typed);
});

test.each<[seconds: number, format: DurationFormat, shown: string, typed: string]>([
  [0, "h:mm", "0:00", "0:00"],
  [5415, "h:mm", "1:30", "1:30:15"],
  [5415, "h:mm:ss", "1:30:15", "1:30:15"],
  [360_000, "h:mm:ss", "100:00:00", "100:00:00"],
])("%d seconds in the format %s are shown as %s and edited as %s", (seconds, format, shown, typed) => {
  expect(displayDuration(seconds, format)).toBe(shown);
  expect(durationToTyped(seconds, format)).toBe(typed);
});

test("the edited text parses back to the seconds", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.constantFrom(...durationFormats), (seconds, format) => {
      expect(durationFromTyped(durationToTyped(seconds, format), format)).toBe(seconds);
    }),
  );
});
