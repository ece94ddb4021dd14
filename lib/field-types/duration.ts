import { numberFromText } from "./number";

export const durationFormats = ["h:mm", "h:mm:ss"] as const;
export type DurationFormat = (typeof durationFormats)[number];

/** The seconds that a plain number or hours, minutes and seconds mean. */
export function durationFromText(text: string, format: DurationFormat): number | undefined {
  return secondsOfParts(text, format) ?? seconds(numberFromText(text, "local"));
}

/** As `durationFromText`, but a number alone is of the smallest unit that the format shows. */
export function durationFromTyped(text: string, format: DurationFormat): number | undefined {
  const number = numberFromText(text, "local");
  return (
    secondsOfParts(text, format) ?? seconds(format === "h:mm" && number !== undefined ? number * 60 : number)
  );
}

/** As a person types it: as the format shows it, with seconds where there are some. */
export function durationToTyped(value: number, format: DurationFormat): string {
  return displayDuration(value, value % 60 === 0 ? format : "h:mm:ss");
}

/** Rounds to whole seconds, as averages of durations are shown too. */
export function displayDuration(value: number, format: DurationFormat): string {
  const whole = Math.round(value);
  const minutes = Math.floor(whole / 60);
  const clock = `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}`;
  return format === "h:mm" ? clock : `${clock}:${twoDigits(whole % 60)}`;
}

function secondsOfParts(text: string, format: DurationFormat): number | undefined {
  return text.includes(":") ? secondsOfClock(text, format) : secondsOfUnits(text);
}

/** `1h 30m`, `90 min`, `1.5 hours`: each unit at most once, the greater before the smaller. */
function secondsOfUnits(text: string): number | undefined {
  const parts =
    /^(?:([\d.]+) ?h(?:(?:ou)?rs?)?)? ?(?:([\d.]+) ?m(?:in(?:ute)?s?)?)? ?(?:([\d.]+) ?s(?:ec(?:ond)?s?)?)?$/i
      .exec(text.trim().slice(0, longest + 1))
      ?.slice(1);
  const [hours = 0, minutes = 0, rest = 0] = parts?.map((part) => Number(part ?? 0)) ?? [];
  if (!parts?.some((part) => part !== undefined)) return undefined;
  // A tenth of an hour is no number of two to the power of something.
  return seconds(Number((hours * 3_600 + minutes * 60 + rest).toFixed(6)));
}

/** More than a duration takes to write, and little enough to be tried at once. */
const longest = 60;

/** `1:30:15`; of two parts the last is of the smallest unit that the format shows. */
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
