/** A day and a time of day, as a moment's typed text begins with them: `2026-01-31 09:30`. */
export interface DayAndTime {
  readonly day: string;
  readonly time: string;
}

/** The parts of a moment's typed text; undefined where it is not of that form. */
export function dayAndTime(text: string): DayAndTime | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?)/.exec(text) ?? [];
  return day !== undefined && time !== undefined ? { day, time } : undefined;
}

export function typedText({ day, time }: DayAndTime): string {
  return `${day} ${time}`;
}
