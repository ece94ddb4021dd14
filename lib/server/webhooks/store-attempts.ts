import type { Attempt, Delivery } from "../../contract/webhooks";
import { execute, Prisma, query, type Sql } from "../db";
import { JsonList } from "../json-list";
import { isAt, type Pending, type Position, type WebhookState } from "./webhook-state";

/** An event after an attempt. */
export interface Attempted {
  /** The UUID of the event. */
  readonly id: string;
  readonly type: string;
  readonly changedAt: Date;
  readonly status: Delivery["status"];
  readonly attempt: Attempt;
  readonly body: string;
}

/** The state of a webhook after some attempts. */
export interface NextState {
  readonly position: Position;
  readonly pending: Pending | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** The time of a failure; null after a success. */
  readonly failedAt: Date | null;
  /** The reason to pause the webhook; null to go on. */
  readonly pausedReason: string | null;
  readonly skipped: boolean;
}

/** The number of attempts of an event to keep. */
const keptAttempts = 20;

/**
 * Stores attempts with the state that they lead to, unless somebody has moved the webhook meanwhile or deleted it. Returns
 * the state that is stored then; undefined if it was moved or deleted. A success is kept in any case.
 */
export async function storeAttempts(
  state: WebhookState,
  attempted: readonly Attempted[],
  next: NextState,
): Promise<WebhookState | undefined> {
  const { position, pending, failedAt, pausedReason } = next;
  const last = attempted.at(-1)?.attempt;
  const lastDelivery = last && JSON.stringify(shortOf(last));
  const isPaused = pausedReason !== null;
  const [moved] = await query<WebhookState>(Prisma.sql`
    WITH held AS (
      SELECT "id" FROM "Webhook" WHERE "id" = ${state.id} FOR UPDATE
    ), moved AS (
      UPDATE "Webhook" SET "xid" = ${position.xid}::bigint, "number" = ${position.number}::bigint, "sent" = ${position.sent}::int,
        "skipped" = ${next.skipped}, "pending" = ${pending && JSON.stringify(pending)}::json, "attempts" = ${next.attempts}::int,
        "nextAttemptAt" = ${next.nextAttemptAt}::timestamptz, "failingSince" = ${failingSince(failedAt)},
        "lastDelivery" = coalesce(${lastDelivery ?? null}::json, "lastDelivery"),
        "active" = "active" AND NOT ${isPaused}::boolean,
        "pausedAt" = CASE WHEN ${isPaused}::boolean AND "active" THEN now() ELSE "pausedAt" END,
        "pausedReason" = CASE WHEN ${isPaused}::boolean AND "active" THEN ${pausedReason} ELSE "pausedReason" END
      WHERE "id" = (SELECT "id" FROM held) AND ${isAt(state)}
      RETURNING *
    ), stored AS (${insertAttempts(attempted, failedAt === null ? Prisma.sql`held` : Prisma.sql`moved`)})
    SELECT * FROM moved`);
  return moved && { ...moved, person: state.person };
}

function failingSince(failedAt: Date | null): Sql {
  return failedAt === null
    ? Prisma.sql`NULL`
    : Prisma.sql`coalesce("failingSince", ${failedAt}::timestamptz)`;
}

function insertAttempts(attempted: readonly Attempted[], webhook: Sql): Sql {
  const rows = attempted.map(({ attempt, ...rest }) => ({ ...rest, attempts: [attempt] }));
  return Prisma.sql`
    INSERT INTO "WebhookDelivery" ("webhookId", "id", "type", "changedAt", "status", "attempts", "body")
    SELECT ${webhook}."id", given.* FROM ${webhook}, jsonb_to_recordset(${new JsonList(rows)}::jsonb)
      AS given ("id" uuid, "type" text, "changedAt" timestamptz, "status" text, "attempts" json, "body" text)
    ON CONFLICT ("webhookId", "id") DO UPDATE SET "status" = excluded."status", "body" = excluded."body",
      "attempts" = ${withAttempts(Prisma.sql`excluded."attempts"`)}`;
}

/** SQL: the newest of the attempts of a delivery with these. */
function withAttempts(more: Sql): Sql {
  return Prisma.sql`(
    SELECT json_agg("each" ORDER BY "place") FROM (
      SELECT * FROM jsonb_array_elements("WebhookDelivery"."attempts"::jsonb || ${more}::jsonb)
        WITH ORDINALITY AS "all" ("each", "place") ORDER BY "place" DESC LIMIT ${keptAttempts}
    ) AS newest)`;
}

/** Stores the attempt of an event that was sent again beside the others. */
export async function storeResent(
  { id: webhookId }: Pick<WebhookState, "id">,
  { id, status, attempt, body }: Pick<Attempted, "id" | "status" | "attempt" | "body">,
): Promise<void> {
  await execute(Prisma.sql`
    WITH told AS (
      UPDATE "Webhook" SET "lastDelivery" = ${JSON.stringify(shortOf(attempt))}::json WHERE "id" = ${webhookId}
    )
    UPDATE "WebhookDelivery" SET "status" = ${status}, "body" = ${body},
      "attempts" = ${withAttempts(Prisma.sql`${JSON.stringify([attempt])}`)}
    WHERE "webhookId" = ${webhookId} AND "id" = ${id}::uuid AND "status" = 'resending'`);
}

/** Switches a webhook off with a reason, as a sentence, and ends what was to be sent again. */
export async function pauseWebhook({ id }: Pick<WebhookState, "id">, reason: string): Promise<void> {
  await execute(Prisma.sql`
    WITH ended AS (
      UPDATE "WebhookDelivery" SET "status" = 'failed' WHERE "webhookId" = ${id} AND "status" = 'resending'
    )
    UPDATE "Webhook" SET "active" = false, "pausedAt" = now(), "pausedReason" = ${reason} WHERE "id" = ${id} AND "active"`);
}

function shortOf({ at, status, milliseconds, error }: Attempt) {
  return { at, status, milliseconds, error };
}
