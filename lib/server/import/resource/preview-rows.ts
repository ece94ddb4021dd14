import type { PreviewRows } from "../../../contract/import-resource";
import type { ImportPlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import type { Row } from "../../tabular";
import { takeTurn } from "../../turns";
import { busy, openImport } from "./analysis";
import { findImport } from "./stored-imports";

/** Bounds a response with wide rows, in UTF-16 code units. */
const maxLength = 1_000_000;
/** Longer cells are cut. */
const maxCellLength = 1_000;

/** The first rows of a file as texts, without its header, and fewer than `limit` if they are long. */
export async function listFirstRows(place: ImportPlace, actor: Actor, limit: number): Promise<PreviewRows> {
  const found = await findImport(place, actor);
  if (!found.analysis) throw busy(found);
  const table = await openImport(found, found.reading);
  const reading = table.read();
  const rows: PreviewRows["rows"] = [];
  let isHeader = found.analysis.hasHeader;
  let length = 0;
  for await (const batch of reading) {
    await takeTurn();
    isHeader &&= reading.columns === null;
    for (const row of batch.slice(isHeader ? 1 : 0)) {
      const preview = shortened(row);
      length += preview.cells.reduce((sum, cell) => sum + cell.length + 1, 0);
      if (rows.length === limit || (rows.length > 0 && length > maxLength)) return { rows };
      rows.push(preview);
    }
    isHeader = false;
  }
  return { rows };
}

function shortened({ number, cells }: Row): PreviewRows["rows"][number] {
  return {
    row: number,
    cells: cells.map((text) =>
      text.length > maxCellLength ? `${text.slice(0, maxCellLength).toWellFormed()}…` : text,
    ),
  };
}
