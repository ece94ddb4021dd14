import { hash, timingSafeEqual } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import { unauthorized } from "@/lib/contract/errors";
import { refusalOf } from "@/lib/server/http/door";
import { readingOnly } from "@/lib/server/http/reading-only";
import { measureProcess, registry } from "@/lib/server/metrics";
import { askPrimary, isWorker } from "@/lib/server/workers/channel";

/** Answers `GET /metrics` to whoever has the token, in Prometheus' text format. */
export function openMetrics(token: string): RequestListener {
  measureProcess();
  const wanted = digest(`Bearer ${token}`);
  return readingOnly((request, response) => {
    const isKnown = timingSafeEqual(digest(request.headers.authorization ?? ""), wanted);
    if (isKnown) void send(response);
    else refuse(response);
  });
}

async function send(response: ServerResponse): Promise<void> {
  const text = await (isWorker ? askPrimary("metrics", undefined) : registry.metrics());
  response.writeHead(200, {
    "Content-Type": registry.contentType,
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
  });
  response.end(text);
}

function refuse(response: ServerResponse): void {
  const error = unauthorized("Send Authorization: Bearer <METRICS_TOKEN>");
  response.writeHead(error.status, { ...error.headers, "Content-Type": "application/json; charset=utf-8" });
  response.end(refusalOf(error));
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
