import type { DateWay } from "@/components/commands/command";
import type { PageState } from "@/components/open-table/page-commands";
import type { TableServices } from "@/components/open-table/use-table-services";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import type { ConfigOf } from "@/lib/contract/views";
import type { Day } from "./days/day";
import type { CalendarShape, Place } from "./moves/steps";
import type { CalendarOverlay } from "./overlays/overlay";
import type { DateValues, Period, Shift } from "./spans/shift";
import type { DateFields, Span } from "./spans/span";

export type Scale = ConfigOf<"calendar">["scale"];

/** A record that is being carried, by keys or by the pointer. */
export interface Carried {
  readonly record: Record;
  /** Its days before; null for a record without a date. */
  readonly span: Span | null;
  readonly shift: Shift;
  /** The dates that it would get. */
  readonly values: DateValues;
  readonly by: "keys" | "pointer";
}

/** The place that has the calendar's tab stop, and how often a person has moved it. */
export interface CalendarFocus {
  readonly place: Place;
  /** Differs with each move, after which the place is revealed. */
  readonly turn: number;
}

/** The state and services that commands of the calendar use. */
export interface CalendarState extends PageState {
  readonly services: TableServices & { readonly show: (overlay: CalendarOverlay) => void };
  readonly table: Table;
  readonly dates: DateFields;
  /** The ids of the date fields whose values this person can change. */
  readonly writableIds: ReadonlySet<string>;
  readonly scale: Scale;
  readonly today: Day;
  /** A day of the shown page. */
  readonly day: Day;
  readonly shape: CalendarShape;
  readonly focus: CalendarFocus;
  readonly carried: Carried | null;
  /** The days of a shown record, as they are without being carried. */
  readonly spanOf: (recordId: string) => Span | undefined;
  readonly nameOf: (record: Record) => string;
  /** Moves the focus to a place, and shows its day if it is on another page. */
  readonly focusOn: (place: Place) => void;
  /** Shows a day. */
  readonly showDay: (day: Day) => void;
  readonly showScale: (scale: Scale) => void;
  readonly carry: (carried: Carried | null) => void;
  /** Gives a record other dates, at once on the page and then on the server. */
  readonly move: (record: Record, values: DateValues) => void;
  readonly announce: (text: string) => void;
  /** Opens the input for a new record of some days. */
  readonly compose: (period: Period) => void;
  readonly toggleWithoutDate: () => void;
}

/** The shifts of a record by one step of a key. */
export function shiftOf(
  way: DateWay,
  { scale, dates }: Pick<CalendarState, "scale" | "dates">,
): Omit<Shift, "part"> {
  const isAmongHours = dates.zone !== null && (scale === "week" || scale === "day");
  return { ...none, ...(isAmongHours ? byTime : byDay)[way] };
}

const none = { days: 0, minutes: 0 };
const byDay: { readonly [Way in DateWay]: Partial<Shift> } = {
  left: { days: -1 },
  right: { days: 1 },
  up: { days: -7 },
  down: { days: 7 },
};
const byTime: typeof byDay = {
  left: { days: -1 },
  right: { days: 1 },
  up: { minutes: -15 },
  down: { minutes: 15 },
};
