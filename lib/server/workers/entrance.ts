import { type AddressInfo, createServer, type Socket } from "node:net";
import { listen, quietMoment } from "../http/port";

/** The port of several processes. The primary takes connections in and passes them on, unread. */
export interface Entrance {
  readonly port: number;
  /** Passes on what has come and what comes from now on. */
  open(passOn: (socket: Socket) => void): void;
  /** Lets nobody in any more. */
  close(): Promise<void>;
}

/** Takes the port. Whoever comes before the entrance opens waits. */
export async function takeEntrance(host: string, port: number): Promise<Entrance> {
  const waiting: Socket[] = [];
  let passOn: (socket: Socket) => void = (socket) => waiting.push(socket);
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
    passOn(socket),
  );
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    open(next) {
      passOn = next;
      for (const socket of waiting.splice(0)) passOn(socket);
    },
    async close() {
      await quietMoment(server);
      server.close();
    },
  };
}
