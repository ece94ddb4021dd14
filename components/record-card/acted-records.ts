import type { Record } from "@/lib/contract/records";
import { loadedIn, type Rows } from "./rows/segments";

/** The cards that a command concerns: those selected if the given one is among them, else that one. In their order. */
export function recordsWith(
  record: Record,
  { selected, lists }: { readonly selected: ReadonlySet<string>; readonly lists: Iterable<Rows> },
): Record[] {
  if (!selected.has(record.id)) return [record];
  return [...lists].flatMap((rows) => loadedIn(rows).filter(({ id }) => selected.has(id)));
}

/** The selected ids after a command that selects a card or deselects it. */
export function toggledIn(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const ids = new Set(selected);
  if (!ids.delete(id)) ids.add(id);
  return ids;
}
