import { once } from "node:events";
import type { Server } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/**
 * Waits for a short turn of the event loop without a new connection, for at most two seconds. Closing the port resets
 * connections that the system has accepted and Node has not.
 */
export async function waitForQuiet(server: Server): Promise<void> {
  let arrivals = 0;
  server.on("connection", () => arrivals++);
  for (const end = performance.now() + 2000; performance.now() < end; ) {
    const before = arrivals;
    const start = performance.now();
    await nextTurn();
    if (arrivals === before && performance.now() - start < 0.5) return;
  }
}

/** Listens on a port. Retries for two seconds, as a server that is stopping may still use it. */
export async function bindPort(server: Server, host: string, port: number): Promise<void> {
  for (const end = Date.now() + 2000; ; await delay(100)) {
    try {
      server.listen(port, host);
      await once(server, "listening");
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && Date.now() < end) continue;
      throw new Error(explain[code ?? ""]?.(host, port) ?? `Cannot listen on port ${port}: ${message}.`);
    }
  }
}

const explain: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is already in use, possibly by another Rowhouse. ` +
    `Stop that program, or choose another port: PORT=${port + 1} npm start`,
  EACCES: (_, port) =>
    `This user may not listen on port ${port}. Choose a port above 1023: PORT=3000 npm start`,
  EADDRNOTAVAIL: notLocal,
  ENOTFOUND: notLocal,
  EAI_AGAIN: notLocal,
};

function notLocal(host: string): string {
  return `HOST ${JSON.stringify(host)} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`;
}
