import { type FunctionEntry, functions, type Span, scan, toNames } from "@/lib/formulas";
import type { FormulaField, FormulaScope } from "./formula-field";
import { type Literal, literalAt } from "./literals";

/** A field or function to insert. */
export type Suggestion = {
  readonly label: string;
  /** The index in the label at which it has the typed text. */
  readonly matchedAt: number;
} & (
  | { readonly is: "field"; readonly field: FormulaField; readonly link?: FormulaField }
  | { readonly is: "function"; readonly entry: FunctionEntry }
);

export interface Suggestions {
  /** The typed text that the labels have. */
  readonly start: number;
  readonly end: number;
  /** The part of the formula to replace, with the braces of a field. */
  readonly replaced: Span;
  /** The best ones first. */
  readonly suggestions: readonly Suggestion[];
}

/**
 * The fields and functions that fit at a position: fields within braces; else both for the word that is being typed, or
 * without one if the person asks for them (`isExplicit`). Undefined if there are none.
 */
export function suggestionsAt(
  text: string,
  position: number,
  { scope, isExplicit }: { readonly scope: FormulaScope; readonly isExplicit: boolean },
): Suggestions | undefined {
  const literal = literalAt(text, position);
  if (literal && literal.opener !== "{") return undefined;
  if (literal) {
    const start = literal.start + 1;
    const replaced = bracesOf(literal, text, position);
    return withMatches(text, { start, end: position, replaced }, fieldsIn(scope, { withLinked: true }));
  }
  const path = bareLinkBefore(text, position, scope);
  if (path) {
    return withMatches(text, { ...path, replaced: path }, fieldsIn(scope, { withLinked: true }));
  }
  const { tokens } = scan(text);
  const around = tokens.find(({ start, end }) => start < position && position <= end);
  if (around?.kind === "word") {
    const { start, end } = around;
    const all = [...fieldsIn(scope, { withLinked: true }), ...named];
    return withMatches(text, { start, end: position, replaced: { start, end } }, all);
  }
  if (!isExplicit || around?.kind === "number") return undefined;
  const here = { start: position, end: position };
  const all = [...fieldsIn(scope, { withLinked: false }), ...named.filter(isMainName)];
  return withMatches(text, { ...here, replaced: here }, all);
}

function withMatches(
  text: string,
  place: Omit<Suggestions, "suggestions">,
  all: readonly Suggestion[],
): Suggestions | undefined {
  const typed = text.slice(place.start, place.end).trimStart().toLowerCase();
  const ranked = all.flatMap((suggestion) => {
    const label = suggestion.label.toLowerCase();
    const matchedAt = label.indexOf(typed);
    return matchedAt < 0 ? [] : [{ rank: rankOf(label, typed), suggestion: { ...suggestion, matchedAt } }];
  });
  if (ranked.length === 0) return undefined;
  ranked.sort((one, other) => one.rank - other.rank);
  return { ...place, suggestions: ranked.map(({ suggestion }) => suggestion) };
}

/** 0 for the typed text itself, then labels that begin with it, that have a word which does, and others. */
function rankOf(label: string, typed: string): number {
  if (label === typed) return 0;
  if (label.startsWith(typed)) return 1;
  const words = label.split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => word.startsWith(typed)) ? 2 : 3;
}

/** The text to insert for a suggestion before a given rest of the formula, and the position of the cursor in it. */
export function insertionOf(
  suggestion: Suggestion,
  { scope, rest }: { readonly scope: FormulaScope; readonly rest: string },
): { readonly text: string; readonly cursor: number } {
  if (suggestion.is === "function") {
    const { label, entry } = suggestion;
    if (/^\s*\(/.test(rest)) return { text: label, cursor: label.length };
    const text = `${label}()`;
    return { text, cursor: entry.params.length === 0 ? text.length : text.length - 1 };
  }
  const { field, link } = suggestion;
  const ids = link ? `${link.id}.${field.id}` : field.id;
  const text = toNames(`{${ids}}`, scope);
  return { text, cursor: text.length };
}

const named: readonly Suggestion[] = functions.flatMap((entry) =>
  [entry.name, ...(entry.aliases ?? [])].map((label) => ({
    is: "function" as const,
    label,
    matchedAt: 0,
    entry,
  })),
);

function isMainName(suggestion: Suggestion): boolean {
  return suggestion.is === "function" && suggestion.label === suggestion.entry.name;
}

/** The fields of the table, then those of linked tables, as `Link.Field`. */
function fieldsIn({ fields }: FormulaScope, { withLinked }: { readonly withLinked: boolean }): Suggestion[] {
  const own = fields.filter(({ isDeleted }) => !isDeleted);
  return [
    ...own.map((field) => ({ is: "field" as const, label: field.name, matchedAt: 0, field })),
    ...own.flatMap((link) =>
      (withLinked ? (link.linked?.().fields ?? []) : [])
        .filter(({ isDeleted }) => !isDeleted)
        .map((field) => ({
          is: "field" as const,
          label: `${link.name}.${field.name}`,
          matchedAt: 0,
          field,
          link,
        })),
    ),
  ];
}

/** A link field without braces, a dot and perhaps the beginning of a field: `Orders.am`, which needs braces. */
function bareLinkBefore(text: string, position: number, { fields }: FormulaScope): Span | undefined {
  const found = /([\p{L}_][\p{L}\p{M}\p{N}_]*)\.[\p{L}\p{M}\p{N}_]*$/u.exec(text.slice(0, position));
  const name = found?.[1]?.toLowerCase();
  const isLink = fields.some((field) => field.linked && field.name.toLowerCase() === name);
  return found && isLink ? { start: found.index, end: position } : undefined;
}

/** The braces that a position is within. Those that are not closed end at the position. */
function bracesOf({ start, end, isClosed }: Literal, text: string, position: number): Span {
  // Without their own closing brace, they have taken that of the next field.
  const isOwn = isClosed && !text.slice(position, end).includes("{");
  return { start, end: isOwn ? end : position };
}
