/** What a page listens for that can search. */
export const searchWanted = "rowhouse:search";

/** Opens the search over all rows, wherever on the page that is. */
export function openSearch(): void {
  window.dispatchEvent(new Event(searchWanted));
}
