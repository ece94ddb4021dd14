import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import type { EditStore } from "@/components/edits/edit-store";
import { storeOf } from "@/components/edits/use-edits";
import { aggregatesKey } from "@/components/groups/aggregate-query";
import { type RecordListing, recordsKey } from "@/components/listing/record-queries";
import { type May, useRights } from "@/components/rights/rights";
import { type Message, notify } from "@/components/tasks/messages";
import type { Tasks } from "@/components/tasks/tasks";
import type { TablePlace } from "@/lib/contract/places";
import type { RecordWord } from "./undo/action-text";
import { type TableTurn, useTurnToTable } from "./use-turn-to-table";
import { whenViewsSaved } from "./use-view";

/** What reaches beyond the records at hand, wherever on a table's page it is asked for. */
export interface TableServices {
  readonly listing: RecordListing;
  readonly queryClient: QueryClient;
  readonly tasks: Tasks;
  /** The store of another table of the database. */
  readonly storeOf: (place: TablePlace) => EditStore;
  /** Whether the person at the page may do something. */
  readonly may: May;
  readonly notify: (message: Message) => void;
  /** Has the rows read again; settled when those in sight are there, and they and their count are drawn. */
  readonly reloadRows: () => Promise<void>;
  /** Has read again what the rows come to: of each group and in all. */
  readonly reloadSummaries: () => Promise<void>;
  /** Settled when no change of a view is on its way. */
  readonly whenViewsSaved: () => Promise<void>;
  /** Has the table's fields read again. */
  readonly reloadTable: () => void;
  /** Opens a table that is back, or leaves the open one once it is gone. */
  readonly turnToTable: (turn: TableTurn) => void;
  /** What its records are called here. */
  readonly recordWord: RecordWord;
}

export function useTableServices(listing: RecordListing, tasks: Tasks): TableServices {
  const queryClient = useQueryClient();
  const router = useRouter();
  const may = useRights();
  const turnToTable = useTurnToTable(listing.databaseId);
  return useMemo(
    () => ({
      listing,
      queryClient,
      tasks,
      may,
      notify,
      storeOf: (place) => storeOf(place, queryClient),
      reloadRows: async () => {
        await queryClient.invalidateQueries({ queryKey: recordsKey(listing) });
        await told();
      },
      whenViewsSaved,
      reloadSummaries: () => queryClient.invalidateQueries({ queryKey: aggregatesKey(listing) }),
      reloadTable: () => {
        void queryClient.invalidateQueries({ queryKey: ["table", listing.databaseId] });
        router.refresh();
      },
      turnToTable,
      recordWord: "record",
    }),
    [listing, queryClient, tasks, may, router, turnToTable],
  );
}

/** What shows the answer of a query is told of it by a timer, which was set before this one. */
function told(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
