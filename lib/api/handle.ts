import { ApiError } from "../contract/errors";
import { type Actor, factsOf, holderOf } from "../server/access/author";
import { requireMay } from "../server/access/may";
import { mayHaveNewRole } from "../server/access/rights";
import { answerRoom, smallAnswer } from "../server/answer-room";
import { hstsHeader } from "../server/http/hsts";
import { requireRoom } from "../server/postgres/disk-room";
import { visitorOf } from "../server/shares/shared-records";
import { asCall } from "../server/turns";
import { admit, countRequest, nobody } from "./admit";
import { bodySize, isInParts } from "./answer-body";
import { authenticateAfresh, findCaller } from "./authenticate";
import { bodies } from "./body-room";
import { answerMcp, mcpPath } from "./mcp";
import { operationFor, preflight } from "./methods";
import { redirectFor } from "./openid";
import { isWrite, type Operation } from "./operation";
import { everyOperation } from "./operations";
import { performAsSent } from "./perform";
import { readParams, readQuery, takeBody } from "./read-call";
import { type Answer, explainThrow } from "./respond";
import { createRouter } from "./router";
import type { Trace } from "./trace";
import { errorVisibleTo } from "./visible-to";

export const apiPrefix = "/api/v1";

const findRoute = createRouter(everyOperation);

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
  if (pathname === mcpPath) return answerMcp(request, { address, headers, trace });
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
    if (caller && mayHaveNewRole(actor, databaseId)) {
      actor = await authenticateAfresh(request);
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
      const answer = await performAsSent(operation, call).catch((error: unknown) => {
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
