import * as z from "zod";
import { readStoredState, type StoredState, storeState } from "@/components/ui/stored-state";

const maxRecent = 30;

/** The ids of the entries that a person used last in this browser, the last one first. */
export function recentOf(personId: string): StoredState<readonly string[]> {
  return { name: `recent:${personId}`, shape: z.array(z.string()), fallback: [] };
}

/** Stores that a person has used an entry of the palette, or opened what it leads to in another way. */
export function noteRecent(personId: string, id: string): void {
  const state = recentOf(personId);
  const before = readStoredState(state);
  if (before[0] === id) return;
  storeState(state.name, [id, ...before.filter((each) => each !== id)].slice(0, maxRecent));
}
