import { PrintedValue } from "./print-cell";
import type { Sheet } from "./read-sheet";

/** The fields of a record below each other, with their names beside them. */
export function PrintedRecord({ sheet: { columns, lines, names } }: { readonly sheet: Sheet }) {
  return lines.map(
    (line) =>
      line.is === "record" && (
        <dl key={line.record.id} className="[&_.truncate]:whitespace-normal">
          {columns.map(({ column, source }) => (
            <div
              key={column.field.id}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,3fr)] gap-x-4 border-border border-b py-1"
            >
              <dt dir="auto" className="font-medium text-muted [overflow-wrap:anywhere]">
                {column.field.name}
              </dt>
              <dd dir="auto" className="whitespace-pre-wrap tabular-nums [overflow-wrap:anywhere]">
                <PrintedValue column={column} source={source} record={line.record} names={names} />
              </dd>
            </div>
          ))}
        </dl>
      ),
  );
}
