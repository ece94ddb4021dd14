import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { retryPolicy } from "@/components/listing/record-queries";
import { useRights } from "@/components/rights/rights";
import { api } from "@/lib/client/api";
import type { Field } from "@/lib/contract/fields";
import type { RecordPlace } from "@/lib/contract/places";
import { tablePath } from "../known-tables";
import { openRecord } from "../open-record";
import { useOpenTableIfAny } from "../open-table";
import { type OpenPanel, usePanelsIfAny } from "../panels";
import type { PaletteEntry } from "./entry";
import { recordEntryId } from "./entry-ids";
import { openFirst } from "./open-first";
import { paletteSources } from "./sources";
import type { PaletteContext } from "./sources/source";
import { useFoundRecords } from "./use-found-records";
import { useRecentRecords } from "./use-recent-records";

interface EntriesWanted {
  /** The database of the page; null outside of databases. */
  readonly databaseId: string | null;
  readonly query: string;
  readonly recentIds: readonly string[];
  /** Goes to a field where fields are columns; false if it is not shown there. */
  readonly onField?: ((fieldId: string) => boolean) | undefined;
  /** Adds a record as the button below the records does; left out in views that have a command for it. */
  readonly onAdd?: (() => void) | undefined;
}

interface Entries {
  readonly entries: readonly PaletteEntry[];
  /** Found by the server for the query. */
  readonly records: readonly PaletteEntry[];
  readonly isSearching: boolean;
}

/** Everything that the palette finds besides commands and what controls offer. Visitors of shared links have none of it. */
export function useEntries({ databaseId, query, recentIds, onField, onAdd }: EntriesWanted): Entries {
  const may = useRights();
  const mayRead = may("read");
  const router = useRouter();
  const opened = useOpenTableIfAny();
  const panels = usePanelsIfAny();
  const { data: bases } = useQuery({ ...basesQuery, enabled: mayRead });
  const tables = useMemo(
    () => opened?.tables ?? bases?.find(({ id }) => id === databaseId)?.tables ?? [],
    [opened, bases, databaseId],
  );

  const entries = useMemo(() => {
    if (!mayRead) return [];
    const showField = ({ id }: Field) => {
      if (!onField?.(id)) panels?.openPanel({ name: "fields", fieldId: id });
    };
    const go = (path: string) => router.push(path);
    const open = opened && { table: opened.table, view: opened.view };
    const hasColumns = onField !== undefined;
    const openPanel = (panel: OpenPanel) => panels?.openPanel(panel);
    const context: PaletteContext = {
      ...{ may, databaseId, tables, open, bases, go, hasColumns, showField, openPanel },
      addRecord: onAdd,
      panels: panels?.names ?? [],
    };
    return paletteSources.flatMap((entriesOf) => entriesOf(context));
  }, [mayRead, may, databaseId, tables, opened, bases, router, panels, onField, onAdd]);

  const entryOf = (place: RecordPlace, label: string, detail?: string): PaletteEntry => ({
    id: recordEntryId(place),
    kind: "Records",
    label,
    ...(detail !== undefined && { detail }),
    icon: FileText,
    isHidden: true,
    open: () => {
      if (place.tableId === opened?.table.id) return openRecord(place.recordId);
      const path = tablePath(place.databaseId, { id: place.tableId });
      router.push(`${path}?record=${place.recordId}`);
    },
  });
  const order = useMemo(() => openFirst(tables, opened?.table.id), [tables, opened?.table.id]);
  const found = useFoundRecords(mayRead ? databaseId : null, { tables: order, text: query });
  const recent = useRecentRecords(recentIds, mayRead);
  return {
    entries: [...entries, ...recent.map(({ place, name }) => entryOf(place, name))],
    records: found.records.map(({ id, name, table }) =>
      entryOf({ databaseId: databaseId ?? "", tableId: table.id, recordId: id }, name, table.name),
    ),
    isSearching: found.isSearching,
  };
}

const basesQuery = {
  queryKey: ["bases"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api("GET /bases", { signal }),
  ...retryPolicy,
  staleTime: 15_000,
};
