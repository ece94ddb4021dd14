import { once } from "node:events";
import { type ClientRequest, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A proxy between browser and server that counts and cuts live streams, or simulates an unreachable server. */
export interface Relay {
  readonly origin: string;
  /** The URLs of the open streams. */
  streams(): string[];
  /** The number of streams opened so far. */
  opened(): number;
  /** The methods and paths of forwarded writes. */
  readonly writes: string[];
  /** Cuts all open connections. New ones are served. */
  cut(): void;
  /** Refuses every connection until `serve` is called. */
  goAway(): Promise<void>;
  serve(): Promise<void>;
  /** Rewrites the paths of later requests. */
  rewrite(change: (path: string) => string): void;
  stop(): Promise<void>;
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const streams = new Map<ClientRequest, string>();
  const writes: string[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  let change = (path: string) => path;
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    const { method = "", headers } = incoming;
    const path = change(incoming.url ?? "/");
    const isRead = method === "GET" || method === "HEAD";
    const isApi = path.startsWith("/api/v1/bases/");
    if (isApi && !isRead && !/\/(list|aggregate)$/.test(path)) writes.push(`${method} ${path}`);
    const upstream = request({ hostname, port, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    });
    if (path.includes("/changes/live")) {
      opened += 1;
      streams.set(upstream, path);
      upstream.on("close", () => streams.delete(upstream));
    }
    upstream.on("error", () => outgoing.destroy());
    outgoing.on("close", () => upstream.destroy());
    incoming.pipe(upstream);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const goAway = async () => {
    const isClosed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await isClosed;
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    streams: () => [...streams.values()],
    opened: () => opened,
    writes,
    cut() {
      for (const stream of streams.keys()) stream.destroy();
    },
    goAway,
    async serve() {
      server.listen(address.port, "127.0.0.1");
      await once(server, "listening");
    },
    rewrite(next) {
      change = next;
    },
    async stop() {
      if (server.listening) await goAway();
    },
  };
}
