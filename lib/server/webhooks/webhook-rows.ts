import { randomBytes } from "node:crypto";
import { ApiError } from "../../contract/errors";
import type { WebhookPlace } from "../../contract/places";
import type { Webhook } from "../../contract/webhooks";
import { type Prisma, prisma } from "../db";
import { requireBase } from "../structure/structure";

const withMaker = { createdBy: { select: { id: true, name: true } } } as const;
export type WebhookRow = Prisma.WebhookGetPayload<{ include: typeof withMaker }>;

/** The webhooks of a database, oldest first. */
export function webhooksOf(databaseId: string): Promise<WebhookRow[]> {
  return prisma().webhook.findMany({
    where: { baseId: databaseId },
    include: withMaker,
    orderBy: { id: "asc" },
  });
}

/** Throws a 404 unless the database has the webhook. */
export async function webhookAt({ databaseId, webhookId }: WebhookPlace): Promise<WebhookRow> {
  await requireBase({ databaseId });
  const id = /^[1-9]\d{0,8}$/.test(webhookId) ? Number(webhookId) : undefined;
  const row =
    id === undefined
      ? null
      : await prisma().webhook.findFirst({ where: { id, baseId: databaseId }, include: withMaker });
  // As other services with this API say it.
  if (!row) throw new ApiError("NOT_FOUND", "Webhook not found");
  return row;
}

export async function storeWebhook(data: Prisma.WebhookUncheckedCreateInput): Promise<WebhookRow> {
  return prisma().webhook.create({ data, include: withMaker });
}

export async function changeWebhook(
  { id }: Pick<WebhookRow, "id">,
  data: Prisma.WebhookUncheckedUpdateInput,
): Promise<WebhookRow> {
  return prisma().webhook.update({ where: { id }, data, include: withMaker });
}

export async function removeWebhook({ id }: Pick<WebhookRow, "id">): Promise<void> {
  await prisma().webhook.delete({ where: { id } });
}

/** The state of a webhook that is switched on again. */
export const restarted = {
  pausedAt: null,
  pausedReason: null,
  failingSince: null,
  attempts: 0,
  nextAttemptAt: null,
};

/** Creates the bytes of a secret. */
export function mintWebhookSecret(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(32));
}

/** The form of a secret that receivers are given, by the Standard Webhooks specification. */
export function secretText(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

export function presentWebhook(row: WebhookRow): Webhook {
  const { id, name, url, events, tableIds, fieldIds, filter, sources, headers, includeRecords, active } = row;
  return {
    ...{ id, name, url, includeRecords, active, filter: filter as Webhook["filter"] },
    events: events as Webhook["events"],
    tableIds: listOrAll(tableIds),
    fieldIds: listOrAll(fieldIds),
    sources: listOrAll(sources) as Webhook["sources"],
    headers: Object.keys(headers as object),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastDelivery: row.lastDelivery as Webhook["lastDelivery"],
    failingSince: row.failingSince?.toISOString() ?? null,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    pausedReason: row.pausedReason,
  };
}

/** A list as answers have it, where null stands for all. */
export function listOrAll(list: string[]): string[] | null {
  return list.length > 0 ? list : null;
}
