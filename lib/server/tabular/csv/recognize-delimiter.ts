import { type Delimiter, delimiters } from "../../../contract/import-formats";
import type { Row } from "../table";
import { CsvParser } from "./parse-csv";

/**
 * Recognises the delimiter by the first rows: the one that splits most of them, the first included, into the same
 * number of columns. `byDefault` is returned if none splits them. `isWhole` says that the sample does not cut a row.
 */
export async function recognizeDelimiter(
  sample: string,
  { isWhole, byDefault }: { isWhole: boolean; byDefault: Delimiter },
): Promise<Delimiter> {
  const named = delimiterLine.exec(sample)?.[1];
  const known = delimiters.find((each) => each === named);
  if (known !== undefined) return known;
  let best = { delimiter: byDefault, score: 0 };
  for (const delimiter of new Set([byDefault, ...delimiters])) {
    const score = scoreOf(await firstRows(sample, delimiter, isWhole));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** A first line `sep=;`, by which Excel names the delimiter; no part of the table. */
export const delimiterLine = /^sep=(.)(?:\r\n|\n|\r)/i;

async function firstRows(sample: string, delimiter: Delimiter, isWhole: boolean): Promise<readonly Row[]> {
  const parser = new CsvParser(delimiter);
  try {
    const rows = await parser.write(sample);
    // A sample without a line break is cut, and still the best there is.
    if (!isWhole && rows.length > 0) return rows.slice(0, maxRows);
    return [...rows, ...(await parser.end())].slice(0, maxRows);
  } catch {
    return [];
  } finally {
    parser.destroy();
  }
}

const maxRows = 200;

/** Prefers agreement of the rows to many columns. */
function scoreOf(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [columns = 1, agreeing = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const share = agreeing / rows.length;
  const hasHeader = rows[0]?.cells.length === columns;
  return columns === 1 ? 0 : share ** 2 * (1 - 1 / columns) * (hasHeader ? 1 : 0.9);
}
