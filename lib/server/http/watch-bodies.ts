import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { limits } from "../../contract/limits";

/** A body on its way, and what it had brought when it was last looked at. */
interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  since: number;
  bytes: number;
}

/**
 * Cuts off bodies that come too slowly: each has to bring so many bytes in so many seconds, again and again.
 * One that does may take as long as it needs. `onSlow` is for those whose callers still wait for an answer.
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
    // What has its answer need not come to an end, and nobody reads it.
    request.socket.destroy();
  } else if (isSlow && !isKeptWaiting(request)) {
    onSlow(request.socket);
  } else {
    Object.assign(arrival, paceOf(request));
  }
}

/** Whether there is more than we get round to reading: then the pause is ours. */
function isKeptWaiting({ readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return readableLength >= readableHighWaterMark;
}

function paceOf({ socket }: IncomingMessage): Pick<Arrival, "since" | "bytes"> {
  return { since: performance.now(), bytes: socket.bytesRead };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}
