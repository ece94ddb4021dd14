import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { toast } from "sonner";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { TablePlace } from "@/lib/contract/places";
import { createEditStore, type EditStore } from "./edit-store";
import { countWaiting, type Edits, noEdits } from "./edits";
import { putRecord } from "./record-queries";

/** The edits of a table and the store that takes new ones. */
export function useEdits(place: TablePlace): { edits: Edits; store: EditStore } {
  const store = storeOf(place, useQueryClient());
  const edits = useSyncExternalStore(store.subscribe, store.get, () => noEdits);
  return { edits, store };
}

/** One store a table for as long as the tab lives: edits go on being sent when another page is looked at. */
const stores = new Map<string, EditStore>();

function storeOf(place: TablePlace, queryClient: QueryClient): EditStore {
  const known = stores.get(place.tableId);
  if (known) return known;
  const store = createEditStore({
    send: ({ recordId, fieldId, value }) =>
      api("PATCH /bases/{databaseId}/tables/{tableId}/records/{recordId}", {
        params: { ...place, recordId },
        body: { record: { [fieldId]: value } },
      }),
    onSaved: (record) => putRecord(queryClient, place, record),
    onRefused: (_, reason) => toast.error("Not saved", { description: reason }),
    isPassing: (error) =>
      error instanceof ApiError && (error.code === "UNAVAILABLE" || error.code === "RATE_LIMITED"),
    retryLater,
  });
  // On the server every request would share it.
  if (typeof window !== "undefined") {
    stores.set(place.tableId, store);
    store.subscribe(guardLeaving);
  }
  return store;
}

/** After one second, two, four, at most ten; at once when the network is back. */
function retryLater(attempt: number, retry: () => void): void {
  const timer = setTimeout(again, Math.min(10_000, 500 * 2 ** attempt));
  window.addEventListener("online", again);
  function again(): void {
    clearTimeout(timer);
    window.removeEventListener("online", again);
    retry();
  }
}

/** Leaving asks for as long as anything is not saved. */
function guardLeaving(): void {
  const isUnsaved = [...stores.values()].some((store) => countWaiting(store.get()) > 0);
  window.removeEventListener("beforeunload", ask);
  if (isUnsaved) window.addEventListener("beforeunload", ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
