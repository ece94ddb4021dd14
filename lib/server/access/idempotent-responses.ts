import { timingSafeEqual } from "node:crypto";
import { ApiError } from "../../contract/errors";
import { Prisma, prisma, query } from "../db";
import { change } from "../log/changes";
import { ofAnySize } from "../structure/schema-change";
import type { Actor } from "./author";
import { seal, unseal } from "./sealed";

/** The stored part of a response. */
export interface IdempotentResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
}

/** A call that may be retried: its caller, its idempotency key and its fingerprint. */
export interface IdempotentCall {
  readonly actor: Actor;
  /** For a response with a secret: the caller's credential, which encrypts it. */
  readonly credential?: string | undefined;
  readonly key: string;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

const storedHours = 24;

/**
 * Runs `work` once per idempotency key. Stores the response in the same transaction as all writes; a retry returns
 * it with `isRepeat`. A throw stores nothing. Throws a 409 while the first call runs, in any process, and a 422 for
 * a different call with the same key.
 */
export function respondOnce<Answer extends IdempotentResponse>(
  { actor, credential, key, fingerprint }: IdempotentCall,
  work: () => Promise<Answer>,
): Promise<{ answer: IdempotentResponse; isRepeat: boolean }> {
  return change(async () => {
    const name = `answer ${actor.id} ${key}`;
    const [turn] = await query<{ isMine: boolean }>(Prisma.sql`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isMine"`);
    if (!turn?.isMine) {
      throw new ApiError(
        "CONFLICT",
        "The first call with this Idempotency-Key is still running. Try again shortly.",
      );
    }
    const place = { actorId_key: { actorId: actor.id, key } };
    const stored = await prisma().storedAnswer.findUnique({ where: place });
    if (stored && stored.storedAt.getTime() > Date.now() - storedHours * 3_600_000) {
      if (!timingSafeEqual(stored.fingerprint, fingerprint)) throw mismatch();
      const { status, headers } = stored;
      const { body: kept } = stored;
      const body = kept === null || credential === undefined ? kept : unseal(kept, credential);
      if (body === null && kept !== null) throw mismatch();
      return { answer: { status, headers: headers as IdempotentResponse["headers"], body }, isRepeat: true };
    }
    const answer = await work();
    const { status, headers, body } = answer;
    const data = {
      fingerprint,
      status,
      headers: headers as Prisma.InputJsonObject,
      body: body === null || credential === undefined ? body : seal(body, credential),
      storedAt: new Date(),
    };
    await prisma().storedAnswer.upsert({
      where: place,
      create: { actorId: actor.id, key, ...data },
      update: data,
    });
    return { answer, isRepeat: false };
  }, ofAnySize);
}

function mismatch(): ApiError {
  return new ApiError(
    "IDEMPOTENCY_MISMATCH",
    "This Idempotency-Key was used for another call. Send a new key with a new call.",
  );
}
