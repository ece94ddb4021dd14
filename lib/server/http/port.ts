import { once } from "node:events";
import type { Server } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

/**
 * Waits, for two seconds at most, for a turn of the event loop that was short and in which nobody came: closing
 * the port turns away whoever the system has let in and we have not.
 */
export async function quietMoment(server: Server): Promise<void> {
  let newcomers = 0;
  server.on("connection", () => newcomers++);
  for (const end = performance.now() + 2000; performance.now() < end; ) {
    const before = newcomers;
    const start = performance.now();
    await nextTurn();
    if (newcomers === before && performance.now() - start < 0.5) return;
  }
}

/** Takes a port. A server that is just stopping may take a moment to leave it. */
export async function listen(server: Server, host: string, port: number): Promise<void> {
  for (const end = Date.now() + 2000; ; await delay(100)) {
    try {
      server.listen(port, host);
      await once(server, "listening");
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && Date.now() < end) continue;
      throw new Error(explain[code ?? ""]?.(host, port) ?? `Port ${port} cannot be used: ${message}.`);
    }
  }
}

const explain: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is taken, perhaps by a Rowhouse that runs already. ` +
    `Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  EACCES: (_, port) => `This user may not use port ${port}. Choose one above 1023: PORT=3000 npm start`,
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EAI_AGAIN: notHere,
};

function notHere(host: string): string {
  return `HOST ${JSON.stringify(host)} is not an address of this machine. 127.0.0.1 is, and 0.0.0.0 stands for all of them.`;
}
