import type { StorageKind } from "../../../field-types/storage";
import { momentAt, wallTime } from "../../../field-types/zone";
import type { SheetColumn } from "../sheet";
import { asText, general, numberFormatOf } from "./number-formats";
import { xmlText } from "./xml-text";

/** Writes the cells of a column. */
export interface CellWriter {
  readonly numberFormat: string;
  readonly wraps?: boolean;
  /** The attributes and content of a cell without its place and style; undefined for an empty cell. */
  write(value: unknown): string | undefined;
}

/** Writes texts as texts, and numbers, booleans and dates as such. */
export function cellWriter(column: SheetColumn): CellWriter {
  const { fieldType } = column.field;
  const writer = column.isRaw ? undefined : writers[fieldType.storage]?.(column);
  if (writer) return writer;
  const wraps = fieldType.look.editor === "long-text";
  return { numberFormat: column.isRaw ? general : asText, wraps, write: (value) => plainCell(column, value) };
}

/** By storage kind, the values that spreadsheets have a type for. */
const writers: { readonly [Kind in StorageKind]?: (column: SheetColumn) => CellWriter } = {
  number: ({ field }) => {
    const shown = shownOf(field);
    // Spreadsheets count time in days.
    const unit = shown?.kind === "duration" ? secondsPerDay : 1;
    return {
      numberFormat: shown ? numberFormatOf(shown) : general,
      write: (value) => (value === null ? undefined : numberCell((value as number) / unit)),
    };
  },
  boolean: () => ({ numberFormat: general, write: booleanCell }),
  date: (column) => ({
    numberFormat: numberFormatOf(shownOf(column.field) ?? { kind: "moment", dateFormat: "iso" }),
    write: (value) => {
      if (value === null) return undefined;
      const serial = serialOf(Date.parse(`${value}T00:00:00Z`));
      return serial === undefined ? textCell(column.toText(value)) : numberCell(serial);
    },
  }),
  timestamp: momentWriter,
};

/** Times in the zone of the field, as spreadsheets have none. */
function momentWriter(column: SheetColumn): CellWriter {
  const shown = shownOf(column.field);
  const zone = (shown?.kind === "moment" && shown.time?.timeZone) || "UTC";
  return {
    numberFormat: shown ? numberFormatOf(shown) : general,
    write(value) {
      if (value === null) return undefined;
      const moment = Date.parse(value as string);
      const wall = wallTime(moment, zone);
      // The second of two equal hours at a clock change can only be written with its offset.
      const serial = zone === "UTC" || momentAt(wall, zone) === moment ? serialOf(wall) : undefined;
      return serial === undefined ? textCell(column.toText(value)) : numberCell(serial);
    },
  };
}

function shownOf({ fieldType, template }: SheetColumn["field"]) {
  return fieldType.shown?.(template);
}

const secondsPerDay = 86_400;

/** 1 March 1900. Before it, the calendar of spreadsheets has a day that never was. */
const firstDay = Date.UTC(1900, 2, 1);
const lastDay = Date.UTC(9999, 11, 31);
const dayZero = Date.UTC(1899, 11, 30);
const dayLength = secondsPerDay * 1_000;

/** The days since the end of 1899; undefined outside the calendar of spreadsheets. */
function serialOf(wall: number): number | undefined {
  return wall < firstDay || wall >= lastDay + dayLength ? undefined : (wall - dayZero) / dayLength;
}

function plainCell(column: SheetColumn, value: unknown): string | undefined {
  if (column.isRaw && typeof value === "number") return numberCell(value);
  if (column.isRaw && typeof value === "boolean") return booleanCell(value);
  return textCell(column.toText(value));
}

function numberCell(value: number): string {
  return `><v>${value}</v></c>`;
}

function booleanCell(value: unknown): string {
  return ` t="b"><v>${value ? 1 : 0}</v></c>`;
}

/** An inline text, because a table of shared ones would have to be kept in memory. */
function textCell(text: string): string | undefined {
  if (text === "") return undefined;
  return ` t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}
