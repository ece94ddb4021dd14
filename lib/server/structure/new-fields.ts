import type { BasePlace } from "../../contract/places";
import { fieldType, isDerived, isLink } from "../../field-types";
import type { ChangeSet } from "../log/changes";
import { aimLookup } from "./derived-fields";
import { pairLinkField } from "./link-fields";

/** A field that has just been stored; `path` is where its template stands in the caller's body. */
export interface StoredDraft {
  readonly id: string;
  readonly path: string;
}

/** Fills in what only the server can: minted option ids, the next colour. */
export function completeTemplate(type: string, template: object): object {
  const { completeTemplate: complete } = fieldType(type);
  return complete ? complete(template) : template;
}

/**
 * Connects new fields with what they name: link fields with their other side, then lookups, which may read
 * through those. All fields and tables of the request are stored by then, so that they may name each other.
 */
export async function connectFields(
  change: ChangeSet,
  place: BasePlace,
  drafts: readonly StoredDraft[],
): Promise<void> {
  const rows = await change.transaction.field.findMany({ where: { id: { in: drafts.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const fields = drafts.flatMap(({ id, path }) => {
    const field = byId.get(id);
    return field ? [{ field, path }] : [];
  });
  for (const each of fields) if (isLink(each.field)) await pairLinkField(change, place, each);
  for (const each of fields) if (isDerived(each.field)) await aimLookup(change.transaction, each);
}
