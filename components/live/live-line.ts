import { openLeaderLine } from "./leader-line";
import type { FromHub, LiveLine, ToHub } from "./live-messages";
import { openWorkerLine } from "./worker-line";

/** The tab's line to the hub: one for as long as the tab lives, whatever pages are looked at. */
let line: LiveLine | undefined;
const listeners = new Set<(message: FromHub) => void>();

/** When the hub was last heard of. */
let heardAt = 0;

/** Hears what the hub tells until what it gives is called. */
export function hearHub(listener: (message: FromHub) => void): () => void {
  listeners.add(listener);
  if (!line) {
    line = openLine();
    setInterval(mendLine, silentAtMost / 4);
  }
  return () => listeners.delete(listener);
}

export function tellHub(message: ToHub): void {
  line?.send(message);
}

/** The hub calls the roll every 20 seconds. */
const silentAtMost = 60_000;

/** A worker dies with the process of a tab that has crashed, and nobody is told. */
function mendLine(): void {
  const isSilent = performance.now() - heardAt > silentAtMost;
  if (isSilent && document.visibilityState === "visible") replaceLine(openLine);
}

function openLine(): LiveLine {
  heardAt = performance.now();
  if (!("SharedWorker" in window)) return openLeaderLine(receive);
  // Where its script cannot be loaded the tabs do without.
  return openWorkerLine(receive, () => replaceLine(() => openLeaderLine(receive)));
}

function replaceLine(open: () => LiveLine): void {
  line?.close();
  line = open();
  receive({ kind: "hub" });
}

function receive(message: FromHub): void {
  heardAt = performance.now();
  for (const listener of listeners) listener(message);
}
