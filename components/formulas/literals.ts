import { type Span, scan } from "@/lib/formulas";

/** A text or a field in braces, as far as it is typed. */
export interface Literal extends Span {
  readonly opener: string;
  readonly isClosed: boolean;
}

export const closers: { readonly [opener: string]: string } = { "(": ")", "{": "}", '"': '"', "'": "'" };

/** The literal that a position is within. One that is not closed reaches to the end of the formula. */
export function literalAt(text: string, position: number): Literal | undefined {
  const { tokens, problems } = scan(text);
  for (const { start, end } of [...tokens, ...problems]) {
    const opener = text.charAt(start);
    if (!/["'{]/.test(opener) || position <= start) continue;
    // Empty braces are a mistake, too, but closed.
    const isClosed = end - start > 1 && text.charAt(end - 1) === closers[opener];
    if (position < (isClosed ? end : end + 1)) return { start, end, opener, isClosed };
  }
  return undefined;
}
