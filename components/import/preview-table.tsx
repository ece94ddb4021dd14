import { memo } from "react";
import { CellValue } from "@/components/cells/views";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import type { PreviewRows } from "@/lib/contract/import-resource";
import { type PreviewCell, type PreviewColumn, previewWidth } from "./preview";

interface PreviewTableProps {
  readonly rows: PreviewRows["rows"];
  readonly columns: readonly PreviewColumn[];
}

/** More would make the dialog slow. */
export const maxPreviewColumns = 40;
/** Maximum number of rows: the first ones, and further ones with texts that do not fit. */
const maxShownRows = 25;

/** The first rows as they will be. Texts that do not fit are marked. */
export function PreviewTable({ rows, columns }: PreviewTableProps) {
  const shown = columns.slice(0, maxPreviewColumns);
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keys scroll it
      tabIndex={0}
      className="min-h-0 w-fit max-w-full overflow-auto rounded-lg border border-border outline-none focus-visible:border-accent"
    >
      <table className="border-separate border-spacing-0 text-dense">
        <caption className="sr-only">The first rows as they will be imported</caption>
        <thead>
          <tr>
            <th scope="col" className={`${headLook} min-w-10 text-end font-normal text-muted`}>
              <span className="sr-only">Row</span>
            </th>
            {shown.map(({ index, column: { field } }) => (
              <th
                key={index}
                scope="col"
                style={{ minWidth: previewWidth, maxWidth: previewWidth }}
                className={`${headLook} text-start`}
              >
                <span className="flex items-center gap-1.5">
                  <FieldTypeIcon type={field.type} className="text-muted" />
                  <span dir="auto" className="truncate font-medium" title={field.name}>
                    {field.name}
                  </span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownRows(rows.length, columns).map((at) => (
            <tr key={at}>
              <td className={`${cellLook} text-end text-muted tabular-nums`}>
                {rows[at]?.row.toLocaleString("en")}
              </td>
              {shown.map((column) => (
                <Cell key={column.index} cell={column.cells[at]} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The indexes of the first rows, and of others with texts that do not fit. */
function shownRows(count: number, columns: readonly PreviewColumn[]): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  const hasMisfit = (at: number) => columns.some(({ cells }) => cells[at]?.is === "misfit");
  return [...all.slice(0, maxShownRows), ...all.slice(maxShownRows).filter(hasMisfit).slice(0, maxShownRows)];
}

const headLook = "sticky top-0 z-10 h-8 border-border border-e border-b bg-background px-2 last:border-e-0";
const cellLook = "h-8 border-border border-e border-b px-2 last:border-e-0";
const alignments = { start: "", end: "justify-end text-end tabular-nums", center: "justify-center" };

interface CellProps {
  readonly cell: PreviewCell | undefined;
  readonly column: PreviewColumn;
}

const Cell = memo(function Cell({ cell, column: { column } }: CellProps) {
  const { label, look } = column.fieldType;
  const isMisfit = cell?.is === "misfit";
  return (
    <td
      style={{ minWidth: previewWidth, maxWidth: previewWidth }}
      title={isMisfit ? `Doesn't fit ${label}` : undefined}
      className={`${cellLook} ${isMisfit ? "bg-danger-soft text-danger" : ""}`}
    >
      <span className={`flex min-w-0 items-center overflow-hidden ${isMisfit ? "" : alignments[look.align]}`}>
        {cell?.is === "value" && <CellValue column={column} value={cell.value} />}
        {cell && cell.is !== "value" && (
          <span dir="auto" className="truncate">
            {cell.text}
          </span>
        )}
        {isMisfit && <span className="sr-only">{` (doesn't fit ${label})`}</span>}
      </span>
    </td>
  );
});
