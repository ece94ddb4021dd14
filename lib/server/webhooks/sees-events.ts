import type { Actor } from "../access/author";
import { hiddenFields } from "../access/reading";
import { currentRules } from "../structure/schemas";
import type { WebhookRow } from "./webhook-rows";

/**
 * True if somebody may see what a webhook sends: ids alone, what its creator may read, or, for others, whatever there
 * is because nothing is hidden from them.
 */
export async function seesEvents(
  actor: Actor,
  { mayRead, createdById, baseId }: Pick<WebhookRow, "mayRead" | "createdById" | "baseId">,
): Promise<boolean> {
  if (!mayRead) return true;
  if (!actor.scopes.includes("read")) return false;
  if (createdById === actor.person.id) return true;
  return hiddenFields(actor, await currentRules({ databaseId: baseId })).size === 0;
}
