import type { ClipboardTexts } from "./block";

/** Puts both forms of a copy where an event of the browser wants them. */
export function fillTransfer(transfer: DataTransfer, { text, html }: ClipboardTexts): void {
  transfer.setData("text/plain", text);
  if (html !== "") transfer.setData("text/html", html);
}

/** Writes to the clipboard without such an event; false where the browser does not let the page do it now. */
export async function writeClipboard(texts: ClipboardTexts): Promise<boolean> {
  if (copyByEvent(texts)) return true;
  try {
    const { text, html } = texts;
    const item = new ClipboardItem({
      "text/plain": new Blob([text], { type: "text/plain" }),
      ...(html !== "" && { "text/html": new Blob([html], { type: "text/html" }) }),
    });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    return false;
  }
}

/** What the clipboard holds; null where the browser does not let the page read it. */
export async function readFromClipboard(): Promise<ClipboardTexts | null> {
  try {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) =>
      item?.types.includes(type) ? (await item.getType(type)).text() : "";
    return { text: await read("text/plain"), html: await read("text/html") };
  } catch {
    return null;
  }
}

/** Asks the browser for a copy event and answers it; it makes one only shortly after a key or a click. */
function copyByEvent(texts: ClipboardTexts): boolean {
  let isDone = false;
  function onCopy(event: ClipboardEvent): void {
    if (!event.clipboardData) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    fillTransfer(event.clipboardData, texts);
    isDone = true;
  }
  window.addEventListener("copy", onCopy, { capture: true });
  document.execCommand("copy");
  window.removeEventListener("copy", onCopy, { capture: true });
  return isDone;
}
