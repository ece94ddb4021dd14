import type { FromHub, LiveLine } from "./live-messages";

/** A line to the hub in the SharedWorker. `onFailure` is called where that cannot be loaded. */
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
