import { v7 } from "uuid";
import {
  type AuditDetails,
  type AuditEvent,
  type AuditEventName,
  type AuditList,
  type AuditQuery,
  type auditEvents,
  auditRuleOf,
  type SubjectKind,
} from "../../contract/audit";
import { badRequest } from "../../contract/errors";
import { auditEventId } from "../../contract/ids";
import { defaultPage } from "../../contract/pages";
import { context } from "../context";
import { outsideTransaction, Prisma, prisma, query } from "../db";
import { change } from "../log/changes";
import { logger } from "../logger";
import { shareRateLimit } from "../workers/shared-limits";

/** The person, key or other thing that an event was done to. */
type Subject = NonNullable<AuditEvent["subject"]>;

type DetailsOf<Event extends AuditEventName> = Pick<
  AuditDetails,
  (typeof auditEvents)[Event]["details"][number]
>;

/** The properties of an event besides its caller. None holds a password, token or key. */
type About<Event extends AuditEventName> = {
  /** The id of the person; that of the caller by default. */
  readonly personId?: string | null;
  /** The id of the key; that of the caller by default. */
  readonly keyId?: string | null;
  readonly databaseId?: string;
  readonly subject?: Subject;
} & (DetailsOf<Event> extends Record<string, never>
  ? { readonly details?: undefined }
  : { readonly details: DetailsOf<Event> });

/** The subject of an event. Its name is stored, so that the entry outlives it. */
export function subjectOf(
  kind: SubjectKind,
  { id, name }: { readonly id: string; readonly name: string | null },
): Subject {
  return { kind, id, name };
}

/**
 * Records an event of the caller in the audit log. Called within the transaction of a write, so that the event is stored if
 * and only if the write is. Of frequent events, only some per minute are recorded.
 */
export async function record<Event extends AuditEventName>(event: Event, about: About<Event>): Promise<void> {
  const { caller } = context();
  const { databaseId, subject, details } = about;
  const { personId = caller?.personId || null, keyId = caller?.keyId ?? null } = about;
  const address = caller?.address || null;
  if (auditRuleOf(event).isFrequent) {
    const same = `${event} ${personId} ${subject?.id ?? databaseId}`;
    // Checks the address first, so that one at its limit does not use up the total.
    if (!(await fromOneAddress.take(`${same} ${address}`)).allowed) return;
    if (!(await fromAll.take(same)).allowed) return;
  }
  const at = new Date();
  await change(() =>
    prisma().auditEvent.create({
      data: {
        // Its first bits are the time, so that events of one millisecond keep their order.
        id: v7({ msecs: at.getTime() }),
        at,
        event,
        personId,
        keyId,
        address,
        databaseId: databaseId ?? null,
        subjectKind: subject?.kind ?? null,
        subjectId: subject?.id ?? null,
        subjectName: subject?.name ?? null,
        details: { ...details },
      },
    }),
  );
}

/**
 * Records a refused attempt, apart from the transaction in progress, which is rolled back. The answer does not wait for it,
 * because its time would tell whether there is such an account.
 */
export function recordRefusal<Event extends AuditEventName>(event: Event, about: About<Event>): void {
  outsideTransaction(() => record(event, about)).catch((error) =>
    logger.warn({ err: error }, "a refused attempt could not be recorded"),
  );
}

/**
 * How many equal frequent events are recorded per minute, so that guessing passwords or repeated exports cannot fill the
 * disk: those of one person, or of all unknown ones, with one subject.
 */
const fromOneAddress = shareRateLimit("audit from", { tokens: 10, seconds: 60 });
const fromAll = shareRateLimit("audit", { tokens: 30, seconds: 60 });

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly event: AuditEventName;
  readonly personId: string | null;
  readonly personName: string | null;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly address: string | null;
  readonly databaseId: string | null;
  readonly subjectKind: SubjectKind | null;
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly details: AuditEvent["details"];
}

/** Lists the audit log, newest first. */
export async function listAuditEvents({
  limit = defaultPage,
  cursor,
  event,
  personId,
  since,
  until,
}: AuditQuery): Promise<AuditList> {
  const conditions = [
    ...(cursor === undefined ? [] : [isBefore(cursor)]),
    ...(event === undefined ? [] : [Prisma.sql`"event" = ${event}`]),
    ...(personId === undefined
      ? []
      : [Prisma.sql`("AuditEvent"."personId" = ${personId}::uuid OR "subjectId" = ${personId})`]),
    ...(since === undefined ? [] : [Prisma.sql`"at" >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`"at" < ${until}`]),
  ];
  const condition = conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND ");
  const rows = await query<Row>(Prisma.sql`
    SELECT "AuditEvent".*, "Person"."name" AS "personName", "ApiKey"."name" AS "keyName" FROM (
      SELECT * FROM "AuditEvent" WHERE ${condition} ORDER BY "at" DESC, "id" DESC LIMIT ${limit + 1}
    ) AS "AuditEvent"
    LEFT JOIN "Person" ON "Person"."id" = "AuditEvent"."personId"
    LEFT JOIN "ApiKey" ON "ApiKey"."id" = "AuditEvent"."keyId"
    ORDER BY "at" DESC, "AuditEvent"."id" DESC`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    events: shown.map(present),
    nextCursor: rows.length > limit && last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

/** The cursor holds time and id of the last entry, which may have expired meanwhile. */
function isBefore(cursor: string): Prisma.Sql {
  const [at = "", given, ...rest] = cursor.split(".");
  const id = auditEventId.safeParse(given);
  if (/^\d{1,15}$/.test(at) && id.success && rest.length === 0) {
    return Prisma.sql`("at", "id") < (${new Date(Number(at))}, ${id.data}::uuid)`;
  }
  throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the previous page" }]);
}

function present({
  id,
  at,
  event,
  personId,
  personName,
  keyId,
  keyName,
  address,
  databaseId,
  subjectKind,
  subjectId,
  subjectName,
  details,
}: Row): AuditEvent {
  const hasSubject = subjectKind !== null && subjectId !== null;
  return {
    id,
    at: at.toISOString(),
    event,
    person: personId === null ? null : { id: personId, name: personName },
    key: keyId === null ? null : { id: keyId, name: keyName },
    address,
    databaseId,
    subject: hasSubject ? { kind: subjectKind, id: subjectId, name: subjectName } : null,
    details,
  };
}
