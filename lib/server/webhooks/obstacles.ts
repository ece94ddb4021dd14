import { hasCode, isRefusal } from "../../contract/errors";
import { quote } from "../../field-types/text";
import { may } from "../access/may";
import { Prisma, query } from "../db";
import { readFilter } from "../lists/filter-sql";
import { subjectOf } from "../lists/subjects";
import { hiddenIn, withSchema } from "../structure/schemas";
import { asMaker, readerOf, type WebhookState } from "./webhook-state";

/** The reason, as a sentence, why a webhook may not send anything any more; undefined if it may. */
export function obstacleTo(state: WebhookState): string | undefined {
  const { person, baseId } = state;
  if (person.isActive && may(readerOf(state), "manage-webhooks", baseId)) return undefined;
  return "The person who created this webhook may no longer manage webhooks in this database.";
}

/** The reason, as a sentence, why the conditions of a webhook mean nothing any more; undefined if they do. */
export async function staleCondition(state: WebhookState): Promise<string | undefined> {
  if (state.fieldIds.length === 0 && state.filter === null) return undefined;
  return asMaker(state, async () => (await staleField(state)) ?? (await staleFilter(state)));
}

async function staleField({ baseId, fieldIds }: WebhookState): Promise<string | undefined> {
  const rows = await query<{ id: string; name: string; isLive: boolean }>(Prisma.sql`
    SELECT "id", "name", EXISTS (SELECT FROM "Field" WHERE "Field"."id" = "AllFields"."id") AS "isLive"
    FROM "AllFields" WHERE "id" = ANY(${fieldIds})`);
  const hidden = await hiddenIn({ databaseId: baseId });
  const known = new Map(rows.map((row) => [row.id, row]));
  const stale = fieldIds.find((id) => known.get(id)?.isLive !== true || hidden.has(id));
  if (stale === undefined) return undefined;
  const field = known.get(stale);
  const what = field && !hidden.has(stale) ? `The field ${quote(field.name)}` : "A field";
  return `${what} in \`fieldIds\` no longer exists. Change \`fieldIds\`, then switch the webhook on again.`;
}

async function staleFilter({ baseId, tableIds, filter }: WebhookState): Promise<string | undefined> {
  const [tableId] = tableIds;
  if (filter === null || tableId === undefined) return undefined;
  try {
    await withSchema({ databaseId: baseId, tableId }, (schema) =>
      readFilter(schema, filter, { meaning: subjectOf }),
    );
    return undefined;
  } catch (error) {
    // A table in the trash changes nothing, and may come back.
    if (hasCode(error, "NOT_FOUND")) return undefined;
    if (!isRefusal(error)) throw error;
    return `The filter is no longer valid: ${error.message} Change it, then switch the webhook on again.`;
  }
}
