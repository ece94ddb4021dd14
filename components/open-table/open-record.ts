/** What an entry of the browser's history keeps of the records that were opened one from another. */
interface OpenedState {
  /** How many entries lie between this one and the page without any record. */
  readonly recordsOpened: number;
}

/** The element that shows the open record. */
export const recordPanelId = "record";

/**
 * Opens a record beside the grid: the page's address says which, so that Back closes it again. One that is open
 * already gets the focus.
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

/** Shows another record in place of the open one: Back does not go through all that were looked at. */
export function turnToRecord(recordId: string): void {
  replaceAddress(addressOf(recordId));
}

/** Puts another address in place of the page's, which leaves open what is. */
export function replaceAddress(address: URL): void {
  const recordsOpened = openedBefore();
  window.history.replaceState(recordsOpened === undefined ? null : { recordsOpened }, "", address);
}

/** Goes back to where no record was open; one that was open from the start is taken from the address. */
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
