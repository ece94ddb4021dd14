import { useQueryClient } from "@tanstack/react-query";
import { foundRecordsQuery, type NamedRecord } from "@/components/listing/record-names";
import { useInTurn } from "@/components/listing/use-in-turn";
import { useSettled } from "@/components/ui/use-settled";
import type { LinkableTable } from "../linkable-tables";

/** A record found by its name. */
export interface FoundRecord extends NamedRecord {
  readonly table: LinkableTable;
}

interface FoundRecords {
  readonly records: readonly FoundRecord[];
  readonly isSearching: boolean;
}

/** The number of records after which no further table is searched. */
const enough = 12;
const maxOfTable = 6;
const pause = 200;

/** Finds records by name in one table after the other, once typing has paused. */
export function useFoundRecords(
  databaseId: string | null,
  { tables, text }: { readonly tables: readonly LinkableTable[]; readonly text: string },
): FoundRecords {
  const wanted = databaseId === null ? "" : text.trim();
  const sought = useSettled(wanted, wanted === "" ? 0 : pause);
  const queryClient = useQueryClient();
  const queries = tables.map(({ id }) =>
    foundRecordsQuery(queryClient, { databaseId: databaseId ?? "", tableId: id }, sought),
  );
  const { found, isOver } = useInTurn<readonly NamedRecord[]>(
    sought,
    queries,
    (found) => found.flatMap((records = []) => records.slice(0, maxOfTable)).length >= enough,
  );
  const isSettled = sought === wanted;
  const records = tables.flatMap((table, at) =>
    (found[at] ?? []).slice(0, maxOfTable).map((record) => ({ ...record, table })),
  );
  return { records: isSettled ? records.slice(0, enough) : [], isSearching: !isSettled || !isOver };
}
