import { createEmitter } from "@/lib/client/observable";
import { openLeaderLine } from "./leader-line";
import type { FromHub, LiveLine, ToHub } from "./live-messages";
import { openWorkerLine } from "./worker-line";

/** The tab's connection to the hub, kept across pages. */
let line: LiveLine | undefined;
const messages = createEmitter<FromHub>();

/** The time of the hub's last message. */
let heardAt = 0;

/** Subscribes to the hub's messages. Returns a function that unsubscribes. */
export function hearHub(listener: (message: FromHub) => void): () => void {
  const stop = messages.subscribe(listener);
  if (!line) {
    line = openLine();
    setInterval(mendLine, silentAtMost / 4);
  }
  return stop;
}

export function tellHub(message: ToHub): void {
  line?.send(message);
}

/** Three intervals in which the hub asks its tabs to answer. */
const silentAtMost = 60_000;

/** Reconnects to a silent hub: a worker dies without notice if a tab in its process crashes. */
function mendLine(): void {
  const isSilent = performance.now() - heardAt > silentAtMost;
  if (isSilent && document.visibilityState === "visible") replaceLine(openLine);
}

function openLine(): LiveLine {
  heardAt = performance.now();
  if (!("SharedWorker" in window)) return openLeaderLine(receive);
  // If the worker's script fails to load, the tabs elect a leader instead.
  return openWorkerLine(receive, () => replaceLine(() => openLeaderLine(receive)));
}

function replaceLine(open: () => LiveLine): void {
  line?.close();
  line = open();
  receive({ kind: "hub" });
}

function receive(message: FromHub): void {
  heardAt = performance.now();
  messages.emit(message);
}
