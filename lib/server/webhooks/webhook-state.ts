import type { ChangeEntry } from "../../contract/changes";
import type { Filter } from "../../contract/filters";
import type { WebhookEvent } from "../../contract/webhook-events";
import { type PersonRow, personColumns } from "../access/person-rows";
import { type CallerRights, everyRight } from "../access/rights";
import { within } from "../context";
import { Prisma, query, type Sql } from "../db";
import type { Place } from "../log/log-place";
import type { Receiver } from "./try-delivery";

/** A position in the log within the entries that are read after it. */
export interface Position extends Place {
  /** The number of items of those entries that are sent. */
  readonly sent: number;
}

/** The event that is tried again, and the position after it. */
export interface Pending extends Position {
  /** Its UUID. */
  readonly id: string;
}

/** A webhook as its worker needs it. */
export interface WebhookState extends Position, Receiver {
  readonly id: number;
  readonly baseId: string;
  readonly events: readonly WebhookEvent[];
  /** Empty for all, like `fieldIds` and `sources`. */
  readonly tableIds: readonly string[];
  readonly fieldIds: readonly string[];
  readonly filter: Filter | null;
  readonly sources: readonly ChangeEntry["source"][];
  readonly includeRecords: boolean;
  /** False if its events have ids alone. */
  readonly mayRead: boolean;
  readonly active: boolean;
  readonly skipped: boolean;
  readonly pending: Pending | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  /** The person who created it, whose rights decide what is sent. */
  readonly person: PersonRow;
}

/** Reads a webhook; undefined if it was deleted or its database is in the trash. */
export async function findState(id: number): Promise<WebhookState | undefined> {
  const [state] = await query<WebhookState>(Prisma.sql`
    SELECT "Webhook".*, ${personColumns} FROM "Webhook"
    JOIN "Person" ON "Person"."id" = "Webhook"."createdById" JOIN "Base" ON "Base"."id" = "Webhook"."baseId"
    WHERE "Webhook"."id" = ${id}`);
  return state;
}

/** SQL: the webhook is at a position. */
export function isAt({ xid, number, sent }: Position): Sql {
  return Prisma.sql`"xid" = ${xid}::bigint AND "number" = ${number}::bigint AND "sent" = ${sent}::int`;
}

/** The rights with which a webhook reads. */
export function readerOf({ person }: Pick<WebhookState, "person">): CallerRights & { person: PersonRow } {
  return { ...everyRight, person };
}

/** Runs `work` as the person who created the webhook, for whom only what they may read exists. */
export function asMaker<Result>(state: Pick<WebhookState, "person">, work: () => Result): Result {
  const caller = { personId: state.person.id, keyId: null, address: "" };
  return within({ reader: readerOf(state), caller }, work);
}
