import { useQueryClient } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { unnamed } from "@/components/listing/record-names";
import { useInTurn } from "@/components/listing/use-in-turn";
import { tablePath } from "@/components/open-table/known-tables";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { useOpenTable } from "@/components/open-table/open-table";
import { counted } from "@/components/tasks/counted";
import { Dialog } from "@/components/ui/dialog";
import { PageLink } from "@/components/ui/page-link";
import { searchInTable } from "./pending-search";
import { type TableHits, tableHitsQuery } from "./table-hits";

interface SearchTablesProps {
  readonly search: string;
  readonly onClose: () => void;
}

/** Shows where all tables of the database contain a text. */
export function SearchTables({ search, onClose }: SearchTablesProps) {
  const { databaseId, tables, table: open } = useOpenTable();
  const queryClient = useQueryClient();
  const queries = tables.map(({ id }) => tableHitsQuery(queryClient, { databaseId, tableId: id }, search));
  const { found, isOver } = useInTurn<TableHits>(search, queries);
  const withHits = tables.flatMap((table, at) => {
    const hits = found[at];
    return hits && hits.total > 0 ? [{ table, hits }] : [];
  });
  return (
    <Dialog open title={`“${search}” in all tables`} size="wide" onClose={onClose}>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
        <p role="status" className="text-muted">
          {isOver ? foundText(withHits.length) : "Searching…"}
        </p>
        {withHits.map(({ table, hits }) => (
          <Hits
            key={table.id}
            databaseId={databaseId}
            table={table}
            hits={hits}
            onOpen={(opensTable) => {
              if (opensTable && table.id !== open.id) searchInTable(table.id, search);
              onClose();
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}

function foundText(tables: number): string {
  return tables === 0 ? "No table contains it." : `Found in ${counted(tables, "table")}.`;
}

interface HitsProps {
  readonly databaseId: string;
  readonly table: LinkableTable;
  readonly hits: TableHits;
  /** Called when a link is followed: to the table, or to one of its records. */
  readonly onOpen: (opensTable: boolean) => void;
}

function Hits({ databaseId, table, hits: { total, records }, onOpen }: HitsProps) {
  const path = tablePath(databaseId, table);
  return (
    <section aria-label={table.name}>
      <PageLink href={path} className={`${linkLook} font-medium`} onClick={() => onOpen(true)}>
        <span dir="auto" className="min-w-0 truncate">
          {table.name}
        </span>
        <span className="shrink-0 text-muted text-xs tabular-nums">{counted(total, "record")}</span>
        <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted rtl:-scale-x-100" />
      </PageLink>
      <ul className="ps-3">
        {records.map(({ id, name }) => (
          <li key={id}>
            <PageLink href={`${path}?record=${id}`} className={linkLook} onClick={() => onOpen(false)}>
              <span dir="auto" className="min-w-0 truncate">
                {name || unnamed}
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

const linkLook = "flex h-8 min-w-0 items-center gap-2 rounded-md px-2 hover:bg-hover";
