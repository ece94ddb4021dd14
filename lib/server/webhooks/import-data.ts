import type { ChangeEntry } from "../../contract/changes";
import type { WebhookState } from "./webhook-state";

/** The data of an event about an import or its undo; undefined if the import wrote none of the webhook's fields. */
export function importData(
  { fieldIds }: Pick<WebhookState, "fieldIds">,
  { tableId, before, after }: ChangeEntry,
): object | undefined {
  if (after === null) return { tableId, deleted: before?.created ?? 0 };
  const { created = 0, updated = 0, fieldIds: written } = after;
  const isOfOthers =
    fieldIds.length > 0 && Array.isArray(written) && !written.some((id) => fieldIds.includes(id));
  if (created === 0 && isOfOthers) return undefined;
  return { tableId, created, updated };
}
