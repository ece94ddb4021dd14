import type { MouseEvent } from "react";
import { useGridTable } from "@/components/cells/table-context";
import type { CellProps } from "@/components/cells/views/cell-props";
import { RecordPill } from "@/components/cells/views/record-pill";
import { unnamed, useRecordNames } from "@/components/listing/record-names";
import { openRecord } from "@/components/open-table/open-record";
import { PageLink } from "@/components/ui/page-link";

/** The maximum number of names shown; the linked table shows the rest. */
const maxNames = 100;

/** The names of linked records, each a link to the record in its own table. */
export function LinkedRecords({ column: { field }, value }: CellProps) {
  const { databaseId, table } = useGridTable();
  const { tableId } = field.template as { tableId: string };
  const ids = value as readonly string[];
  const asked = ids.slice(0, maxNames);
  const names = useRecordNames({ databaseId, tableId }, asked);

  function open(event: MouseEvent, id: string): void {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (opensElsewhere || tableId !== table.id) return;
    // A record of the same table opens in the current view.
    event.preventDefault();
    openRecord(id);
  }

  return (
    <>
      {asked.map((id, index) => (
        <PageLink
          key={id}
          href={`/database/${databaseId}/${tableId}?record=${id}`}
          aria-label={`Open ${names[index] || unnamed}`}
          onClick={(event) => open(event, id)}
          className="flex max-w-full rounded hover:[&>span]:border-border-strong"
        >
          <RecordPill name={names[index]} />
        </PageLink>
      ))}
      {ids.length > maxNames && (
        <span className="text-muted">{`and ${(ids.length - maxNames).toLocaleString("en")} more`}</span>
      )}
    </>
  );
}
