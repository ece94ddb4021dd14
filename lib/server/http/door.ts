import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ApiError, type ErrorBody } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { listen, quietMoment } from "./port";
import { watchBodies } from "./watch-bodies";

/** Where requests come in. */
export interface Door {
  readonly server: Server;
  /** Lets requests through to `listener`, those first that have waited. */
  open(listener: RequestListener): void;
  /** Answers every request that was received, then closes. */
  close(): Promise<void>;
}

export interface DoorOptions {
  /** Answers by itself what needs no open door, such as probes, and tells whether it did. */
  readonly early?: (...knock: Parameters<RequestListener>) => boolean;
  /** Called while the door closes: from its end on no connection comes any more. */
  readonly endConnections: (server: Server) => Promise<void>;
}

/**
 * Takes the port before anything else is begun. Whoever knocks from now on waits until the door opens, but for what
 * `early` answers.
 */
export async function takePort(
  host: string,
  port: number,
  early?: DoorOptions["early"],
): Promise<Door & { readonly port: number }> {
  const endConnections = async (server: Server) => {
    await quietMoment(server);
    // Not `server.close`, which cuts off who was let in and has not said anything yet.
    NetServer.prototype.close.call(server);
  };
  const door = createDoor({ endConnections, ...(early && { early }) });
  await listen(door.server, host, port);
  return { ...door, port: (door.server.address() as AddressInfo).port };
}

