import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { ApiError } from "../../contract/errors";
import { errorJson } from "./graceful-server";

/**
 * Allows only GET and HEAD requests without a body. Pages need none, and Next would buffer up to 10 MB of each body for
 * its middleware. The body of a refused request is not read.
 */
export function readOnly(pages: RequestListener): RequestListener {
  return (request, response) => {
    const problem = problemOf(request);
    if (problem) refuse(problem, response);
    else pages(request, response);
  };
}

function problemOf({ method, headers }: IncomingMessage): ApiError | undefined {
  if (method !== "GET" && method !== "HEAD") return noMethod(method ?? "");
  const isEmpty = headers["transfer-encoding"] === undefined && !Number(headers["content-length"] ?? 0);
  return isEmpty ? undefined : withBody;
}

const withBody = new ApiError(
  "BAD_REQUEST",
  "Pages do not accept a request body. Send it to the API under /api/v1.",
);

function noMethod(method: string): ApiError {
  const allow = "GET, HEAD";
  const message = `${method} is not allowed here. Allowed: ${allow}.`;
  return new ApiError("METHOD_NOT_ALLOWED", message, undefined, { Allow: allow });
}

function refuse(error: ApiError, response: ServerResponse): void {
  response.writeHead(error.status, {
    ...error.headers,
    "Content-Type": "application/json; charset=utf-8",
    Connection: "close",
  });
  response.end(errorJson(error));
}
