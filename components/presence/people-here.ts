import { useMemo, useSyncExternalStore } from "react";
import { nameOfPerson } from "@/components/ui/name-of-person";
import { createObservable } from "@/lib/client/observable";
import type { LivePresence } from "@/lib/contract/live";
import type { PresentPerson } from "@/lib/contract/presence";

/** The other people in the database that this tab has open, as last received. */
const people = createObservable<LivePresence | null>(null, isAlike);

/** Shows who else is present in a database. */
export function showPresence(presence: LivePresence | null): void {
  people.set(presence);
}

/** The other people who have a database open, sorted by name. */
export function usePeopleHere(databaseId: string): readonly PresentPerson[] {
  const known = useSyncExternalStore(people.subscribe, people.get, nobody);
  return useMemo(
    () => (known?.databaseId === databaseId ? sorted(known.people) : noPeople),
    [known, databaseId],
  );
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
