/** The event that opens the search on pages that have one. */
export const searchWanted = "rowhouse:search";

/** Opens the search over all records, wherever it is on the page. */
export function openSearch(): void {
  window.dispatchEvent(new Event(searchWanted));
}
