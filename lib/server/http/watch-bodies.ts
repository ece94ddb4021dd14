import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limits } from "../../contract/limits";

/** A body being received, with the time and the bytes of the last check. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  since: number;
  bytes: number;
}

/**
 * Cuts off bodies that arrive too slowly. There is no limit for the whole: a body may take any time at the minimum rate.
 * `onSlow` is called if the client still awaits a response.
 */
export function watchBodies(server: Server, onSlow: (socket: Socket) => void): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    arrivals.set(request, { request, response, ...paceOf(request) });
    request.once("close", () => arrivals.delete(request));
  });
  const timer = setInterval(() => {
    for (const arrival of arrivals.values()) check(arrival, onSlow);
  }, 1_000).unref();
  server.once("close", () => clearInterval(timer));
}

function check(arrival: Arrival, onSlow: (socket: Socket) => void): void {
  const { request, response, since, bytes } = arrival;
  const seconds = (performance.now() - since) / 1_000;
  if (seconds < limits.stallSeconds || request.complete) return;
  const isSlow = request.socket.bytesRead - bytes < seconds * limits.bodyBytesPerSecond;
  if (response.writableEnded) {
    // The response is complete, so nobody reads the rest of the body.
    request.socket.destroy();
  } else if (isSlow && !isBackpressured(request)) {
    onSlow(request.socket);
  } else {
    Object.assign(arrival, paceOf(request));
  }
}

/** True if the buffer is full: then the server is slow, not the client. */
function isBackpressured({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark;
}

function paceOf({ socket }: IncomingMessage): Pick<Arrival, "since" | "bytes"> {
  return { since: performance.now(), bytes: socket.bytesRead };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
