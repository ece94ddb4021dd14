import { timingSafeEqual } from "node:crypto";
import { ApiError } from "../../contract/errors";
import { Prisma, prisma, query, queryOften } from "../db";
import { change } from "../log/changes";
import { ofAnySize } from "../structure/schema-change";
import { mapInTurns } from "../turns";
import type { Actor } from "./author";
import { seal, unseal } from "./sealed";

/** The stored part of a response. */
export interface IdempotentResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** A text, or parts if it is long. No part contains a line feed, which JSON escapes. */
  readonly body: string | readonly Part[] | null;
}

type Part = Uint8Array<ArrayBuffer>;

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
    const stored = await prisma().storedAnswer.findUnique({
      where: { actorId_key: { actorId: actor.id, key } },
      omit: { body: true },
    });
    if (stored && stored.storedAt.getTime() > Date.now() - storedHours * 3_600_000) {
      if (!timingSafeEqual(stored.fingerprint, fingerprint)) throw mismatch();
      const { status } = stored;
      const headers = stored.headers as IdempotentResponse["headers"];
      const kept = await readBody(actor, key);
      const body = typeof kept !== "string" || credential === undefined ? kept : unseal(kept, credential);
      if (body === null && kept !== null) throw mismatch();
      return { answer: { status, headers, body }, isRepeat: true };
    }
    const answer = await work();
    const { status, headers, body } = answer;
    // Not by Prisma, which would encode a long body twice at once.
    await queryOften(Prisma.sql`
      INSERT INTO "StoredAnswer" ("actorId", "key", "fingerprint", "status", "headers", "body", "storedAt")
      VALUES (${actor.id}::uuid, ${key}, ${Buffer.from(fingerprint)}, ${status}, ${JSON.stringify(headers)}::jsonb,
        ${toStored(body, credential)}::text, clock_timestamp())
      ON CONFLICT ("actorId", "key") DO UPDATE SET "fingerprint" = excluded."fingerprint", "status" = excluded."status",
        "headers" = excluded."headers", "body" = excluded."body", "storedAt" = excluded."storedAt"`);
    return { answer, isRepeat: false };
  }, ofAnySize);
}

/** Reads the parts as rows, which arrive in turns. */
async function readBody(actor: Actor, key: string): Promise<IdempotentResponse["body"]> {
  const rows = await queryOften<{ part: string }>(Prisma.sql`
    SELECT unnest(string_to_array("body", ${lineFeed})) AS "part" FROM "StoredAnswer"
    WHERE "actorId" = ${actor.id}::uuid AND "key" = ${key}`);
  if (rows.length <= 1) return rows[0]?.part ?? null;
  return mapInTurns(rows, ({ part }) => Buffer.from(part));
}

/** Joins parts to a text that can be split again, as bytes, which are sent to the database as they are. */
function toStored(body: IdempotentResponse["body"], credential: string | undefined): string | Buffer | null {
  if (body === null) return null;
  if (credential !== undefined)
    return seal(isInParts(body) ? Buffer.concat(body).toString() : body, credential);
  return isInParts(body) ? Buffer.concat(body.flatMap((part) => [part, separator]).slice(0, -1)) : body;
}

const lineFeed = "\n";
const separator = Buffer.from(lineFeed);

function isInParts(body: IdempotentResponse["body"]): body is readonly Part[] {
  return Array.isArray(body);
}

function mismatch(): ApiError {
  return new ApiError(
    "IDEMPOTENCY_MISMATCH",
    "This Idempotency-Key was used for another call. Send a new key with a new call.",
  );
}
