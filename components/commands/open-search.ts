/** The event that opens the search on pages that have one. */
export const searchWanted = "rowhouse:search";

/** Opens the search over all records, wherever it is on the page. */
export function openSearch(): void {
  window.dispatchEvent(new Event(searchWanted));
}

/** The event that opens the dialog to find and replace text on pages that have one. */
export const replaceWanted = "rowhouse:replace";

/** Opens the dialog to find and replace text in the view. Returns false if the page has none. */
export function openReplace(): boolean {
  return !window.dispatchEvent(new Event(replaceWanted, { cancelable: true }));
}
