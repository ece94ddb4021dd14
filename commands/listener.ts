import type { RequestListener, Server } from "node:http";
import { env } from "@/lib/server/env";
import { readingOnly } from "@/lib/server/http/reading-only";
import { reportRequest } from "@/lib/server/http/report-request";
import { openApi } from "./api-listener";
import { openMetrics } from "./metrics-listener";
import { openPages } from "./pages";

export type Mode = "production" | "development";

/** Hands requests to the API directly and all others to Next; in development Next has everything, to reload it. */
export async function createListener(mode: Mode, server: Server): Promise<RequestListener> {
  const pages = await openPages(mode, server);
  if (mode === "development") return pages;
  const api = await openApi();
  const read = reported(readingOnly(pages));
  const metrics = env.METRICS_TOKEN === undefined ? read : openMetrics(env.METRICS_TOKEN);
  return (request, response) => {
    const url = request.url ?? "";
    const listener = isForApi(url) ? api : isForMetrics(url) ? metrics : read;
    listener(request, response);
  };
}

/** Reports each request to a page once it is answered, or given up. */
function reported(pages: RequestListener): RequestListener {
  return (request, response) => {
    const begun = performance.now();
    const operation = request.url?.startsWith("/_next/") ? "asset" : "page";
    response.once("close", () => {
      const milliseconds = performance.now() - begun;
      reportRequest(request, { operation, status: response.statusCode, milliseconds });
    });
    pages(request, response);
  };
}

function isForMetrics(url: string): boolean {
  return /^\/metrics(?:\?|$)/.test(url);
}

function isForApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