/** A door that has no port: the connections are handed to its server by who has one. */
export function createDoor({ early = () => false, endConnections }: DoorOptions): Door {
  const server = createServer({
    headersTimeout: limits.headerSeconds * 1_000,
    // How long a body may take depends on its size: see `watchBodies`.
    requestTimeout: 0,
    // Longer than a proxy in front keeps its side, or it would send requests into a connection that closes.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
  });
  const waiting: Parameters<RequestListener>[] = [];
  const inFlight = new Set<ServerResponse>();
  /** The connections on which a request may still come, with the moment of their last sign of life. */
  const callers = new Map<Socket, number>();
  /** The answer to the latest request of each connection: one that is sent before its end waits for it. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const wait: RequestListener = (...knock) => void waiting.push(knock);
  let listener = wait;
  let isClosing = false;
  let lastSign = 0;

  server.on("connection", (socket) => {
    lastSign = performance.now();
    if (callers.size >= limits.connections) (oneAtRest(callers, inFlight) ?? socket).destroy();
    if (socket.destroyed) return;
    callers.set(socket, lastSign);
    socket.once("close", () => callers.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    lastSign = performance.now();
    inFlight.add(response);
    response.once("close", () => {
      lastSign = performance.now();
      inFlight.delete(response);
      if (response.shouldKeepAlive && !socket.destroyed) callers.set(socket, lastSign);
      else callers.delete(socket);
    });
    if (isClosing) response.shouldKeepAlive = false;
    request.url = pathOf(request.url ?? "");
    const before = latest.get(socket);
    latest.set(socket, response);
    if (early(request, response)) return;
    if (!before || before.closed) listener(request, response);
    else before.once("close", () => !socket.destroyed && listener(request, response));
  });
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) =>
    refuse(unreadable[code ?? ""] ?? noRequest, socket as Socket, inFlight),
  );
  server.on("connect", (_, socket) => refuse(noRequest, socket as Socket, inFlight));
  watchBodies(server, (socket) => refuse(slowBody, socket, inFlight));
  // A connection on which nothing has happened for so long is at rest, or its client does not take the answer.
  server.setTimeout(limits.stallSeconds * 1_000, (socket) => {
    if (!isWaiting(socket, inFlight)) socket.destroy();
  });
  server.on("checkExpectation", (_, response) => {
    const error = new ApiError("EXPECTATION_FAILED", "The header Expect takes nothing but 100-continue");
    response.writeHead(error.status, {
      "Content-Type": "application/json; charset=utf-8",
      Connection: "close",
    });
    response.end(refusalOf(error));
  });

  function open(next: RequestListener): void {
    listener = next;
    for (const knock of waiting.splice(0)) listener(...knock);
  }

  return {
    server,
    open,
    async close() {
      isClosing = true;
      for (const response of inFlight) response.shouldKeepAlive = false;
      const start = performance.now();
      const hasCallersSince = (moment: number) => [...callers.values()].some((seen) => seen > moment);
      await until(() => !hasCallersSince(start - lately), lastCalls);
      // While everybody waits nobody has a reason to come again, be it on a connection that was at rest for long.
      const served = listener;
      listener = wait;
      const isQuiet = () => inFlight.size === waiting.length && performance.now() - lastSign > aMoment;
      await until(isQuiet, lastCalls);
      await endConnections(server);
      const asked = new Set([...inFlight].map(({ socket }) => socket));
      for (const [socket, seen] of callers) if (seen <= start && !asked.has(socket)) socket.destroy();
      // So that clients know which connections are gone when their answers let them go on.
      if (waiting.length > 0) await delay(aMoment);
      open(served);
      await until(() => !hasCallersSince(start), lastCalls);
      await until(() => inFlight.size === 0, longestRequest);
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
 * How long clients that were at work lately may go on: each of their connections is told with its next answer
 * that it was the last. To close one between two answers might lose a request that is on its way.
 */
const lastCalls = 2_500;
const lately = 2_500;

/** In milliseconds, how soon a client that has reason to comes again, and takes note that a connection was closed. */
const aMoment = 200;

/** A request that still has no answer after this is given up when the server stops. */
const longestRequest = 30_000;

/** Waits for something, but no longer than that. */
async function until(isReached: () => boolean, longest: number): Promise<void> {
  for (const end = performance.now() + longest; !isReached() && performance.now() < end; ) await delay(10);
}

/**
 * The connection to close for a new one: of those on which nothing is under way the oldest, from the address that has
 * most of them. One that opens thousands closes its own.
 */
function oneAtRest(
  callers: ReadonlyMap<Socket, number>,
  inFlight: ReadonlySet<ServerResponse>,
): Socket | undefined {
  const busy = new Set([...inFlight].map(({ socket }) => socket));
  const byAddress = new Map<string | undefined, [socket: Socket, seen: number][]>();
  for (const [socket, seen] of callers) {
    if (busy.has(socket)) continue;
    const same = byAddress.get(socket.remoteAddress) ?? [];
    byAddress.set(socket.remoteAddress, same);
    same.push([socket, seen]);
  }
  const [most = []] = [...byAddress.values()].sort((one, other) => other.length - one.length);
  const [oldest] = most.sort(([, one], [, other]) => one - other);
  return oldest?.[0];
}

/** Whether it is our turn on a connection: an answer is to come, and what there is of it was taken. */
function isWaiting(socket: Socket, inFlight: Set<ServerResponse>): boolean {
  return socket.writableLength === 0 && [...inFlight].some((response) => response.socket === socket);
}

/** Answers what cannot be read as a request, unless the answer to an earlier one is still to come. */
function refuse(error: ApiError, socket: Socket, inFlight: Set<ServerResponse>): void {
  const pending = [...inFlight].filter((response) => response.socket === socket);
  const isLater = pending.length > 0 && pending.every((response) => response.req.complete);
  if (isLater) {
    for (const response of pending) response.shouldKeepAlive = false;
  } else if (socket.writable && !pending.some((response) => response.headersSent)) {
    const body = refusalOf(error);
    const headers = ["Content-Type: application/json; charset=utf-8", "Connection: close"];
    socket.end(
      [
        `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
        ...headers,
        `Content-Length: ${Buffer.byteLength(body)}`,
        "",
        body,
      ].join("\r\n"),
      () => socket.destroy(),
    );
  } else {
    socket.destroy();
  }
}

const noRequest = new ApiError("BAD_REQUEST", "This is not an HTTP request");

const slowBody = new ApiError(
  "REQUEST_TIMEOUT",
  `The body came too slowly: fewer than ${limits.bodyBytesPerSecond.toLocaleString("en")} bytes a second for ${limits.stallSeconds} seconds`,
);

/** By what Node's parser says of it. */
const unreadable: { readonly [code: string]: ApiError } = {
  HPE_HEADER_OVERFLOW: new ApiError("HEADERS_TOO_LARGE", "The headers are longer than 16 KB"),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError(
    "PAYLOAD_TOO_LARGE",
    "The chunk extensions are longer than 16 KB",
  ),
  HPE_INVALID_URL: new ApiError(
    "BAD_REQUEST",
    "An address begins with / and is percent-encoded: an é, for one, is written %C3%A9",
  ),
  HPE_INVALID_CONSTANT: new ApiError(
    "BAD_REQUEST",
    "Behind the address comes HTTP/1.1; a space within an address is written %20",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(
    "REQUEST_TIMEOUT",
    `The headers of the request did not arrive within ${limits.headerSeconds} seconds`,
  ),
};

/** The body of an answer to what never got as far as the API. */
export function refusalOf({ code, message }: ApiError): string {
  const body: ErrorBody = { error: { code, message, requestId: crypto.randomUUID() } };
  return JSON.stringify(body);
}
