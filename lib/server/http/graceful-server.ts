import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { ErrorBody } from "../../contract/error-body";
import { ApiError } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { bindPort, waitForQuiet } from "./port";
import { watchBodies } from "./watch-bodies";

/** An HTTP server that queues requests until it can serve them, and completes them before it closes. */
export interface GracefulServer {
  readonly server: Server;
  /** Passes requests to `listener`, pending ones first. */
  serve(listener: RequestListener): void;
  /** Completes all received requests, then closes every connection. */
  close(): Promise<void>;
}

export interface GracefulServerOptions {
  /** Handles requests that need not wait for `serve`, such as probes. Returns false for all others. */
  readonly early?: (...pending: Parameters<RequestListener>) => boolean;
  /** Called while the server closes. After it resolves, no new connection arrives. */
  readonly endConnections: (server: Server) => Promise<void>;
}

/** Listens on a port at once. Requests are pending until `serve`, except those that `early` handles. */
export async function listen(
  host: string,
  port: number,
  early?: GracefulServerOptions["early"],
): Promise<GracefulServer & { readonly port: number }> {
  const endConnections = async (server: Server) => {
    await waitForQuiet(server);
    // HTTP's own `server.close` would cut off new connections that have not sent a request yet.
    NetServer.prototype.close.call(server);
  };
  const graceful = createGracefulServer({ endConnections, ...(early && { early }) });
  await bindPort(graceful.server, host, port);
  return { ...graceful, port: (graceful.server.address() as AddressInfo).port };
}

/** Creates a server without a port. The process that owns the port emits `connection` on it. */
export function createGracefulServer({
  early = () => false,
  endConnections,
}: GracefulServerOptions): GracefulServer {
  const server = createServer({
    headersTimeout: limits.headerSeconds * 1_000,
    // `watchBodies` limits the time of a body by its size.
    requestTimeout: 0,
    // Longer than reverse proxies keep idle connections, so that none sends a request on a connection being closed.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
  });
  const pending: Parameters<RequestListener>[] = [];
  const inFlight = new Set<ServerResponse>();
  /** Connections that may bring another request, with the time of their last activity. */
  const open = new Map<Socket, number>();
  /** The latest response of each connection. Pipelined requests wait for it. */
  const latest = new WeakMap<Socket, ServerResponse>();
  const enqueue: RequestListener = (...request) => void pending.push(request);
  let listener = enqueue;
  let isClosing = false;
  let lastActivity = 0;

  server.on("connection", (socket) => {
    lastActivity = performance.now();
    if (open.size >= limits.connections) (idleConnection(open, inFlight) ?? socket).destroy();
    if (socket.destroyed) return;
    open.set(socket, lastActivity);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    lastActivity = performance.now();
    inFlight.add(response);
    response.once("close", () => {
      lastActivity = performance.now();
      inFlight.delete(response);
      if (response.shouldKeepAlive && !socket.destroyed) open.set(socket, lastActivity);
      else open.delete(socket);
    });
    if (isClosing) response.shouldKeepAlive = false;
    request.url = pathOf(request.url ?? "");
    const before = latest.get(socket);
    latest.set(socket, response);
    if (early(request, response)) return;
    if (!before || before.closed) listener(request, response);
    // In a later pass of the event loop, so that other connections are served between the responses.
    else before.once("close", () => setImmediate(() => !socket.destroyed && listener(request, response)));
  });
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) =>
    refuse(parseErrors[code ?? ""] ?? notHttp, socket as Socket, inFlight),
  );
  server.on("connect", (_, socket) => refuse(notHttp, socket as Socket, inFlight));
  watchBodies(server, (socket) => refuse(slowBody, socket, inFlight));
  // Closes idle connections and those whose client does not read its response.
  server.setTimeout(limits.stallSeconds * 1_000, (socket) => {
    if (!awaitsResponse(socket, inFlight)) socket.destroy();
  });
  server.on("checkExpectation", (_, response) => {
    const error = new ApiError(
      "EXPECTATION_FAILED",
      "The Expect header is not valid. Only 100-continue is allowed.",
    );
    response.writeHead(error.status, {
      "Content-Type": "application/json; charset=utf-8",
      Connection: "close",
    });
    response.end(errorJson(error));
  });

  function serve(next: RequestListener): void {
    listener = next;
    for (const request of pending.splice(0)) listener(...request);
  }

  return {
    server,
    serve,
    async close() {
      isClosing = true;
      for (const response of inFlight) response.shouldKeepAlive = false;
      const start = performance.now();
      const isActiveSince = (time: number) => [...open.values()].some((seen) => seen > time);
      await until(() => !isActiveSince(start - recentMs), drainMs);
      // Holds all requests back, so that no response prompts a client to send another on an idle connection.
      const served = listener;
      listener = enqueue;
      const isQuiet = () => inFlight.size === pending.length && performance.now() - lastActivity > settleMs;
      await until(isQuiet, drainMs);
      await endConnections(server);
      const busy = new Set([...inFlight].map(({ socket }) => socket));
      for (const [socket, seen] of open) if (seen <= start && !busy.has(socket)) socket.destroy();
      // Lets clients notice the closed connections before their responses arrive.
      if (pending.length > 0) await delay(settleMs);
      serve(served);
      await until(() => !isActiveSince(start), drainMs);
      await until(() => inFlight.size === 0, maxRequestMs);
      server.closeAllConnections();
    },
  };
}

