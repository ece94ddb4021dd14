/** The hub in a SharedWorker: one for all tabs of the browser, for as long as there is one of them. */
import "@/lib/client/without-eval";

import { createHubInBrowser } from "./hub-in-browser";
import type { FromHub, ToHub } from "./live-messages";

interface WorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

/** TypeScript has the names of a page here, not those of a worker. */
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
