import { hiddenFields } from "../access/reading";
import type { CallerRights } from "../access/rights";
import { currentRules } from "../structure/schemas";
import type { WebhookRow } from "./webhook-rows";

/**
 * True if somebody may see what a webhook sends: ids alone, what its creator may read, or, for others, whatever there
 * is because nothing is hidden from them.
 */
export async function seesEvents(
  rights: CallerRights,
  { mayRead, createdById, baseId }: Pick<WebhookRow, "mayRead" | "createdById" | "baseId">,
): Promise<boolean> {
  if (!mayRead) return true;
  if (!rights.scopes.includes("read")) return false;
  if (createdById === rights.person.id) return true;
  return hiddenFields(rights, await currentRules({ databaseId: baseId })).size === 0;
}
