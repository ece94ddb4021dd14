import type { ClipboardTexts } from "./block";

/** The last copy that this tab has made, told by its text: not every clipboard keeps what else says whose it is. */
let own: OwnCopy | undefined;

/** A copy of ours without its HTML. */
export interface OwnCopy extends Pick<ClipboardTexts, "text"> {
  /** The same cells as their plain texts. */
  readonly plain: string;
  /** The columns whose cells may show less than their plain texts say. */
  readonly plainColumns: ReadonlySet<number>;
}

export function setOwnCopy(copy: OwnCopy): void {
  own = { ...copy, text: withLines(copy.text) };
}

/** The last copy of this tab, if that is what the text is. */
export function findOwnCopy(text: string): OwnCopy | undefined {
  return own?.text === withLines(text) ? own : undefined;
}

/** Text with the line breaks of all systems as one character. */
export function withLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
