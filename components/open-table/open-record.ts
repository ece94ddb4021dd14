/** The part of a history entry's state about open records. */
interface OpenedState {
  /** The number of history entries between this one and the page without a record. */
  readonly recordsOpened: number;
}

/** The id of the element with the open record. */
export const recordPanelId = "record";

/**
 * Opens a record beside the grid by adding it to the page's address, so that Back closes it. A record that is already
 * open gets the focus.
 */
export function openRecord(recordId: string): void {
  const open = new URL(window.location.href).searchParams.get("record");
  if (open === recordId) {
    document.getElementById(recordPanelId)?.focus();
    return;
  }
  const before = open === null ? 0 : openedBefore();
  window.history.pushState(
    before === undefined ? null : { recordsOpened: before + 1 },
    "",
    addressOf(recordId),
  );
}

/** Shows another record instead of the open one, without a history entry per record. */
export function switchToRecord(recordId: string): void {
  replaceAddress(addressOf(recordId));
}

/** Replaces the page's address and keeps the history state of open records. */
export function replaceAddress(address: URL): void {
  const recordsOpened = openedBefore();
  window.history.replaceState(recordsOpened === undefined ? null : { recordsOpened }, "", address);
}

/** Goes back to the page without a record, or removes a record from the address that was there from the start. */
export function closeRecord(): void {
  const entries = openedBefore();
  if (entries === undefined) window.history.replaceState(null, "", addressOf(null));
  else window.history.go(-entries);
}

/** The page's address with another record, or with none. */
export function addressOf(recordId: string | null): URL {
  const address = new URL(window.location.href);
  if (recordId === null) address.searchParams.delete("record");
  else address.searchParams.set("record", recordId);
  return address;
}

function openedBefore(): number | undefined {
  return (window.history.state as OpenedState | null)?.recordsOpened;
}
