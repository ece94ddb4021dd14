import type { QueryClient } from "@tanstack/react-query";
import { storeOf } from "@/components/edits/use-edits";
import { noteDeletions } from "@/components/listing/deleted-records";
import { whenAllMayMove, whenRowsMayMove } from "@/components/listing/hold-rows";
import type { ChangedCells } from "@/components/listing/record-pages";
import { cachedRecords, putCells, recordsKey } from "@/components/listing/record-queries";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { tasksOf } from "@/components/tasks/use-tasks";
import type { ChangeEntry } from "@/lib/contract/changes";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { type AtHand, newsIn } from "./news";
import { paced } from "./paced";

interface FreshPage {
  readonly queryClient: QueryClient;
  readonly databaseId: string;
  /** The tables as currently shown on the page. */
  readonly tabs: () => readonly LinkableTable[];
  /** Makes the server render the page again, for its tabs and title. */
  readonly refreshPage: () => void;
}

/** Updates the browser's caches of a database as its log grows. */
export interface Freshness {
  take(changes: readonly ChangeEntry[]): void;
  /** Invalidates the trash, from which entries were erased. */
  doubtTrash(): void;
  /** Invalidates everything, after changes were missed or other fields have become visible. */
  doubtEverything(): void;
}

export function createFreshness({ queryClient, databaseId, tabs, refreshPage }: FreshPage): Freshness {
  const again = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
  const readRecords = paced(async (tableId) => {
    await whenRowsMayMove(tableId);
    const queryKey = recordsKey({ databaseId, tableId });
    // A first fetch in flight may predate the change, and invalidating does not restart it.
    const isUnderWay = queryClient.isFetching({ queryKey, predicate: ({ state }) => !state.data }) > 0;
    await again(queryKey);
    if (isUnderWay) await again(queryKey);
  }, clock);
  const readNames = paced((tableId) => again(["record-name", databaseId, tableId]), clock);
  // Waits for open editors, which could lose their field, or their row if the view's sort changed.
  const readStructure = paced(async () => {
    await whenAllMayMove();
    await again(["table", databaseId]);
  }, clock);
  const readPage = paced(async () => {
    await whenAllMayMove();
    refreshPage();
  }, clock);
  const readTrash = paced(
    () => Promise.all([again(["trash", databaseId]), again(["trashed", databaseId])]),
    clock,
  );

  /** Shows changed values in loaded rows at once; the rows are refetched later, after open editors close. */
  function putIntoRows(changes: readonly ChangeEntry[]): void {
    for (const [tableId, cells] of byTable(changes)) putCells(queryClient, { databaseId, tableId }, cells);
  }

  return {
    take(changes) {
      const news = newsIn(changes, { tabs: tabs(), ...atHandIn(queryClient, databaseId) });
      noteDeletions(changes, (tableId) => tasksOf({ databaseId, tableId }).isBusy());
      putIntoRows(changes);
      for (const tableId of news.records) readRecords(tableId);
      for (const tableId of news.names) readNames(tableId);
      if (news.hasStructure) readStructure(databaseId);
      if (news.hasPage) readPage(databaseId);
      if (news.hasTrash) readTrash(databaseId);
    },
    doubtTrash: () => readTrash(databaseId),
    doubtEverything() {
      const tableIds = (kind: string) =>
        new Set(
          queryClient
            .getQueryCache()
            .findAll({ queryKey: [kind, databaseId] })
            .map(({ queryKey }) => String(queryKey[2])),
        );
      for (const tableId of tableIds("records")) readRecords(tableId);
      for (const tableId of tableIds("record-name")) readNames(tableId);
      readStructure(databaseId);
      readPage(databaseId);
      readTrash(databaseId);
    },
  };
}

const clock = {
  now: () => performance.now(),
  later: (act: () => void, milliseconds: number) => void setTimeout(act, milliseconds),
};

function atHandIn(queryClient: QueryClient, databaseId: string): Omit<AtHand, "tabs"> {
  const tables = queryClient
    .getQueriesData<Table>({ queryKey: ["table", databaseId] })
    .flatMap(([, table]) => table ?? []);
  const records = new Map<string, ReadonlyMap<string, readonly Record[]>>();
  return {
    tables,
    recordsOf(tableId) {
      const known = records.get(tableId) ?? heldRecords(queryClient, { databaseId, tableId });
      records.set(tableId, known);
      return known;
    },
    editsOf: (tableId) => storeOf({ databaseId, tableId }, queryClient).get(),
  };
}

function heldRecords(
  queryClient: QueryClient,
  place: { readonly databaseId: string; readonly tableId: string },
): Map<string, Record[]> {
  const held = new Map<string, Record[]>();
  for (const record of cachedRecords(queryClient, place)) {
    held.set(record.id, [...(held.get(record.id) ?? []), record]);
  }
  return held;
}

/** The new cell values, by table and record. */
function byTable(changes: readonly ChangeEntry[]): Map<string, ChangedCells> {
  const tables = new Map<string, Map<string, { at: string; cells: Record["data"] }>>();
  for (const { kind, tableId, id, at, before, after } of changes) {
    if (kind !== "record" || tableId === null || before === null || after === null) continue;
    const ofTable = tables.get(tableId) ?? new Map<string, { at: string; cells: Record["data"] }>();
    ofTable.set(id, { at, cells: { ...ofTable.get(id)?.cells, ...after } });
    tables.set(tableId, ofTable);
  }
  return tables;
}
