import { useMemo, useSyncExternalStore } from "react";
import { nameOfPerson } from "@/components/ui/name-of-person";
import { createObservable } from "@/lib/client/observable";
import type { LivePresence } from "@/lib/contract/live";
import type { PresentPerson } from "@/lib/contract/presence";

/** The others in the database that this tab has open, as last received. */
const others = createObservable<LivePresence | null>(null, isAlike);

/** Shows who else is present in a database. */
export function showPresence(presence: LivePresence | null): void {
  others.set(presence);
}

/** The other people who have a database open, sorted by name. */
export function usePeopleHere(databaseId: string): readonly PresentPerson[] {
  const known = usePresence(databaseId);
  return useMemo(() => (known ? sorted(known.people) : noPeople), [known]);
}

/** The number of pages that visitors of its shared links have open. */
export function useVisitorsHere(databaseId: string): number {
  return usePresence(databaseId)?.visitors ?? 0;
}

function usePresence(databaseId: string): LivePresence | null {
  const known = useSyncExternalStore(others.subscribe, others.get, nobody);
  return known?.databaseId === databaseId ? known : null;
}

const noPeople: readonly PresentPerson[] = [];
const nobody = () => null;

function sorted(unsorted: readonly PresentPerson[]): readonly PresentPerson[] {
  return unsorted.toSorted(
    (one, other) =>
      nameOfPerson(one).localeCompare(nameOfPerson(other), "en") ||
      one.personId.localeCompare(other.personId),
  );
}

function isAlike(one: LivePresence | null, other: LivePresence | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
