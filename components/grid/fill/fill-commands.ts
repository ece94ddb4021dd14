import { cellOf } from "@/components/cells/cell";
import { isReadOnly } from "@/components/cells/editors";
import type { Record } from "@/lib/contract/records";
import { notifyReadOnly } from "../commands/notify-read-only";
import { selectRange } from "../cursor/cursor";
import { type Area, columnsOf, cornersOf } from "../cursor/selection";
import type { Position } from "../cursor/steps";
import { type GridState, selectedAreas } from "../grid-state";
import { loadedRecords, type RecordsByRow, withRecords } from "../writing/with-records";
import { writeCells } from "../writing/write-cells";
import { type Fill, fillToward } from "./fill-toward";
import { type CellSource, columnBeside, fillFromFirst, fillRest, planFill, takesRow } from "./plan-fill";

/** Mod+D, Mod+R: copies the first row or column of each range into the others. */
export function fillFirst(along: Fill["along"], grid: GridState): void {
  fillAll(
    grid,
    selectedAreas(grid).flatMap((area) => fillFromFirst(area, along) ?? []),
  );
}

/** Continues the filled rows at the top of the current range as a series. */
export function continueSeries(grid: GridState): void {
  const [area] = selectedAreas(grid);
  if (!area) return;
  withRecords(grid, { label, rows: [area.rows] }, (records) => {
    const fill = fillRest(area, sourceOf(grid, records));
    if (fill) fillAll(grid, [fill]);
  });
}

/** Extends the current range to the cell the fill handle was dragged to, and selects it with the filled cells. */
export function fillTo(position: Position, grid: GridState): void {
  const [area] = selectedAreas(grid);
  const fill = area && fillToward(area, position);
  if (!fill) return;
  grid.setCursor(selectRange(cornersOf(wholeOf(fill)), grid.bounds));
  fillAll(grid, [fill]);
}

/**
 * Continues the current range downwards after a double click on the fill handle, to the last row that `takesRow`
 * accepts.
 */
export async function continueDown(grid: GridState): Promise<void> {
  const [area] = selectedAreas(grid);
  if (!area) return;
  const { services, columns } = grid;
  const rows = { first: area.rows.end, end: grid.bounds.rows };
  const near = columns.slice(Math.max(0, area.columns.first - 1), area.columns.end + 1);
  let end = rows.first;
  let isFound = false;
  await services.tasks.run(label, async (run) => {
    end = await endOf(services.readRows({ rows, fieldIds: near.map(({ field }) => field.id) }, run));
    isFound = !run.signal.aborted;
  });
  const now = services.state();
  if (!isFound || end === rows.first || now.cursor !== grid.cursor) return;
  fillTo({ row: end - 1, column: area.columns.first }, now);

  async function endOf(pages: AsyncIterable<readonly Record[]>): Promise<number> {
    let row = rows.first;
    let beside: number | undefined;
    for await (const page of pages) {
      for (const record of page) {
        const source = sourceOf(grid, new Map([[row, record]]));
        beside ??= area && columnBeside(area, row, source);
        if (!area || beside === undefined || !takesRow(area, row, { ...source, beside })) return row;
        row += 1;
      }
    }
    return row;
  }
}

const label = "Filling";

function fillAll(grid: GridState, fills: readonly Fill[]): void {
  const columns = columnsOf(fills.map(({ target }) => target)).flatMap((index) => grid.columns[index] ?? []);
  if (columns.every(isReadOnly)) return void notifyReadOnly(columns, grid);
  const rows = fills.map(({ source }) => source.rows);
  const targets = loadedRecords(
    grid,
    fills.map(({ target }) => target.rows),
  );
  withRecords(grid, { label, rows }, (records) => {
    const source = sourceOf(grid, records);
    const fillings = fills.map((fill) => planFill(fill, source));
    void writeCells(grid, { label, fillings, records: targets });
  });
}

/** The source and the target as one area. */
function wholeOf({ source, target, along }: Fill): Area {
  const first = Math.min(source[along].first, target[along].first);
  const end = Math.max(source[along].end, target[along].end);
  return { ...source, [along]: { first, end } };
}

function sourceOf({ columns, store }: GridState, records: RecordsByRow): CellSource {
  return {
    columns,
    valueIn({ row, column }) {
      const record = records.get(row);
      const at = columns[column];
      return record && at ? cellOf(at, record, store).value : at?.fieldType.empty;
    },
  };
}
