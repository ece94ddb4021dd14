import type { BasePlace } from "../contract/places";
import type { Actor, Author } from "../server/access/author";
import { respondOnce } from "../server/access/idempotent-responses";
import { roleIn } from "../server/access/rights";
import { loadRules, refusedByRules } from "../server/access/rules";
import { rehearse } from "../server/log/changes";
import { nobody } from "./admit";
import type { JsonBody } from "./answer-body";
import { credentialOf } from "./authenticate";
import { type AnyCall, type Arriving, isWrite, type Operation } from "./operation";
import { type Answer, respond } from "./respond";
import { mayRead } from "./visible-to";
import { authorOf, fingerprintOf, idempotencyKeyOf } from "./write-headers";

/** The author of calls that change nothing. */
const noAuthor: Author = { actor: nobody, changeSetId: "" };

/** Performs a call in the change set that its headers name, if it is a write. */
export async function performAsSent(
  operation: Operation,
  call: Omit<AnyCall, "author" | "received">,
): Promise<Answer> {
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
export async function perform(
  operation: Operation,
  call: Arriving<unknown, unknown, unknown>,
): Promise<Answer> {
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
export async function refusedIn(actor: Actor, params: unknown): Promise<readonly string[]> {
  const { databaseId } = (params ?? {}) as Partial<BasePlace>;
  if (databaseId === undefined || roleIn(actor, databaseId) === "owner") return [];
  return refusedByRules(actor, await loadRules({ databaseId }));
}

/** A response with JSON or without a body, as every write has. */
type JsonAnswer = Answer & { body: JsonBody | null };
