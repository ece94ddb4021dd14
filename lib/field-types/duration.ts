import { numberFromText } from "./number";

export const durationFormats = ["h:mm", "h:mm:ss"] as const;
export type DurationFormat = (typeof durationFormats)[number];

/** Parses a plain number of seconds, or hours, minutes and seconds. */
export function durationFromText(text: string, format: DurationFormat): number | undefined {
  return secondsOfParts(text, format) ?? seconds(numberFromText(text, "local"));
}

/** Parses like `durationFromText`, but a bare number counts the smallest unit of the format. */
export function durationFromTyped(text: string, format: DurationFormat): number | undefined {
  const number = numberFromText(text, "local");
  return (
    secondsOfParts(text, format) ?? seconds(format === "h:mm" && number !== undefined ? number * 60 : number)
  );
}

/** Formats for an editor: in the field's format, with seconds unless they are 0. */
export function durationToTyped(value: number, format: DurationFormat): string {
  return displayDuration(value, value % 60 === 0 ? format : "h:mm:ss");
}

/** Rounds to whole seconds, because averages have fractions. */
export function displayDuration(value: number, format: DurationFormat): string {
  const whole = Math.round(value);
  const minutes = Math.floor(whole / 60);
  const clock = `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
  return format === "h:mm" ? clock : `${clock}:${twoDigits(whole % 60)}`;
}

function secondsOfParts(text: string, format: DurationFormat): number | undefined {
  return text.includes(":") ? secondsOfClock(text, format) : secondsOfUnits(text);
}

/** Parses `1h 30m`, `90 min`, `1.5 hours`: each unit at most once, in descending order. */
function secondsOfUnits(text: string): number | undefined {
  const parts =
    /^(?:([\d.]+) ?h(?:(?:ou)?rs?)?)? ?(?:([\d.]+) ?m(?:in(?:ute)?s?)?)? ?(?:([\d.]+) ?s(?:ec(?:ond)?s?)?)?$/i
      .exec(text.trim().slice(0, maxLength + 1))
      ?.slice(1);
  const [hours = 0, minutes = 0, rest = 0] = parts?.map((part) => Number(part ?? 0)) ?? [];
  if (!parts?.some((part) => part !== undefined)) return undefined;
  // Rounds because a tenth of an hour has no exact double.
  return seconds(Number((hours * 3_600 + minutes * 60 + rest).toFixed(6)));
}

/** Exceeds any written duration, and is short enough to match quickly. */
const maxLength = 60;

/** Parses `1:30:15`. The last of two parts is the smallest unit of the format. */
function secondsOfClock(text: string, format: DurationFormat): number | undefined {
  const parts = text.trim().split(":");
  if (parts.length > 3 || !/^\d{1,16}$/.test(parts[0] ?? "")) return undefined;
  if (!parts.slice(1).every((part) => /^[0-5]?\d$/.test(part))) return undefined;
  if (parts.length === 2 && format === "h:mm") parts.push("0");
  return seconds(parts.reduce((total, part) => total * 60 + Number(part), 0));
}

function seconds(number: number | undefined): number | undefined {
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
