import * as z from "zod";
import { ApiError, badRequest, type ErrorBody, parse } from "../contract/errors";
import { recordId } from "../contract/ids";
import { limits } from "../contract/limits";
import { queryShape } from "../contract/query";
import { quote } from "../field-types/text";
import { type Actor, type Author, holderOf } from "../server/access/author";
import { respondOnce } from "../server/access/idempotent-responses";
import { requireOwn, requireScope } from "../server/access/rights";
import { answerRoom, smallAnswer } from "../server/answer-room";
import { inShareOf } from "../server/db";
import { toApiError } from "../server/failures";
import { hstsHeader } from "../server/http/hsts";
import { rehearse } from "../server/log/changes";
import { logger } from "../server/logger";
import { requireRoom } from "../server/postgres/disk-room";
import { createRoom, type Share } from "../server/room";
import { Versioned } from "../server/structure/versioned";
import { asCaller } from "../server/turns";
import { shareRateLimit } from "../server/workers/shared-limits";
import { type AnswerBody, bodySize, isInParts, jsonBody } from "./answer-body";
import { authenticate, credentialOf, findCaller, refuseForeignOrigin } from "./authenticate";
import { knownTag, tagOf } from "./etag";
import {
  type Arriving,
  Bytes,
  bodyValuesOf,
  type Call,
  isWrite,
  type Operation,
  type Received,
} from "./operation";
import { everyOperation } from "./operations";
import { Prepared } from "./prepared";
import { readBody } from "./read-body";
import { createRouter, type Match } from "./router";
import { errorVisibleTo, mayRead, visibleTo } from "./visible-to";
import { authorOf, fingerprintOf, idempotencyKeyOf } from "./write-headers";

export const apiPrefix = "/api/v1";

const findRoute = createRouter(everyOperation);
/** One caller may use half of it, which must fit the largest body. */
const bodies = createRoom({
  bytes: Math.max(limits.bodyBytesAtOnce, 2 * limits.bodyBytes),
  what: "requests",
});
const rateLimit = shareRateLimit("requests", { tokens: limits.requestsPerSecond, seconds: 1 });

/** A response before it is sent. A transport may send it faster than by `Response`. */
export interface Answer {
  readonly status: number;
  readonly headers: { [name: string]: string };
  readonly body: AnswerBody;
  /** Frees the memory reserved for the body; called once it is sent or abandoned. */
  readonly release?: () => void;
}

/** Facts about a request, collected while it is handled, for its log line. */
export interface Trace {
  /** The id of its operation. */
  operation?: string;
  /** The caller, such as `key 019a9e61-…`. */
  caller?: string;
}

/** Handles a request of the web platform; the only entry to the API. */
export async function handle(request: Request): Promise<Response> {
  const { status, headers, body, release } = await answer(request);
  release?.();
  return new Response(isInParts(body) ? Buffer.concat(body) : body, { status, headers });
}

/** Routes, authenticates, validates and runs a request, and turns errors into responses. Never throws. */
export async function answer(request: Request, address = "", trace: Trace = {}): Promise<Answer> {
  const headers: Answer["headers"] = {
    ...commonHeaders,
    ...hstsHeader(),
    "X-Request-Id": crypto.randomUUID(),
  };
  try {
    return await run(request, { address, headers, trace });
  } catch (thrown) {
    return explainThrow(thrown, headers);
  }
}

/**
 * Headers of every response. Pages of any origin may call with a bearer key; browsers never send cookies with `*`.
 */
const commonHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Accept-Ranges, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};

async function run(
  request: Request,
  { address, headers, trace }: { address: string; headers: Answer["headers"]; trace: Trace },
): Promise<Answer> {
  const url = new URL(request.url);
  const { pathname } = url;
  // Counts every call with a key, also those to unknown paths.
  const caller = await findCaller(request);
  if (caller) await countRequest(caller, headers);
  const match = isBelow(apiPrefix, pathname) ? findRoute(pathname.slice(apiPrefix.length)) : undefined;
  if (!match) throw new ApiError("NOT_FOUND", `There is no operation at ${pathname.slice(0, 200)}.`);
  if (request.method === "OPTIONS") return preflight(match, headers);
  const operation = find(match, request.method);
  trace.operation = operation.id;
  const actor = await admit(operation, { request, caller, headers });
  if (actor !== nobody) trace.caller = `${actor.kind} ${actor.id}`;
  const params = readParams(operation, match.params);
  if (match.params.databaseId !== undefined) requireOwn(match.params.databaseId, actor);
  const { isDryRun, query } = readQuery(operation, url);
  const share = bodies.enter(actor === nobody ? undefined : holderOf(actor));
  try {
    return await asCaller(holderOf(actor), async () => {
      const body = await takeBody(operation, request, share);
      if (isWrite(operation)) requireRoom();
      const work = () => write(operation, { actor, params, query, body, request, address, isDryRun });
      const answer = await (actor === nobody ? work() : inShareOf(holderOf(actor), work)).catch(
        (error: unknown) => {
          throw errorVisibleTo(actor, operation, error);
        },
      );
      const release = holdAnswer(answer, operation, actor);
      return { ...answer, headers: { ...headers, ...answer.headers }, ...(release && { release }) };
    });
  } finally {
    share.release();
  }
}

