import { columnNames } from "../../../contract/column-names";
import type { FileImport, ImportReading } from "../../../contract/import-resource";
import { analyseColumn, type ColumnAnalysis, type Hints, hasHeader } from "../../../field-types/columns";
import type { Row, Table } from "../../tabular";
import { takeTurn } from "../../turns";
import { requireActive } from "../rows/require-active";
import { SpreadSample } from "../rows/spread-sample";

/** A column as found in the sample, with what is needed to read it. */
export interface FoundColumn
  extends Pick<
    ColumnAnalysis,
    "type" | "unconvertible" | "examples" | "filled" | "suggestions" | "notation"
  > {
  readonly index: number;
  readonly name: string;
  readonly template: object;
}

/** The contents of a file, and the settings by which it is read. */
export interface FileAnalysis
  extends Pick<FileImport, "format" | "sheet" | "delimiter" | "encoding" | "notes"> {
  readonly sheets: readonly string[] | null;
  readonly hasHeader: boolean;
  /** Number of rows without the header. */
  readonly rows: number;
  readonly columns: readonly FoundColumn[];
}

/** Reads a file to its end. Finds the types of its columns from the first rows and some that are spread over the rest. */
export async function analyseFile(
  table: Table,
  { hasHeader: given, dayFirst }: ImportReading,
  signal: AbortSignal,
): Promise<FileAnalysis> {
  const reading = table.read();
  const sample = new SpreadSample();
  for await (const batch of reading) {
    requireActive(signal);
    await takeTurn();
    sample.add(batch);
  }
  const named = reading.columns;
  const isHeader =
    named !== null || (given ?? hasHeader(sample.rows.slice(0, 200).map(({ cells }) => cells)));
  const hasHeaderRow = named === null && isHeader;
  const header = named ?? (isHeader ? (sample.rows[0]?.cells ?? []) : []);
  const rows = hasHeaderRow ? sample.rows.slice(1) : sample.rows;
  const { format, sheets, sheet, delimiter, encoding } = table;
  const decimal = delimiter === ";" ? "," : undefined;
  const columns = await analyseColumns(header, rows, { dayFirst, decimal });
  const files = columns.reduce((sum, { attachedFiles }) => sum + attachedFiles, 0);
  const notes = [...reading.notes, ...(files > 0 ? [filesNote(files)] : [])];
  const count = sample.count - (hasHeaderRow ? 1 : 0);
  return { format, sheets, sheet, delimiter, encoding, notes, hasHeader: isHeader, rows: count, columns };
}

async function analyseColumns(header: readonly string[], rows: readonly Row[], hints: Hints) {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length);
  const names = columnNames(Array.from({ length: width }, (_, index) => header[index] ?? ""));
  const columns: (FoundColumn & Pick<ColumnAnalysis, "attachedFiles">)[] = [];
  for (const [index, name] of names.entries()) {
    await takeTurn();
    const texts = rows.map(({ cells }) => cells[index] ?? "");
    const kinds = rows.some((row) => row.kinds) ? rows.map((row) => row.kinds?.[index]) : undefined;
    columns.push({ index, name, ...analyseColumn(texts, { ...hints, kinds }) });
  }
  return columns;
}

function filesNote(count: number): FileImport["notes"][number] {
  const files = count === 1 ? "1 file" : `${count.toLocaleString("en")} files`;
  return {
    code: "attached_files",
    count,
    message: `The file names ${files} on other servers. Their names and addresses are imported as text.`,
  };
}
