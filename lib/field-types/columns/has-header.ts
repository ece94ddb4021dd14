import { analyseColumn } from "./analyse-column";

type Rows = readonly (readonly string[])[];

/** Number of rows that decide whether the first one is a header. */
const maxRows = 200;

/**
 * Guesses whether the first row names the columns. Each column votes: for, if the cells below have a type and the first
 * has not; against, if the first has that type too, or occurs below again. Without votes, a row of different words is a
 * header.
 */
export function hasHeader(rows: Rows): boolean {
  const [first = [], ...rest] = rows.slice(0, maxRows);
  const names = first.map((text) => text.trim());
  const votes = names.map((name, index) =>
    voteOf(
      name,
      rest.map((row) => row[index] ?? ""),
    ),
  );
  const sum = votes.reduce((total, vote) => total + vote, 0);
  return sum === 0 ? areWords(names) : sum > 0;
}

function voteOf(name: string, texts: readonly string[]): number {
  if (name === "" || isYear(name)) return 0;
  const below = analyseColumn(texts);
  if (below.filled === 0) return 0;
  const [type] = isText(below.type) ? below.suggestions.filter(({ type }) => !isSelect(type)) : [below];
  if (type === undefined) return texts.some((text) => text.trim() === name) ? -1 : 0;
  const own = analyseColumn([name]);
  return [own, ...own.suggestions].some((each) => each.type === type.type) ? -1 : 1;
}

/** Years often head the columns of numbers. */
function isYear(text: string): boolean {
  return /^(?:1[89]|20)\d\d$/.test(text);
}

function areWords(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== "");
  const hasWord = filled.some((name) => isText(analyseColumn([name]).type));
  return hasWord && new Set(filled).size === filled.length;
}

function isText(type: string): boolean {
  return type === "single_line_text" || type === "long_text";
}

function isSelect(type: string): boolean {
  return type.endsWith("_select");
}
