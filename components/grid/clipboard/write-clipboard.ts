import type { ClipboardTexts } from "./block";

/** Writes both formats to a clipboard event. */
export function fillTransfer(transfer: DataTransfer, { text, html }: ClipboardTexts): void {
  transfer.setData("text/plain", text);
  if (html !== "") transfer.setData("text/html", html);
}

/** Writes to the clipboard without an event; false if the browser refuses. */
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

/** Reads the clipboard; null if the browser refuses. */
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

/** Makes the browser fire a copy event and handles it. That works only shortly after a key or a click. */
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
