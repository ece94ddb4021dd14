import type { ClipboardTexts } from "./block";

/** The last copy made in this tab, recognized by its text, because not every clipboard keeps the HTML. */
let own: OwnCopy | undefined;

/** One of our own copies without its HTML. */
export interface OwnCopy extends Pick<ClipboardTexts, "text"> {
  /** The full texts of the same cells. */
  readonly plain: string;
  /** The columns with full texts that differ from the displayed ones. */
  readonly plainColumns: ReadonlySet<number>;
}

export function setOwnCopy(copy: OwnCopy): void {
  own = { ...copy, text: normalizeLineBreaks(copy.text) };
}

/** The last copy made in this tab, if the text equals it. */
export function findOwnCopy(text: string): OwnCopy | undefined {
  return own?.text === normalizeLineBreaks(text) ? own : undefined;
}

/** Converts all line breaks to `\n`. */
export function normalizeLineBreaks(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
