import type { ErrorBody } from "../contract/error-body";
import { toApiError } from "../server/failures";
import { parsed } from "../server/json-in-turns";
import { logger } from "../server/logger";
import { JsonRecord } from "../server/records/json-record";
import { type AnswerBody, jsonBody } from "./answer-body";
import { knownTag, tagOf } from "./etag";
import { type AnyCall, Bytes, type Operation } from "./operation";
import { Prepared } from "./prepared";
import { mayRead, visiblePart } from "./visible-to";

/** A response before it is sent. A transport may send it faster than by `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers: { [name: string]: string };
  /** Each a `Set-Cookie` header. */
  readonly cookies?: readonly string[];
  readonly body: AnswerBody;
  /** True if a stream may be compressed; other bodies always may. */
  readonly isCompressible?: boolean;
  /** Frees the memory reserved for the body; called once it is sent or abandoned. */
  readonly release?: () => void;
}

/** Runs the operation and serialises its result. */
export async function respond(operation: Operation, call: AnyCall): Promise<Answer> {
  const { request } = call;
  const result = await operation.run(call);
  if (result instanceof Bytes) return send(result, request);
  if (result instanceof Prepared) return sendPrepared(result, request);
  const headers: Answer["headers"] = { ...operation.headers?.(result, call) };
  const cookies = operation.cookies?.(result) ?? [];
  if (!operation.answer) return { status: 204, headers, cookies, body: null };
  headers["Content-Type"] = json;
  const status = operation.status === 202 && call.isDryRun ? 200 : (operation.status ?? 200);
  if (result instanceof JsonRecord) {
    const text = mayRead(call.actor, operation)
      ? result.json
      : JSON.stringify(visiblePart(operation, result.parse()));
    headers.ETag = tagOf(result, text);
    const isRead = operation.method === "GET";
    const known = isRead ? knownTag(request.headers.get("If-None-Match"), headers.ETag) : undefined;
    if (known !== undefined) return { status: 304, headers: { ETag: known }, body: null };
    return { status, headers, cookies, body: request.method === "HEAD" ? null : text };
  }
  if (request.method === "HEAD") return { status, headers, cookies, body: null };
  const visible = mayRead(call.actor, operation) ? result : visiblePart(operation, parsed(result));
  return { status, headers, cookies, body: await jsonBody(visible) };
}

const json = "application/json; charset=utf-8";

function sendPrepared({ bytes, tag }: Prepared, { method, headers: sent }: Request): Answer {
  const known = knownTag(sent.get("If-None-Match"), tag);
  if (known !== undefined) return { status: 304, headers: { ETag: known }, body: null };
  const headers = { ETag: tag, "Content-Type": json };
  return { status: 200, headers, body: method === "HEAD" ? null : bytes };
}

async function send({ body, headers: own, options }: Bytes, request: Request): Promise<Answer> {
  const { status = 200, isCompressible = false } = options;
  const headers = { ...own };
  if (request.method !== "HEAD") return { status, headers, body, isCompressible };
  await body?.cancel();
  return { status, headers, body: null };
}

/** Turns any error into a response. Logs unexpected errors and hides their details from callers. */
export function explainThrow(thrown: unknown, headers: Answer["headers"]): Answer {
  const requestId = headers["X-Request-Id"] ?? "";
  const error = toApiError(thrown);
  if (error.status >= 500) logger.error({ err: thrown, requestId }, "a request failed");
  const { code, message, details } = error;
  const body: ErrorBody = { error: { code, message, ...(details && { details }), requestId } };
  return {
    status: error.status,
    headers: { ...headers, ...error.headers, "Content-Type": json },
    body: JSON.stringify(body),
  };
}
