import { formulaLimits } from "./limits";
import type { BinaryOperator, Problem, Result, Span } from "./tree";

/** A word of a formula. The editor colours formulas by `kind`. */
export type Token = Span &
  (
    | { readonly kind: "number"; readonly digits: string }
    | { readonly kind: "text"; readonly text: string }
    /** The text within braces, with its escapes. */
    | { readonly kind: "reference"; readonly inner: string }
    /** A function, TRUE, FALSE, or a bare field name. */
    | { readonly kind: "word"; readonly word: string }
    | { readonly kind: "operator"; readonly operator: BinaryOperator | "%" }
    | { readonly kind: "open" | "close" | "separator" | "end" }
  );

type Lexeme = Token extends infer Each ? (Each extends Token ? Omit<Each, keyof Span> : never) : never;

/** Splits a formula into tokens, the last of which is `end`. Skips spaces and a leading `=`. */
export function tokenize(text: string): Result<Token[]> {
  const { tokens, problems } = scan(text);
  return problems[0] ? { problem: problems[0] } : { value: tokens };
}

/** Splits a formula that is being typed: reads on after mistakes, which are no tokens. */
export function scan(text: string): { readonly tokens: Token[]; readonly problems: readonly Problem[] } {
  const tokens: Token[] = [];
  const problem = problemOfText(text);
  if (problem) return { tokens, problems: [problem] };
  const problems: Problem[] = [];
  let start = /^\s*=(?!=)\s*/.exec(text)?.[0].length ?? 0;
  for (;;) {
    start += matchAt(/\s*/y, text, start).length;
    if (start >= text.length) {
      tokens.push({ kind: "end", start: text.length, end: text.length });
      return { tokens, problems };
    }
    const found = readToken(text, start);
    if (found.problem) problems.push(found.problem);
    else tokens.push(found.value);
    start = (found.problem ?? found.value).end;
  }
}

function problemOfText(text: string): Problem | undefined {
  if (text.length > formulaLimits.length) {
    const message = `A formula has at most ${formulaLimits.length.toLocaleString("en")} characters.`;
    return { message, start: formulaLimits.length, end: text.length };
  }
  const nul = text.indexOf("\0");
  if (nul >= 0) return { message: "A formula can't contain the character NUL.", start: nul, end: nul + 1 };
  const half = text.search(/\p{Cs}/u);
  if (half >= 0) {
    return { message: "A formula can't contain half of a character.", start: half, end: half + 1 };
  }
  return undefined;
}

function readToken(text: string, start: number): Result<Token> {
  const first = text.charAt(start);
  if (first === "{") return readReference(text, start);
  if (first === '"' || first === "'") return readText(text, start, first);
  for (const [pattern, lexemeOf] of patterns) {
    const found = matchAt(pattern, text, start);
    if (found !== "") return { value: { ...lexemeOf(found), start, end: start + found.length } };
  }
  const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const hint = first === "}" ? " A field is written in braces, such as {Price}." : "";
  return problemAt(start, start + character.length, `The character ${character} is unexpected here.${hint}`);
}

const patterns: readonly (readonly [RegExp, (found: string) => Lexeme])[] = [
  [/(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y, (digits) => ({ kind: "number", digits })],
  [/[\p{L}_][\p{L}\p{M}\p{N}_]*/uy, (word) => ({ kind: "word", word })],
  [/==|!=|<>|<=|>=|[=<>&+\-*/^%]/y, (sign) => ({ kind: "operator", operator: operatorOf(sign) })],
  [/\(/y, () => ({ kind: "open" })],
  [/\)/y, () => ({ kind: "close" })],
  [/[,;]/y, () => ({ kind: "separator" })],
];

function operatorOf(sign: string): BinaryOperator | "%" {
  if (sign === "==") return "=";
  if (sign === "<>") return "!=";
  return sign as BinaryOperator | "%";
}

function readReference(text: string, start: number): Result<Token> {
  const inner = matchAt(/(?:\\[\s\S]|[^\\}])*/y, text, start + 1);
  const end = start + inner.length + 2;
  if (text.charAt(end - 1) !== "}") return problemAt(start, text.length, "The brace { is not closed by }.");
  if (inner.trim() === "")
    return problemAt(start, end, "The braces are empty. Write a field's name in them.");
  return { value: { kind: "reference", inner, start, end } };
}

function readText(text: string, start: number, quote: string): Result<Token> {
  const pattern = quote === '"' ? /(?:\\[\s\S]|[^\\"])*/y : /(?:\\[\s\S]|[^\\'])*/y;
  const inner = matchAt(pattern, text, start + 1);
  const end = start + inner.length + 2;
  if (text.charAt(end - 1) !== quote || end > text.length) {
    return problemAt(start, text.length, `The text is not closed by ${quote}.`);
  }
  return { value: { kind: "text", text: unescapeText(inner), start, end } };
}

/** `\"`, `\'`, `\\`, `\n` and `\t` are escapes; any other backslash stays. */
function unescapeText(inner: string): string {
  const meanings: Record<string, string> = { n: "\n", t: "\t" };
  return inner.replace(/\\(["'\\nt])/g, (_, escaped: string) => meanings[escaped] ?? escaped);
}

function matchAt(pattern: RegExp, text: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? "";
}

function problemAt(start: number, end: number, message: string): { problem: Problem } {
  return { problem: { message, start, end } };
}
