import { ApiError } from "../contract/errors";
import { limits } from "../contract/limits";
import type { BasePlace } from "../contract/places";
import { type Actor, type Author, factsOf, holderOf } from "../server/access/author";
import { respondOnce } from "../server/access/idempotent-responses";
import { requireMay } from "../server/access/may";
import { isOwn, roleIn } from "../server/access/rights";
import { loadRules, refusedByRules } from "../server/access/rules";
import { answerRoom, smallAnswer } from "../server/answer-room";
import { hstsHeader } from "../server/http/hsts";
import { rehearse } from "../server/log/changes";
import { requireRoom } from "../server/postgres/disk-room";
import { createRoom } from "../server/room";
import { visitorOf } from "../server/shares/shared-records";
import { asCall } from "../server/turns";
import { admit, countRequest, nobody } from "./admit";
import { bodySize, isInParts, type JsonBody } from "./answer-body";
import { authenticate, credentialOf, findCaller } from "./authenticate";
import { operationFor, preflight } from "./methods";
import { redirectFor } from "./openid";
import { type AnyCall, type Arriving, isWrite, type Operation } from "./operation";
import { everyOperation } from "./operations";
import { readParams, readQuery, takeBody } from "./read-call";
import { type Answer, explainThrow, respond } from "./respond";
import { createRouter } from "./router";
import { errorVisibleTo, mayRead } from "./visible-to";
import { authorOf, fingerprintOf, idempotencyKeyOf } from "./write-headers";

export const apiPrefix = "/api/v1";

const findRoute = createRouter(everyOperation);
/** One caller may use half of it, which must fit the largest body. */
const bodies = createRoom({
  bytes: Math.max(limits.bodyBytesAtOnce, 2 * limits.bodyBytes),
  what: "requests",
});

/** Facts about a request, collected while it is handled, for its log line. */
export interface Trace {
  /** The id of its operation. */
  operation?: string;
  /** The caller, such as `key 019a9e61-…`. */
  caller?: string;
}

/** Handles a request of the web platform; the only entry to the API. */
export async function handle(request: Request): Promise<Response> {
  const { status, headers, cookies = [], body, release } = await answer(request);
  release?.();
  const response = new Response(isInParts(body) ? Buffer.concat(body) : body, { status, headers });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
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
    "Accept-Ranges, Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id",
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
  const redirect = redirectFor(pathname);
  if (redirect) {
    trace.operation = "openid";
    const answer = await asCall(factsOf(nobody, address), () => redirect(request, address));
    return { ...answer, headers: { ...headers, ...answer.headers } };
  }
  // Counts every call with a key, also those to unknown paths.
  const caller = await findCaller(request);
  if (caller) await countRequest(caller, headers);
  const match = isBelow(apiPrefix, pathname) ? findRoute(pathname.slice(apiPrefix.length)) : undefined;
  if (!match) throw new ApiError("NOT_FOUND", `There is no operation at ${pathname.slice(0, 200)}.`);
  if (request.method === "OPTIONS") return preflight(match, headers);
  const operation = operationFor(match, request.method);
  trace.operation = operation.id;
  const { databaseId } = match.params;
  let actor = await admit(operation, { request, caller, headers, address });
  if (actor !== nobody) trace.caller = `${actor.kind} ${actor.id}`;
  const params = readParams(operation, match.params);
  if (operation.action !== null) {
    // A role that the person has got since the key was cached, such as by creating the database.
    if (caller && databaseId !== undefined && !isOwn(databaseId, actor)) {
      actor = await authenticate(request, await findCaller(request, true));
    }
    requireMay(actor, operation.action, databaseId);
  }
  const { isDryRun, query } = readQuery(operation, url);
  const holder = holderOfCall(operation, actor, address);
  const share = bodies.enter(holder);
  try {
    return await asCall({ ...factsOf(actor, address), holder }, async () => {
      const body = await takeBody(operation, request, share);
      if (isWrite(operation)) requireRoom();
      const call = { actor, params, query, body, request, address, isDryRun };
      const answer = await write(operation, call).catch((error: unknown) => {
        throw errorVisibleTo(actor, operation, error);
      });
      const release = holdAnswer(answer, operation, holder);
      return { ...answer, headers: { ...headers, ...answer.headers }, ...(release && { release }) };
    });
  } finally {
    share.release();
  }
}

/** The id under which limits count a call; undefined for a caller who is not signed in. */
function holderOfCall({ isForVisitors }: Operation, actor: Actor, address: string): string | undefined {
  if (isForVisitors) return visitorOf(address);
  return actor === nobody ? undefined : holderOf(actor);
}

/**
 * Reserves memory for a large response until it is sent. Writes are done already, so their response never fails for
 * lack of memory.
 */
function holdAnswer({ body }: Answer, operation: Operation, holder: string | undefined): Answer["release"] {
  const size = bodySize(body);
  if (size < smallAnswer) return undefined;
  const share = answerRoom.enter(holder);
  if (isWrite(operation)) share.force(size);
  else share.take(size);
  return share.release;
}

/** True below the prefix; `/api/v10` is not below `/api/v1`. */
function isBelow(prefix: string, pathname: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** The author of calls that change nothing. */
const noAuthor: Author = { actor: nobody, changeSetId: "" };

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
  const refused = await refusedIn(actor, call.params);
  const fingerprint = await fingerprintOf(request, sent, { mayRead: mayRead(actor, operation), refused });
  const credential = operation.showsSecret ? credentialOf(request) : undefined;
  const { answer, isRepeat } = await respondOnce(
    { actor, credential, key, fingerprint },
    work as () => Promise<JsonAnswer>,
  );
  return isRepeat ? { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" } } : answer;
}

/** The writes and reads that rules refuse to the caller in the database of a call. */
async function refusedIn(actor: Actor, params: unknown): Promise<readonly string[]> {
  const { databaseId } = (params ?? {}) as Partial<BasePlace>;
  if (databaseId === undefined || roleIn(actor, databaseId) === "owner") return [];
  return refusedByRules(actor, await loadRules({ databaseId }));
}

/** A response with JSON or without a body, as every write has. */
type JsonAnswer = Answer & { body: JsonBody | null };
