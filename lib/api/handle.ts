import { z } from "zod";
import { ApiError, badRequest, type ErrorBody, parse } from "../contract/errors";
import { recordId } from "../contract/ids";
import { limits } from "../contract/limits";
import { quote } from "../field-types/text";
import { toApiError } from "../server/failures";
import type { Actor } from "../server/keys";
import { logger } from "../server/logger";
import { createRateLimit } from "../server/rate-limit";
import { authenticate, refuseForeignOrigin } from "./authenticate";
import { Bytes, type Operation } from "./operation";
import { everyOperation } from "./operations";
import { readBody } from "./read-body";
import { createRouter, type Match } from "./router";

export const apiPrefix = "/api/v1";

const findRoute = createRouter(everyOperation);
const rateLimit = createRateLimit({ tokens: limits.requestsPerSecond, seconds: 1 });

/** What goes back over the wire; a door with a faster way than `Response` sends it so. */
export interface Answer {
  readonly status: number;
  readonly headers: { [name: string]: string };
  readonly body: string | ReadableStream | null;
}

/** The one door in, as the web platform spells it. */
export async function handle(request: Request): Promise<Response> {
  const { status, headers, body } = await answer(request);
  return new Response(body, { status, headers });
}

/** Finds the operation, knows the caller, reads the request, runs, answers, explains a throw. Never throws. */
export async function answer(request: Request): Promise<Answer> {
  const headers: Answer["headers"] = { ...everyAnswer, "X-Request-Id": crypto.randomUUID() };
  try {
    return await run(request, headers);
  } catch (thrown) {
    return explainThrow(thrown, headers);
  }
}

/** With a bearer key any page may call; a cookie never comes along with `*`. */
const everyAnswer = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

async function run(request: Request, headers: Answer["headers"]): Promise<Answer> {
  const url = new URL(request.url);
  const { pathname } = url;
  const match = findRoute(pathname.slice(apiPrefix.length));
  if (!match) throw new ApiError("NOT_FOUND", `There is nothing at ${pathname.slice(0, 200)}`);
  if (request.method === "OPTIONS") return preflight(match, headers);
  const operation = find(match, request.method);
  const actor = await admit(operation, request, headers);
  const params = readParams(operation, match.params);
  const query = readQuery(operation, url);
  const body = operation.body ? parse(operation.body, await readBody(request), "body") : undefined;
  const call = { actor, params, query, body, request };
  const result = await operation.run(call);
  Object.assign(headers, operation.headers?.(result, call));
  if (result instanceof Bytes) return send(result, request, headers);
  if (!operation.answer) return { status: 204, headers, body: null };
  headers["Content-Type"] = json;
  return {
    status: operation.status ?? 200,
    headers,
    body: request.method === "HEAD" ? null : JSON.stringify(result),
  };
}

const json = "application/json; charset=utf-8";

async function send(bytes: Bytes, request: Request, headers: Answer["headers"]): Promise<Answer> {
  Object.assign(headers, bytes.headers);
  if (request.method !== "HEAD") return { status: 200, headers, body: bytes.body };
  await bytes.body.cancel();
  return { status: 200, headers, body: null };
}

/** One text a name; what an operation does not know is refused like everything else. */
function readQuery({ query }: Operation, { search, searchParams }: URL): unknown {
  if (search === "" && !query) return undefined;
  const given = Object.fromEntries(searchParams);
  const repeated = [...searchParams.keys()].find((name, index, all) => all.indexOf(name) !== index);
  if (repeated !== undefined) throw badRequest([{ path: repeated, message: "is given more than once" }]);
  return parse(query ?? noQuery, given, "query");
}

const noQuery = z.strictObject(
  {},
  { error: (issue) => (issue.code === "unrecognized_keys" ? "is not a known query parameter" : undefined) },
);

/** The methods of an address, as `Allow` lists them. */
function allowed({ methods }: Match): string {
  return [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

function preflight(match: Match, headers: Answer["headers"]): Answer {
  const methods = allowed(match);
  return {
    status: 204,
    body: null,
    headers: {
      ...headers,
      Allow: methods,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": "Authorization, Content-Type",
      "Access-Control-Max-Age": "86400",
    },
  };
}

function find(match: Match, method: string): Operation {
  const operation = match.methods.get(method === "HEAD" ? "GET" : method);
  if (operation) return operation;
  const allow = allowed(match);
  throw new ApiError("METHOD_NOT_ALLOWED", `${method} is not possible here; ${allow} are`, undefined, {
    Allow: allow,
  });
}

/** Lets a caller in who may do this and has not called too often. */
async function admit(operation: Operation, request: Request, headers: Answer["headers"]): Promise<Actor> {
  if (operation.scope === undefined) {
    if (request.method === "POST" && request.headers.has("Origin")) refuseForeignOrigin(request);
    return nobody;
  }
  const actor = await authenticate(request, operation.scope);
  if (limits.requestsPerSecond === Number.POSITIVE_INFINITY) return actor;
  const allowance = rateLimit.take(actor.id);
  headers["RateLimit-Limit"] = String(allowance.limit);
  headers["RateLimit-Remaining"] = String(allowance.remaining);
  headers["RateLimit-Reset"] = String(allowance.reset);
  if (allowance.allowed) return actor;
  throw new ApiError(
    "RATE_LIMITED",
    `At most ${allowance.limit} requests a second; wait a moment`,
    undefined,
    {
      "Retry-After": String(allowance.reset),
    },
  );
}

const nobody: Actor = { kind: "nobody", id: "", scopes: [] };

function readParams(operation: Operation, params: Match["params"]): unknown {
  if (!operation.params) return undefined;
  if (params.recordId !== undefined && !recordId.safeParse(params.recordId).success) {
    throw new ApiError("INVALID_RECORD_ID", `${quote(params.recordId)} is not a record id, which is a UUID`);
  }
  return parse(operation.params, params, "path");
}

/** The only place where a throw becomes an answer. What was not foreseen is logged whole and told to nobody. */
function explainThrow(thrown: unknown, headers: Answer["headers"]): Answer {
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
