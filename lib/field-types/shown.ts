import type { DateFormat } from "./date";
import { fixedSigns, type NumberFormat } from "./number";

/**
 * How `display` writes a value, as data, so that a database can compose the same text. Where that follows the viewer's
 * locale or zone, it is English and UTC here.
 */
export type Shown = ShownNumber | ShownSerial | ShownDuration | ShownMoment;

/** A number with groups of three digits, rounded to `places`. */
export interface ShownNumber {
  readonly kind: "number";
  /** The power of ten that it is multiplied by. */
  readonly moved: number;
  readonly places: number;
  readonly group: string;
  readonly decimal: string;
  /** Between the sign and the digits. */
  readonly before: string;
  readonly after: string;
}

/** A whole number, padded with zeros. */
export interface ShownSerial {
  readonly kind: "serial";
  readonly prefix: string;
  readonly padding: number;
}

/** Seconds as hours, minutes and perhaps seconds. */
export interface ShownDuration {
  readonly kind: "duration";
  readonly hasSeconds: boolean;
}

/** A day, with its time where there is one. */
export interface ShownMoment {
  readonly kind: "moment";
  readonly dateFormat: DateFormat;
  readonly time?: { readonly is12h: boolean; readonly timeZone: string };
}

/** A number in a format of fields. */
export function shownNumber(
  numberFormat: NumberFormat,
  places: number,
  { moved = 0, before = "", after = "" }: Partial<Pick<ShownNumber, "moved" | "before" | "after">> = {},
): ShownNumber {
  return { kind: "number", moved, places, ...fixedSigns(numberFormat), before, after };
}
