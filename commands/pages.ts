import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { format } from "node:util";
import { ApiError } from "@/lib/contract/errors";
import { env } from "@/lib/server/env";
import { refusalOf } from "@/lib/server/http/door";
import { logger } from "@/lib/server/logger";
import type { Mode } from "./listener";

/** Next's own listener, for all that is not the API. */
export async function openPages(mode: Mode, server: Server): Promise<RequestListener> {
  // Imported by who needs it alone: it takes longer to load than all the rest.
  const { default: next } = await import("next");
  const dev = mode === "development";
  // Next takes over every request for an upgrade. Its development page needs that, but API clients that offer
  // HTTP/2 in this way (Java's does) have to get their answer, so in production it sits at an idle server.
  const httpServer = dev ? server : createServer();
  const app = next({ dev, dir: process.cwd(), port: env.PORT, httpServer });
  await app.prepare();
  if (!dev) logConsoleAsJson();
  const handle = app.getRequestHandler();
  return (request, response) => {
    if (isEncoded(request.url ?? ""))
      void handle(request, response).catch((error) => giveUp(error, response));
    else refuseAddress(response);
  };
}

/** Next prints what requests bring, such as a malformed header: as JSON, none of it can pose as a line of the log. */
function logConsoleAsJson(): void {
  const longest = 4_000;
  const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...said: unknown[]) => {
      logger[level]({ said: format(...said).slice(0, longest) }, "said on the console");
    });
  }
}

/** Next answers an address that it cannot decode as if it were a defect. */
function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return true;
  } catch {
    return false;
  }
}

function refuseAddress(response: ServerResponse): void {
  const error = new ApiError("BAD_REQUEST", "The address is not percent-encoded UTF-8");
  response.writeHead(error.status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(refusalOf(error));
}

function giveUp(error: unknown, response: ServerResponse): void {
  logger.error({ err: error }, "a page failed");
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
