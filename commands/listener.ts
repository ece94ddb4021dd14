import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { feedPathOf } from "@/lib/api/feed-path";
import { ApiError } from "@/lib/contract/errors";
import { env } from "@/lib/server/env";
import { errorJson } from "@/lib/server/http/graceful-server";
import { readOnly } from "@/lib/server/http/read-only";
import { reportRequest } from "@/lib/server/http/report-request";
import { createApiListener } from "./api-listener";
import { createMetricsListener } from "./metrics-listener";
import type { Mode } from "./mode";
import { createPageListener } from "./pages";
import { createScriptListener } from "./scripts";

/** Routes requests to the API, for programs and assistants, and all others to Next. In development, Next handles all to reload the sources. */
export async function createListener(mode: Mode, server: Server): Promise<RequestListener> {
  if (mode === "development") return createPageListener(mode, server);
  const pages = env.PAGES ? await createScriptListener(await createPageListener(mode, server)) : refusePage;
  const api = await createApiListener();
  const pageListener = reported(readOnly(pages));
  const metrics = env.METRICS_TOKEN === undefined ? pageListener : createMetricsListener(env.METRICS_TOKEN);
  return (request, response) => {
    const url = feedPathOf(request.url ?? "") ?? request.url ?? "";
    request.url = url;
    const listener = isApiPath(url) ? api : isMetricsPath(url) ? metrics : pageListener;
    listener(request, response);
  };
}

function refusePage(_request: IncomingMessage, response: ServerResponse): void {
  const error = new ApiError("NOT_FOUND", "This server has no pages, only the API below /api/v1.");
  response.writeHead(error.status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(errorJson(error));
}

/** Reports each page request when its response ends or is aborted. */
function reported(pages: RequestListener): RequestListener {
  return (request, response) => {
    const start = performance.now();
    const operation = request.url?.startsWith("/_next/") ? "asset" : "page";
    response.once("close", () => {
      const milliseconds = performance.now() - start;
      reportRequest(request, { operation, status: response.statusCode, milliseconds });
    });
    pages(request, response);
  };
}

function isMetricsPath(url: string): boolean {
  return /^\/metrics(?:\?|$)/.test(url);
}

function isApiPath(url: string): boolean {
  return /^\/(?:api(?:[/?]|$)|mcp(?:\?|$))/.test(url);
}
