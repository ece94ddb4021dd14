import { type Span, scan } from "@/lib/formulas";
import { closers, literalAt } from "./literals";

/** A change of the text at the cursor, and the cursor after it. */
export interface TextChange extends Span {
  readonly insert: string;
  readonly cursor: number;
}

/**
 * Handles a typed bracket or quote: closes it, skips one that is already there, or puts the selection in parentheses.
 * Undefined if the character is typed as any other.
 */
export function typedBracket(text: string, { start, end }: Span, typed: string): TextChange | undefined {
  const within = literalAt(text, start);
  if (typed === "(" && start !== end && !within) return surrounded(text, { start, end });
  const isNext = start === end && text.charAt(start) === typed;
  if (within) {
    const isEnd = closers[within.opener] === typed && !isEscaped(text, start);
    return isEnd && isNext && within.end === start + 1 ? skipped(start) : undefined;
  }
  if (typed === ")" && isNext && closesTooMuch(text)) return skipped(start);
  const closer = closers[typed];
  if (closer === undefined) return undefined;
  // Before a value, the bracket is meant to enclose it.
  if (/^[\p{L}\p{N}_{"'(]/u.test(text.slice(end))) return undefined;
  return { start, end, insert: typed + closer, cursor: start + 1 };
}

/** Handles Backspace between a bracket and its closing one, which deletes both. */
export function deletedPair(text: string, position: number): TextChange | undefined {
  const opener = text.charAt(position - 1);
  const isPair = opener !== "" && closers[opener] === text.charAt(position) && text.charAt(position) !== "";
  if (!isPair) return undefined;
  const within = literalAt(text, position);
  const isWhole = opener === "(" ? !within : within?.start === position - 1 && within.end === position + 1;
  return isWhole ? { start: position - 1, end: position + 1, insert: "", cursor: position - 1 } : undefined;
}

/** The parenthesis beside the position and its partner; a partner that is missing is left out. */
export function parenthesesAt(text: string, position: number): Span[] {
  const parentheses = scan(text).tokens.filter(({ kind }) => kind === "open" || kind === "close");
  const at =
    parentheses.findLast(({ end }) => end === position) ??
    parentheses.find(({ start }) => start === position);
  if (!at) return [];
  const isOpen = at.kind === "open";
  const way = isOpen
    ? parentheses.slice(parentheses.indexOf(at))
    : parentheses.slice(0, parentheses.indexOf(at) + 1).reverse();
  let depth = 0;
  for (const each of way) {
    depth += each.kind === at.kind ? 1 : -1;
    if (depth === 0) return [spanOf(at), spanOf(each)];
  }
  return [spanOf(at)];
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

function surrounded(text: string, { start, end }: Span): TextChange {
  const insert = `(${text.slice(start, end)})`;
  return { start, end, insert, cursor: start + insert.length };
}

function skipped(start: number): TextChange {
  return { start, end: start, insert: "", cursor: start + 1 };
}

function isEscaped(text: string, position: number): boolean {
  return (/\\*$/.exec(text.slice(0, position))?.[0].length ?? 0) % 2 === 1;
}

/** True if there is a closing parenthesis for each open one, so that another one would be too many. */
function closesTooMuch(text: string): boolean {
  const { tokens } = scan(text);
  const count = (wanted: string) => tokens.filter(({ kind }) => kind === wanted).length;
  return count("close") >= count("open");
}
