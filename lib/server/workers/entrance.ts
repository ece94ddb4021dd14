import { type AddressInfo, createServer, type Socket } from "node:net";
import { listen, quietMoment } from "../http/port";

/** The port of several processes. The primary accepts connections and passes them on unread. */
export interface Entrance {
  readonly port: number;
  /** Passes on waiting and new connections. */
  open(passOn: (socket: Socket) => void): void;
  /** Stops accepting connections. */
  close(): Promise<void>;
}

/** Listens on the port. Connections wait until the entrance opens. */
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
