import type { QueryClient } from "@tanstack/react-query";
import { counted } from "@/components/tasks/counted";
import { toast } from "@/components/ui/toast";
import type { TablePlace } from "@/lib/contract/places";
import { fromKept, type KeptWrite, keepWrite, keptWrites } from "./kept-writes";
import { ownTab } from "./own-tab";
import { ownIdentity } from "./signed-in-as";
import { storeOf } from "./use-edits";

/** Tabs whose end is awaited. */
const awaited = new Set<string>();

/** Sends the writes left by earlier tabs, and those of tabs still open once they have closed. */
export function resumeWrites(queryClient: QueryClient): void {
  const tabs = new Set(ownWrites().map(({ tab }) => tab));
  for (const tab of tabs) {
    if (tab === ownTab() || awaited.has(tab)) continue;
    awaited.add(tab);
    void whenEnded(tab, () => {
      awaited.delete(tab);
      adopt(tab, queryClient);
    });
  }
}

function ownWrites(): KeptWrite[] {
  return keptWrites(() => localStorage).filter(({ identity }) => identity === ownIdentity());
}

/** Takes over the writes of a closed tab, in order. */
function adopt(tab: string, queryClient: QueryClient): void {
  const left = ownWrites().filter((write) => write.tab === tab);
  for (const write of left) {
    keepWrite(() => localStorage, { ...write, tab: ownTab() });
    void resume(write, queryClient);
  }
  const count = left.reduce((sum, { edits }) => sum + edits.length, 0);
  if (count > 0) toast(`Saving ${counted(count, "pending change")}`);
}

async function resume(write: KeptWrite, queryClient: QueryClient): Promise<void> {
  const place: TablePlace = { databaseId: write.databaseId, tableId: write.tableId };
  const { saved } = await storeOf(place, queryClient).write(fromKept(write));
  const isShown = window.location.pathname.includes(`/${write.tableId}`);
  if (saved.length === write.edits.length || isShown) return;
  toast.error("A pending change was not saved", {
    description: "Open its table to see why.",
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: "Open table",
      onClick: () => window.location.assign(`/database/${write.databaseId}/${write.tableId}`),
    },
  });
}

/**
 * Calls `act` once a tab has closed, in one tab only. Without the Locks API (plain HTTP) all tabs act, and the
 * idempotency key still applies each write once.
 */
async function whenEnded(tab: string, act: () => void): Promise<void> {
  if (!("locks" in navigator)) act();
  else await navigator.locks.request(lockOf(tab), act);
}

let isHeld = false;

/** Holds a lock for as long as this tab lives, so that other tabs leave its writes alone. */
export function holdOwnTab(): void {
  if (isHeld || !("locks" in navigator)) return;
  isHeld = true;
  void navigator.locks.request(lockOf(ownTab()), () => new Promise(() => {}));
}

function lockOf(tab: string): string {
  return `rowhouse-tab-${tab}`;
}
