import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { v4 } from "uuid";
import { putRecords } from "@/components/listing/record-queries";
import { confirmBeforeLeaving } from "@/components/tasks/leaving";
import { withdrawOffer } from "@/components/tasks/messages";
import { isPassing, retryLater } from "@/components/tasks/retry";
import { toast } from "@/components/ui/toast";
import { isSignedOut, unauthorized } from "@/lib/contract/errors";
import type { TablePlace } from "@/lib/contract/places";
import { describeConflict } from "./describe-conflict";
import { describeRefusals } from "./describe-refusals";
import { createEditStore, type EditStore, type Refusal } from "./edit-store";
import { countWaiting, type Edits, noEdits, openConflicts } from "./edits";
import { createKeeper } from "./keeper";
import { forgetWrite, keepWrite, toKept } from "./kept-writes";
import { ownTab } from "./own-tab";
import { notifyOwnWrite } from "./own-writes";
import { blamedEdits, sendWrite } from "./send-write";
import { isStillSignedIn, ownIdentity } from "./signed-in-as";

/** The edits of a table and the store that takes new ones. */
export function useEdits(place: TablePlace): { edits: Edits; store: EditStore } {
  const store = storeOf(place, useQueryClient());
  const edits = useSyncExternalStore(store.subscribe, store.get, () => noEdits);
  return { edits, store };
}

/** One store per table for the life of the tab: edits are still sent after the person has moved to another page. */
const stores = new Map<string, EditStore>();

export function storeOf(place: TablePlace, queryClient: QueryClient): EditStore {
  const known = stores.get(place.tableId);
  if (known) return known;
  const store = createEditStore({
    async send(write) {
      // Text typed by one person must not be sent in the name of another who has signed in since.
      if (!isStillSignedIn()) throw unauthorized("Someone else is signed in");
      const records = await sendWrite(place, write);
      if (write.addsOptions) void queryClient.invalidateQueries({ queryKey: ["table", place.databaseId] });
      return records;
    },
    onWrite() {
      notifyOwnWrite(place);
      withdrawOffer();
    },
    conflictText: (conflicted, mine) => describeConflict(queryClient, place, { conflicted, mine }),
    onSaved: (records) => putRecords(queryClient, place, records),
    onRefused: notifyRefused,
    isPassing,
    isSignedOut,
    blamed: (error, write) => describeRefusals(queryClient, place, blamedEdits(error, write)),
    retryLater,
  });
  // On the server, all requests would share the store.
  if (typeof window !== "undefined") {
    stores.set(place.tableId, store);
    const keep = createKeeper({
      keep(write, at) {
        const identity = ownIdentity();
        if (identity === undefined) return;
        const kept = toKept(write, { ...place, tab: ownTab(), identity, at });
        if (!keepWrite(() => localStorage, kept)) notifyNotKept();
      },
      forget: (key) => forgetWrite(() => localStorage, key),
      newKey: v4,
      now: Date.now,
    });
    store.subscribe(() => {
      keep(store.get());
      confirmBeforeLeaving(store, isUnsaved(store.get()));
    });
  }
  return store;
}

/** True while edits are neither saved nor discarded. */
function isUnsaved(edits: Edits): boolean {
  return countWaiting(edits) > 0 || openConflicts(edits).length > 0;
}

/** Warns if a waiting write could not be stored. */
function notifyNotKept(): void {
  toast.warning("This browser's storage is full", {
    id: "not-kept",
    description: "Keep this tab open until your changes are saved: they can't be kept if you close it.",
    duration: Number.POSITIVE_INFINITY,
  });
}

function notifyRefused({ count, reason, typed }: Refusal): void {
  const title = count === 1 ? "Not saved" : `${count.toLocaleString("en")} cells were not saved`;
  toast.error(title, {
    description: typed === undefined ? reason : `“${typed}”: ${reason}`,
    // Stays on screen, because the cell that would show the text may no longer exist.
    ...(typed !== undefined && { duration: Number.POSITIVE_INFINITY }),
  });
}
