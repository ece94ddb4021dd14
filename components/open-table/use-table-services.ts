import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import type { EditStore } from "@/components/edits/edit-store";
import { storeOf } from "@/components/edits/use-edits";
import { aggregatesKey } from "@/components/groups/aggregate-query";
import { type RecordListing, recordsKey } from "@/components/listing/record-queries";
import { type May, useLockedFieldIds, useRights } from "@/components/rights/rights";
import { requestImport } from "@/components/tasks/import-requests";
import { type Message, notify } from "@/components/tasks/messages";
import type { Tasks } from "@/components/tasks/tasks";
import { loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import type { ExportFormat } from "@/lib/contract/export-formats";
import type { TablePlace } from "@/lib/contract/places";
import type { Exported } from "./download-export";
import { useOpenTable } from "./open-table";
import { requestPrint } from "./print-request";
import { type TableSwitch, useSwitchToTable } from "./use-switch-to-table";
import { whenViewsSaved } from "./use-view";

/** Services available anywhere on a table's page. */
export interface TableServices {
  readonly listing: RecordListing;
  /** Opens the dialog that imports a file into the table. */
  readonly importFile: () => void;
  /** Downloads the view, with personal settings. */
  readonly exportAs: (format: ExportFormat) => void;
  /** Prints the view, after a dialog if it shows records. */
  readonly print: () => void;
  readonly queryClient: QueryClient;
  readonly tasks: Tasks;
  /** The edit store of another table in the database. */
  readonly storeOf: (place: TablePlace) => EditStore;
  /** True if the person may perform an action. */
  readonly may: May;
  /** The fields of the table whose values the person may not change. */
  readonly lockedFieldIds: ReadonlySet<string>;
  readonly notify: (message: Message) => void;
  /** Reloads the rows; resolves when those in view, and the count, have been rendered. */
  readonly reloadRows: () => Promise<void>;
  /** Reloads the summaries of the table and its groups. */
  readonly reloadSummaries: () => Promise<void>;
  /** Resolves once no change of a view is pending. */
  readonly whenViewsSaved: () => Promise<void>;
  /** Reloads the table's fields. */
  readonly reloadTable: () => void;
  /** Opens a restored table, or leaves one that is gone. */
  readonly switchToTable: (turn: TableSwitch) => void;
}

export function useTableServices(listing: RecordListing, tasks: Tasks): TableServices {
  const queryClient = useQueryClient();
  const router = useRouter();
  const may = useRights();
  const lockedFieldIds = useLockedFieldIds();
  const switchToTable = useSwitchToTable(listing.databaseId);
  const { databaseId, tableId, viewId } = listing;
  const { own } = useOpenTable();
  return useMemo(
    () => ({
      listing,
      importFile: () => requestImport({ target: { is: "table", databaseId, tableId } }),
      exportAs: (format) => exportView({ place: listing, viewId, own }, format),
      print: () => requestPrint({ viewId }),
      queryClient,
      tasks,
      may,
      lockedFieldIds,
      notify,
      storeOf: (place) => storeOf(place, queryClient),
      reloadRows: async () => {
        await queryClient.invalidateQueries({ queryKey: recordsKey(listing) });
        await observersNotified();
      },
      whenViewsSaved,
      reloadSummaries: () => queryClient.invalidateQueries({ queryKey: aggregatesKey(listing) }),
      reloadTable: () => {
        void queryClient.invalidateQueries({ queryKey: ["table", listing.databaseId] });
        router.refresh();
      },
      switchToTable,
    }),
    [
      listing,
      databaseId,
      tableId,
      viewId,
      own,
      queryClient,
      tasks,
      may,
      lockedFieldIds,
      router,
      switchToTable,
    ],
  );
}

const exporting = loadable(() => import("./download-export"));

function exportView(exported: Exported, format: ExportFormat): void {
  withPart(exporting, ({ downloadRecords }) => void downloadRecords(exported, format));
}

/** TanStack Query notifies observers in a setTimeout; ours runs after it. */
function observersNotified(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
