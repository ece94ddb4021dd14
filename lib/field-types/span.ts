import { isDate } from "./date";
import { type MomentTemplate, momentValue } from "./datetime";
import { momentAt } from "./zone";

/** A time range; `until` is exclusive. Both are in the stored form, so that they compare as text. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

/**
 * Range of an ISO timestamp or date: a timestamp is one millisecond, a date that day in the field's time zone or in
 * UTC. Undefined for other text.
 */
export function spanOf(text: string, { timezone }: Partial<MomentTemplate>): Span | undefined {
  if (isDate(text)) {
    const zone = timezone || "UTC";
    const midnight = Date.parse(`${text}T00:00:00Z`);
    return span(momentAt(midnight, zone), momentAt(midnight + day, zone));
  }
  const read = momentValue.safeParse(text);
  return read.success ? span(Date.parse(read.data), Date.parse(read.data) + 1) : undefined;
}

const day = 86_400_000;

function span(from: number, until: number): Span {
  return { from: isoOf(from), until: isoOf(until) };
}

/** Clamps to the years 1 to 9999, as PostgreSQL can parse them. */
function isoOf(moment: number): string {
  if (moment < first) return "0001-01-01T00:00:00.000Z";
  return moment > last ? "9999-12-31T24:00:00.000Z" : new Date(moment).toISOString();
}

const first = Date.parse("0001-01-01T00:00:00Z");
const last = Date.parse("9999-12-31T23:59:59.999Z");
