import { columnNotation, type Notation } from "../../../field-types/columns";
import type { StorageKind } from "../../../field-types/storage";
import type { TableSchema } from "../../structure/schemas";
import type { Row, Table } from "../../tabular";
import { takeTurn } from "../../turns";
import { NamedColumns } from "../rows/columns";
import { requireActive } from "../rows/require-active";
import { SpreadSample } from "../rows/spread-sample";

/** Kinds of values that columns write in several ways. */
const written: ReadonlySet<StorageKind> = new Set(["number", "date", "timestamp"]);

/** Exceeds any written day and most numbers. Longer texts show no notation, and would take much memory. */
const maxLength = 100;

interface Wanted {
  readonly schema: TableSchema;
  readonly dayFirst: boolean | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads a file once to find how its columns write numbers and days, from a sample as large as that of an uploaded file.
 * Throws a 400 for an unknown or repeated field.
 */
export async function findNotations(table: Table, { schema, dayFirst, signal }: Wanted): Promise<Notation[]> {
  const columns = new NamedColumns(schema, []);
  const sample = new SpreadSample((row) => writtenCells(row, columns));
  const reading = table.read();
  let hasNames = false;
  for await (const batch of reading) {
    requireActive(signal);
    await takeTurn();
    const isHeader = reading.columns === null && !hasNames;
    columns.add(reading.columns?.slice(columns.count) ?? (isHeader ? (batch[0]?.cells ?? []) : []));
    hasNames = true;
    sample.add(isHeader ? batch.slice(1) : batch);
  }
  const hints = { dayFirst, decimal: table.delimiter === ";" ? ("," as const) : undefined };
  const notations: Notation[] = [];
  for (let index = 0; index < columns.count; index++) {
    await takeTurn();
    const texts = sample.rows.map(({ cells }) => cells[index] ?? "");
    notations.push(columnNotation(texts, hints));
  }
  return notations;
}

/** The texts that may show a notation. Those of typed cells are plain. */
function writtenCells({ number, cells, kinds }: Row, columns: NamedColumns): Row {
  const isWritten = (text: string, index: number) =>
    text.length <= maxLength &&
    kinds?.[index] === undefined &&
    written.has(columns.fieldAt(index)?.fieldType.storage ?? "text");
  return { number, cells: cells.map((text, index) => (isWritten(text, index) ? text : "")) };
}
