import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { format } from "node:util";
import { ApiError } from "@/lib/contract/errors";
import { env } from "@/lib/server/env";
import { errorJson } from "@/lib/server/http/graceful-server";
import { logger } from "@/lib/server/logger";
import type { Mode } from "./mode";

/** Creates Next's request listener, for everything except the API. */
export async function createPageListener(mode: Mode, server: Server): Promise<RequestListener> {
  // Imported lazily, as it takes longer to load than everything else.
  const { default: next } = await import("next");
  const dev = mode === "development";
  // Next handles all upgrade requests of its server. Development needs that, but API clients that offer HTTP/2 by an
  // upgrade (such as Java's) need their response, so in production Next gets an unused server.
  const httpServer = dev ? server : createServer();
  const app = next({ dev, dir: process.cwd(), port: env.PORT, httpServer });
  await app.prepare();
  if (!dev) logConsoleAsJson();
  const handle = app.getRequestHandler();
  return (request, response) => {
    if (isDecodable(request.url ?? ""))
      void handle(request, response).catch((error) => failPage(error, response));
    else refuseUrl(response);
  };
}

/** Logs console output as JSON. Next prints data of requests, such as malformed headers, which could fake log lines. */
function logConsoleAsJson(): void {
  const maxLength = 4_000;
  const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug" } as const;
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...values: unknown[]) => {
      logger[level]({ output: format(...values).slice(0, maxLength) }, "console output");
    });
  }
}

/** False for malformed URLs, to which Next would respond with an internal error. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return true;
  } catch {
    return false;
  }
}

function refuseUrl(response: ServerResponse): void {
  const error = new ApiError("BAD_REQUEST", "The URL is not percent-encoded UTF-8.");
  response.writeHead(error.status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(errorJson(error));
}

function failPage(error: unknown, response: ServerResponse): void {
  logger.error({ err: error }, "a page failed");
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