/**
 * Reserves memory for a large response until it is sent. Writes are done already, so their response never fails for
 * lack of memory.
 */
function holdAnswer({ body }: Answer, operation: Operation, actor: Actor): Answer["release"] {
  const size = bodySize(body);
  if (size < smallAnswer) return undefined;
  const share = answerRoom.enter(holderOf(actor));
  if (isWrite(operation)) share.force(size);
  else share.take(size);
  return share.release;
}

/** True below the prefix; `/api/v10` is not below `/api/v1`. */
function isBelow(prefix: string, pathname: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Determines the change set of a write, and performs the call. */
async function write(operation: Operation, call: Omit<AnyCall, "author" | "received">): Promise<Answer> {
  if (!isWrite(operation)) return perform(operation, { ...call, author: noAuthor });
  const { author, leave } = await authorOf(call.actor, call);
  try {
    return await perform(operation, { ...call, author });
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Receives an upload, and then runs the operation. */
async function perform(operation: Operation, call: Arriving<unknown, unknown, unknown>): Promise<Answer> {
  const key = isWrite(operation) && !call.isDryRun ? idempotencyKeyOf(call.request) : undefined;
  const received = await operation.receive?.(call);
  try {
    return await carryOut(operation, { ...call, received }, key);
  } finally {
    await received?.release();
  }
}

/** Runs the operation, as a dry run or as an idempotent call if requested. */
async function carryOut(operation: Operation, call: AnyCall, key: string | undefined): Promise<Answer> {
  const work = () => respond(operation, call);
  if (call.isDryRun) return rehearse(work);
  if (key === undefined) return work();
  const { actor, request, body, received } = call;
  const sent = received ? received.identity : body;
  // Distinguishes callers without `read`, so that a response stored with it is not repeated to them.
  const fingerprint = fingerprintOf(request, mayRead(actor, operation) ? sent : { sent, mayRead: false });
  const credential = operation.showsSecret ? credentialOf(request) : undefined;
  const { answer, isRepeat } = await respondOnce(
    { actor, credential, key, fingerprint },
    work as () => Promise<TextAnswer>,
  );
  return isRepeat ? { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" } } : answer;
}

type AnyCall = Call<unknown, unknown, unknown, Received | undefined>;

/** A response with a text body, as every write has. */
type TextAnswer = Answer & { body: string | null };

/** Runs the operation and serialises its result. */
async function respond(operation: Operation, call: AnyCall): Promise<Answer> {
  const { request } = call;
  const result = await operation.run(call);
  if (result instanceof Bytes) return send(result, request);
  if (result instanceof Prepared) return sendPrepared(result, request);
  const whole = result instanceof Versioned ? result.body : result;
  const headers: Answer["headers"] = { ...operation.headers?.(whole, call) };
  if (!operation.answer) return { status: 204, headers, body: null };
  const visible = visibleTo(call.actor, operation, whole);
  headers["Content-Type"] = json;
  const status = operation.status ?? 200;
  if (result instanceof Versioned) {
    const text = JSON.stringify(visible);
    headers.ETag = tagOf(result, text);
    const isRead = operation.method === "GET";
    const known = isRead ? knownTag(request.headers.get("If-None-Match"), headers.ETag) : undefined;
    if (known !== undefined) return { status: 304, headers: { ETag: known }, body: null };
    return { status, headers, body: request.method === "HEAD" ? null : text };
  }
  if (request.method === "HEAD") return { status, headers, body: null };
  return { status, headers, body: await jsonBody(visible, operation) };
}

const json = "application/json; charset=utf-8";

function sendPrepared({ bytes, tag }: Prepared, { method, headers: sent }: Request): Answer {
  const known = knownTag(sent.get("If-None-Match"), tag);
  if (known !== undefined) return { status: 304, headers: { ETag: known }, body: null };
  const headers = { ETag: tag, "Content-Type": json };
  return { status: 200, headers, body: method === "HEAD" ? null : bytes };
}

async function send({ status, body, headers: own }: Bytes, request: Request): Promise<Answer> {
  const headers = { ...own };
  if (request.method !== "HEAD") return { status, headers, body };
  await body?.cancel();
  return { status, headers, body: null };
}

/** Reads and validates the JSON body. Accepts `{}` where no body is taken, because clients send it by habit. */
async function takeBody(operation: Operation, request: Request, share: Share): Promise<unknown> {
  const { body, bodyBytes } = operation;
  if (body) {
    const bounds = { bodyValues: bodyValuesOf(operation), bodyBytes, share };
    return parse(body, await readBody(request, bounds), "body");
  }
  if (operation.method !== "GET" && !operation.uploads) {
    parse(noBody, await readBody(request, { bodyBytes: maxBodyWithoutType, share }), "body");
  }
  return undefined;
}

/** Maximum bytes read where no body is taken. */
const maxBodyWithoutType = 4_096;

const noBody = z.strictObject({}, { error: "is not allowed here; omit it" }).optional();

/** Reads the query string. Refuses repeated and unknown parameters. */
function readQuery(
  operation: Operation,
  { search, searchParams }: URL,
): { isDryRun: boolean; query: unknown } {
  if (search === "" && !operation.query) return { isDryRun: false, query: undefined };
  const repeated = [...searchParams.keys()].find((name, index, all) => all.indexOf(name) !== index);
  if (repeated !== undefined) throw badRequest([{ path: repeated, message: "is given more than once" }]);
  const shape = queryShapes.get(operation) ?? noQuery;
  const { dryRun, ...query } = parse(shape, Object.fromEntries(searchParams), "query") as { dryRun?: string };
  return { isDryRun: dryRun === "true", query };
}

const noQuery = queryShape({});

const dryRun = { dryRun: z.enum(["true", "false"]).optional() };

/** Query shapes of the operations. Every write also accepts `dryRun`. */
const queryShapes: ReadonlyMap<Operation, z.ZodType> = new Map(
  everyOperation.map((each: Operation) => {
    const { query = noQuery } = each;
    return [each, isWrite(each) && query instanceof z.ZodObject ? query.extend(dryRun) : query];
  }),
);

/** Lists the methods of a path for the header `Allow`. */
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
      "Access-Control-Allow-Headers":
        "Authorization, Change-Set-Id, Change-Set-Name, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range",
      "Access-Control-Max-Age": "86400",
    },
  };
}

function find(match: Match, method: string): Operation {
  const operation = match.methods.get(method === "HEAD" ? "GET" : method);
  if (operation) return operation;
  const allow = allowed(match);
  throw new ApiError("METHOD_NOT_ALLOWED", `${method} is not allowed here. Allowed: ${allow}.`, undefined, {
    Allow: allow,
  });
}

/** Authenticates and authorises a caller within its rate limit. */
async function admit({ scope, orScope }: Operation, { request, caller, headers }: Admission): Promise<Actor> {
  if (scope === undefined) {
    if (request.method === "POST" && request.headers.has("Origin")) refuseForeignOrigin(request);
    return nobody;
  }
  const actor = await authenticate(request, caller);
  if (!caller) await countRequest(actor, headers);
  if (scope !== "any") requireScope(actor, scope, orScope);
  return actor;
}

/** A call before authorisation. */
interface Admission {
  readonly request: Request;
  readonly caller: Awaited<ReturnType<typeof findCaller>>;
  /** Headers of the response. */
  readonly headers: Answer["headers"];
}

/** Counts a request against the rate limit and throws a 429 beyond it. Adds the rate-limit headers. */
async function countRequest(actor: Actor, headers: Answer["headers"]): Promise<void> {
  if (limits.requestsPerSecond === Number.POSITIVE_INFINITY) return;
  const allowance = await rateLimit.take(holderOf(actor));
  headers["RateLimit-Limit"] = String(allowance.limit);
  headers["RateLimit-Remaining"] = String(allowance.remaining);
  headers["RateLimit-Reset"] = String(allowance.reset);
  if (allowance.allowed) return;
  throw new ApiError(
    "RATE_LIMITED",
    `Too many requests. At most ${allowance.limit} per second are allowed.`,
    undefined,
    {
      "Retry-After": String(allowance.reset),
    },
  );
}

const nobody: Actor = {
  kind: "nobody",
  id: "",
  keyId: null,
  scopes: [],
  databases: [],
  expiresAt: null,
};

/** The author of calls that change nothing. */
const noAuthor: Author = { actor: nobody, changeSetId: "" };

function readParams(operation: Operation, params: Match["params"]): unknown {
  if (!operation.params) return undefined;
  if (params.recordId !== undefined && !recordId.safeParse(params.recordId).success) {
    throw new ApiError(
      "INVALID_RECORD_ID",
      `${quote(params.recordId)} is not a record id. Record ids are UUIDs.`,
    );
  }
  return parse(operation.params, params, "path");
}

/** Turns any error into a response. Logs unexpected errors and hides their details from callers. */
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
