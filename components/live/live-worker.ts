/** Runs the hub in a SharedWorker, which all tabs of the browser share. */
import "@/lib/client/without-eval";

import { createHubInBrowser } from "./hub-in-browser";
import type { FromHub, ToHub } from "./live-messages";

interface WorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

/** TypeScript's global types here are those of a page, without `onconnect`. */
const scope: WorkerScope & typeof globalThis = Object.assign(globalThis, { onconnect: null });
const ports = new Set<MessagePort>();
const hub = createHubInBrowser((message: FromHub) => {
  for (const port of ports) port.postMessage(message);
});

scope.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  ports.add(port);
  port.onmessage = ({ data }: MessageEvent<ToHub | "close">) => {
    if (data === "close") ports.delete(port);
    else hub.receive(data);
  };
};
