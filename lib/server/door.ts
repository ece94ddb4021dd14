import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import type { ErrorBody } from "../contract/errors";

/** Where requests come in. */
export interface Door {
  readonly server: Server;
  readonly port: number;
  /** Lets requests through to `listener`, those first that have waited. */
  open(listener: RequestListener): void;
  /** Answers every request that was received, then closes. */
  close(): Promise<void>;
}

/** Takes the port before anything else is begun. Whoever knocks from now on waits until the door opens. */
export async function takePort(host: string, port: number): Promise<Door> {
  const server = createServer({
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    // Longer than a proxy in front keeps its side, or it would send requests into a connection that closes.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
  });
  const waiting: Parameters<RequestListener>[] = [];
  const inFlight = new Set<ServerResponse>();
  let listener: RequestListener = (...knock) => void waiting.push(knock);
  let isClosing = false;

  server.on("request", (request, response) => {
    inFlight.add(response);
    response.once("close", () => inFlight.delete(response));
    if (isClosing) response.shouldKeepAlive = false;
    request.url = pathOf(request.url ?? "");
    listener(request, response);
  });
  server.on("clientError", (error, socket) => refuse(error, socket as Socket, inFlight));
  server.on("connect", (_, socket) => refuse(new Error(), socket as Socket, inFlight));
  server.on("checkExpectation", (_, response) => {
    response.writeHead(417, { "Content-Type": "application/json; charset=utf-8", Connection: "close" });
    response.end(refusal("The header Expect takes nothing but 100-continue"));
  });
  await listen(server, host, port);

  return {
    server,
    port: (server.address() as AddressInfo).port,
    open(next) {
      listener = next;
      for (const knock of waiting.splice(0)) listener(...knock);
    },
    async close() {
      isClosing = true;
      for (const response of inFlight) response.shouldKeepAlive = false;
      if (await hasConnections(server)) await delay(lastCalls);
      await quietMoment(server);
      server.close();
      const end = Date.now() + longestRequest;
      while (inFlight.size > 0 && Date.now() < end) await delay(10);
      server.closeAllConnections();
    },
  };
}

/** A client may write the whole address (`http://…/path`), and that of OPTIONS may be none at all (`*`). */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/**
 * How long clients that are at work may go on: each of their connections is told with its next answer that it
 * was the last. To close one between two answers might lose a request that is on its way.
 */
const lastCalls = 200;

/** A request that still has no answer after this is given up when the server stops. */
const longestRequest = 30_000;

async function hasConnections(server: Server): Promise<boolean> {
  return (await promisify(server.getConnections.bind(server))()) > 0;
}

/**
 * Waits, for two seconds at most, for a turn of the event loop that was short and in which nobody came: closing
 * the port turns away whoever the system has let in and we have not.
 */
async function quietMoment(server: Server): Promise<void> {
  let newcomers = 0;
  server.on("connection", () => newcomers++);
  for (const end = performance.now() + 2000; performance.now() < end; ) {
    const before = newcomers;
    const start = performance.now();
    await nextTurn();
    if (newcomers === before && performance.now() - start < 0.5) return;
  }
}

/** A server that is just stopping may take a moment to leave the port. */
async function listen(server: Server, host: string, port: number): Promise<void> {
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

/** Answers what cannot be read as a request, unless the answer to an earlier one is still to come. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, inFlight: Set<ServerResponse>): void {
  const pending = [...inFlight].filter((response) => response.socket === socket);
  const isLater = pending.length > 0 && pending.every((response) => response.req.complete);
  if (isLater) {
    for (const response of pending) response.shouldKeepAlive = false;
  } else if (socket.writable && !pending.some((response) => response.headersSent)) {
    const [status, message] = unreadable[error.code ?? ""] ?? [
      "400 Bad Request",
      "This is not an HTTP request",
    ];
    const body = refusal(message);
    const headers = ["Content-Type: application/json; charset=utf-8", "Connection: close"];
    socket.end(
      [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, "", body].join("\r\n"),
      () => socket.destroy(),
    );
  } else {
    socket.destroy();
  }
}

const unreadable: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are longer than 16 KB"],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "The chunk extensions are longer than 16 KB"],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive within a minute"],
};

/** The body of an answer to what never got as far as the API. */
export function refusal(message: string): string {
  const body: ErrorBody = { error: { code: "BAD_REQUEST", message, requestId: crypto.randomUUID() } };
  return JSON.stringify(body);
}
