import type { NoteCode } from "../notes";
import { generalFormat, type NumberFormat } from "./number-format";
import { durationText, isoMoment, momentOf, type TypedText } from "./serial-date";
import { unescapeText } from "./shared-texts";
import { isTrue } from "./workbook";

/** A cell as the XML has it. */
export interface CellXml {
  readonly type: string;
  readonly style: number;
  value: string;
  inline: string;
  isFormula: boolean;
}

/** The parts of a workbook that its cells refer to. */
export interface CellContext {
  readonly sharedTexts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

interface ReadCell extends TypedText {
  readonly note?: NoteCode | undefined;
}

/** Reads a cell's value. Returns a string if it is invalid: a predicate on the cell. */
export function readCell(cell: CellXml, context: CellContext): ReadCell | string {
  const { type, isFormula } = cell;
  const value = type === "str" ? cell.value : cell.value.trim();
  if (type === "e") return { text: "", note: "error_cells" };
  const read = type !== "inlineStr" && value === "" ? { text: "" } : readers.get(type)?.(cell, context);
  if (read === undefined) return `has the unknown type “${type.slice(0, 20)}”`;
  if (!isFormula || typeof read === "string") return read;
  return { ...read, note: value === "" && type !== "str" ? "formulas_without_value" : "formulas" };
}

type Reader = (cell: CellXml, context: CellContext) => TypedText | string;

/** By the type in the XML. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["s", readShared],
  ["str", ({ value }) => ({ text: unescapeText(value) })],
  ["inlineStr", ({ inline }) => ({ text: inline })],
  ["b", ({ value }) => ({ text: String(isTrue(value.trim())), kind: { type: "boolean" } })],
  ["d", ({ value, style }, { formats }) => isoMoment(value.trim(), formats[style]?.hasTime ?? false)],
  ["n", readNumeric],
]);

function readShared({ value }: CellXml, { sharedTexts }: CellContext): TypedText | string {
  const text = sharedTexts[Number(value)];
  return text === undefined ? "refers to a text that the file does not have" : { text };
}

function readNumeric({ value, style }: CellXml, { formats, is1904 }: CellContext): TypedText | string {
  const number = Number(value);
  if (!Number.isFinite(number)) return `has “${value.slice(0, 20)}” instead of a number`;
  return readNumber(number, formats[style] ?? generalFormat, is1904);
}

function readNumber(number: number, format: NumberFormat, is1904: boolean): TypedText {
  const { type, kind, digits = 0, hasTime = false } = format;
  if (type === "duration") return { text: durationText(number), ...(kind && { kind }) };
  const moment = type === "moment" ? momentOf(number, { is1904, hasTime }) : undefined;
  if (moment) return moment;
  const text = String(number);
  if (type === "text") return { text: /^\d+$/.test(text) ? text.padStart(digits, "0") : text };
  return { text, kind: kind ?? { type: "number" } };
}
