/** A search that begins when its table is open. */
let pending: { readonly tableId: string; readonly text: string } | null = null;

/** Searches a table as soon as its page is open. */
export function searchInTable(tableId: string, text: string): void {
  pending = { tableId, text };
}

/** Returns the search to begin with in a table, once. */
export function takeSearch(tableId: string): string | null {
  if (pending?.tableId !== tableId) return null;
  const { text } = pending;
  pending = null;
  return text;
}