/** The path of a request target, which may also be an absolute URL, or `*` for OPTIONS. */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}

/**
 * Maximum time in ms for recently active clients to finish. Their connections close with the next response
 * (`Connection: close`), because closing one between two responses could lose a request under way.
 */
const drainMs = 2_500;

/** A connection is recently active if its last request was at most this many ms ago. */
const recentMs = 2_500;

/** Time in ms for a client to send its next request, or to notice a closed connection. */
const settleMs = 200;

/** Maximum time in ms for a request to complete while the server closes. */
const maxRequestMs = 30_000;

/** Waits for a condition, for at most `maxMs`. */
async function until(isReached: () => boolean, maxMs: number): Promise<void> {
  for (const end = performance.now() + maxMs; !isReached() && performance.now() < end; ) await delay(10);
}

/**
 * The idle connection to close for a new one: the least recently active one of the address with the most idle
 * connections. A client that opens thousands thus closes its own.
 */
function idleConnection(
  open: ReadonlyMap<Socket, number>,
  inFlight: ReadonlySet<ServerResponse>,
): Socket | undefined {
  const busy = new Set([...inFlight].map(({ socket }) => socket));
  const byAddress = new Map<string | undefined, [socket: Socket, seen: number][]>();
  for (const [socket, seen] of open) {
    if (busy.has(socket)) continue;
    const same = byAddress.get(socket.remoteAddress) ?? [];
    byAddress.set(socket.remoteAddress, same);
    same.push([socket, seen]);
  }
  const [largest = []] = [...byAddress.values()].sort((one, other) => other.length - one.length);
  const [oldest] = largest.sort(([, one], [, other]) => one - other);
  return oldest?.[0];
}

/** True if the client awaits a response and has read all that was written of it. */
function awaitsResponse(socket: Socket, inFlight: Set<ServerResponse>): boolean {
  return socket.writableLength === 0 && [...inFlight].some((response) => response.socket === socket);
}

/** Responds to an unreadable request with an error, unless an earlier response on the connection is pending. */
function refuse(error: ApiError, socket: Socket, inFlight: Set<ServerResponse>): void {
  const pending = [...inFlight].filter((response) => response.socket === socket);
  const isLater = pending.length > 0 && pending.every((response) => response.req.complete);
  if (isLater) {
    for (const response of pending) response.shouldKeepAlive = false;
  } else if (socket.writable && !pending.some((response) => response.headersSent)) {
    const body = errorJson(error);
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

const notHttp = new ApiError("BAD_REQUEST", "This is not a valid HTTP request.");

const slowBody = new ApiError(
  "REQUEST_TIMEOUT",
  `The body arrived too slowly: fewer than ${limits.bodyBytesPerSecond.toLocaleString("en")} bytes a second for ${limits.stallSeconds} seconds.`,
);

/** Errors by the codes of Node's HTTP parser. */
const parseErrors: { readonly [code: string]: ApiError } = {
  HPE_HEADER_OVERFLOW: new ApiError(
    "HEADERS_TOO_LARGE",
    "The headers are too large. At most 16 KB are allowed.",
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new ApiError(
    "PAYLOAD_TOO_LARGE",
    "The chunk extensions are too large. At most 16 KB are allowed.",
  ),
  HPE_INVALID_URL: new ApiError(
    "BAD_REQUEST",
    "The URL is not valid. It must begin with / and be percent-encoded: é, for example, is written %C3%A9.",
  ),
  HPE_INVALID_CONSTANT: new ApiError(
    "BAD_REQUEST",
    "The request line is not valid. Only HTTP/1.1 may follow the URL; a space in the URL is written %20.",
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ApiError(
    "REQUEST_TIMEOUT",
    `The request headers did not arrive within ${limits.headerSeconds} seconds.`,
  ),
};

/** The JSON of an error response outside the API. */
export function errorJson({ code, message }: ApiError): string {
  const body: ErrorBody = { error: { code, message, requestId: crypto.randomUUID() } };
  return JSON.stringify(body);
}
