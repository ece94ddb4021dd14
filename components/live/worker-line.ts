import type { FromHub, LiveLine } from "./live-messages";

/** Connects to the hub in the SharedWorker. Calls `onFailure` if its script cannot be loaded. */
export function openWorkerLine(receive: (message: FromHub) => void, onFailure: () => void): LiveLine {
  const worker = new SharedWorker(new URL("./live-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("error", onFailure);
  const { port } = worker;
  port.onmessage = ({ data }: MessageEvent<FromHub>) => receive(data);
  return {
    send: (message) => port.postMessage(message),
    close() {
      port.postMessage("close");
      port.close();
    },
  };
}
