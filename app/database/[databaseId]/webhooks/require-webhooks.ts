import { notFound } from "next/navigation";
import type { ReportedTable } from "@/components/webhooks/reported";
import type { Actor } from "@/lib/server/access/author";
import { may } from "@/lib/server/access/may";
import { type OpenBase, requireBase } from "../require-base";

interface WebhookBase {
  readonly base: OpenBase;
  readonly tables: readonly ReportedTable[];
}

/** The database whose webhooks the person may manage, with its tables, or the 404 page. */
export async function requireWebhooks(actor: Actor, databaseId: string): Promise<WebhookBase> {
  const base = await requireBase(databaseId);
  if (!may(actor, "manage-webhooks", base.id)) notFound();
  return { base, tables: base.tables.map(({ id, name, fields }) => ({ id, name, fields })) };
}
