import { timingSafeEqual } from "node:crypto";
import { ApiError } from "../../contract/errors";
import { Prisma, query } from "../db";
import { change } from "../log/changes";
import { ofAnySize } from "../structure/schema-change";
import type { Actor } from "./author";
import { seal, unseal } from "./sealed";

/** What a call was answered with, as far as it is its own. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
}

/** A call that may come again: whose it is, the key it carries, and what it has to agree in. */
export interface RepeatableCall {
  readonly actor: Actor;
  /** Where the answer holds a secret: what the caller signs in with, so that it is kept for nobody else to read. */
  readonly credential?: string | undefined;
  readonly key: string;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
}

const storedHours = 24;

/**
 * Does `work` once for a key: its answer is stored together with all that it writes, and a repeat gets that
 * answer, `isRepeat` told. A throw stores nothing. 409 while the first is still at it, in whichever process; 422
 * for another call with the same key.
 */
export function answerOnce<Answer extends StoredAnswer>(
  { actor, credential, key, fingerprint }: RepeatableCall,
  work: () => Promise<Answer>,
): Promise<{ answer: StoredAnswer; isRepeat: boolean }> {
  return change(async (transaction) => {
    const name = `answer ${actor.id} ${key}`;
    const [turn] = await query<{ isMine: boolean }>(Prisma.sql`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isMine"`);
    if (!turn?.isMine) {
      throw new ApiError(
        "CONFLICT",
        "The first call with this Idempotency-Key is still running; try again shortly",
      );
    }
    const place = { actorId_key: { actorId: actor.id, key } };
    const stored = await transaction.storedAnswer.findUnique({ where: place });
    if (stored && stored.storedAt.getTime() > Date.now() - storedHours * 3_600_000) {
      if (!timingSafeEqual(stored.fingerprint, fingerprint)) throw mismatch();
      const { status, headers } = stored;
      const { body: kept } = stored;
      const body = kept === null || credential === undefined ? kept : unseal(kept, credential);
      if (body === null && kept !== null) throw mismatch();
      return { answer: { status, headers: headers as StoredAnswer["headers"], body }, isRepeat: true };
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
    await transaction.storedAnswer.upsert({
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
