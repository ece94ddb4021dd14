import { type AddressInfo, createServer, type Socket } from "node:net";
import { bindPort, waitForQuiet } from "../http/port";

/** The port of several processes. The primary accepts connections and passes them on unread. */
export interface Acceptor {
  readonly port: number;
  /** Passes on pending and new connections. */
  start(passOn: (socket: Socket) => void): void;
  /** Stops accepting connections. */
  close(): Promise<void>;
}

/** Listens on the port. Connections are pending until `start`. */
export async function createAcceptor(host: string, port: number): Promise<Acceptor> {
  const pending: Socket[] = [];
  let passOn: (socket: Socket) => void = (socket) => pending.push(socket);
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
    passOn(socket),
  );
  await bindPort(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    start(next) {
      passOn = next;
      for (const socket of pending.splice(0)) passOn(socket);
    },
    async close() {
      await waitForQuiet(server);
      server.close();
    },
  };
}
