import { fieldType } from "..";
import { isAtMost, maxLineLength, maxTextLength } from "../text";
import { attachedFilesIn } from "./attached-files";
import type { Finding } from "./detector";
import { allDetectors } from "./detectors";
import { type Notation, notationOf } from "./notation";
import { type Hints, sampleOf } from "./sample";

/** A type for a column, and how many of its filled cells it cannot take. */
export interface ColumnType {
  readonly type: string;
  /** The whole template. Options of selects have no ids. */
  readonly template: object;
  readonly unconvertible: number;
}

export interface ColumnAnalysis extends ColumnType {
  /** Number of cells with more than white space. */
  readonly filled: number;
  /** The first different texts, at most three, shortened. */
  readonly examples: readonly string[];
  /** Other types that fit at least 98 % of the filled cells, the likeliest first. */
  readonly suggestions: readonly ColumnType[];
  /** For reading the column, also as another type. */
  readonly notation: Notation;
  /** Number of files in a column of attachments as Airtable exports them; 0 in others. */
  readonly attachedFiles: number;
}

/**
 * Finds the type of a column from all its texts or a sample. A type is applied only if it fits every filled cell and its
 * values keep what the texts say; otherwise the column stays text, and the type is a suggestion. The order of the texts
 * matters to the examples alone.
 */
export function analyseColumn(
  texts: readonly string[],
  hints: Hints = {},
  detectors = allDetectors,
): ColumnAnalysis {
  const sample = sampleOf(texts, hints);
  const found = sample.filled === 0 ? [] : detectors.flatMap((detect) => detect(sample));
  const applied = found.find(({ isSure, unconvertible }) => isSure && unconvertible === 0);
  const others = found.filter((finding) => finding !== applied);
  return {
    ...(applied ? typeOf(applied) : textType(texts)),
    filled: sample.filled,
    examples: [...sample.counts.keys()].slice(0, 3).map(shortened),
    // A type that fits only most cells is no alternative to one that fits all.
    suggestions: others.filter(({ unconvertible }) => !applied || unconvertible === 0).map(typeOf),
    notation: notationOf(sample, hints),
    attachedFiles: attachedFilesIn(sample.counts),
  };
}

function typeOf({ type, template = {}, unconvertible }: Finding): ColumnType {
  return { type, template: fieldType(type).template.parse(template) as object, unconvertible };
}

/** Text with line breaks, or longer than a line, is long text. Text beyond its limit fits no type. */
function textType(texts: readonly string[]): ColumnType {
  const isLong = texts.some((text) => isLongText(text));
  const unconvertible = isLong ? texts.filter((text) => !isAtMost(text, maxTextLength)).length : 0;
  return { type: isLong ? "long_text" : "single_line_text", template: {}, unconvertible };
}

function isLongText(text: string): boolean {
  const isOfLines = /[\n\r\u2028\u2029]/.test(text) && text.trim() !== "";
  return isOfLines || !isAtMost(text, maxLineLength);
}

const maxExampleLength = 200;

function shortened(text: string): string {
  return text.length > maxExampleLength ? `${text.slice(0, maxExampleLength).toWellFormed()}…` : text;
}
