import { hash, timingSafeEqual } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import { unauthorized } from "@/lib/contract/errors";
import { errorJson } from "@/lib/server/http/graceful-server";
import { readOnly } from "@/lib/server/http/read-only";
import { measureProcess, registry } from "@/lib/server/metrics";
import { askPrimary, isWorker } from "@/lib/server/workers/channel";

/** Responds to `GET /metrics` with Prometheus' text format, for requests with the token. */
export function createMetricsListener(token: string): RequestListener {
  measureProcess();
  const expected = digest(`Bearer ${token}`);
  return readOnly((request, response) => {
    const isAuthorized = timingSafeEqual(digest(request.headers.authorization ?? ""), expected);
    if (isAuthorized) void send(response);
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
  const error = unauthorized(
    "The metrics token is missing or not valid. Send the header Authorization: Bearer <METRICS_TOKEN>.",
  );
  response.writeHead(error.status, { ...error.headers, "Content-Type": "application/json; charset=utf-8" });
  response.end(errorJson(error));
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}
