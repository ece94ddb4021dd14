import type { FieldDraft } from "../../contract/fields";
import { mintId } from "../../contract/ids";
import type { BasePlace } from "../../contract/places";
import { fieldType, isDerived, isLink } from "../../field-types";
import { constraintsOf } from "../../field-types/constraints";
import { type Prisma, prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { aimFields } from "./computed-fields";
import { pairLinkField } from "./link-fields";

/** A field that was just stored; `path` is its template's place in the caller's body. */
export interface StoredDraft {
  readonly id: string;
  readonly path: string;
}

/** Completes a template with values that only the server assigns: option ids, the next colour. */
export function completeTemplate(type: string, template: object): object {
  const { completeTemplate: complete } = fieldType(type);
  return complete ? complete(template) : template;
}

/** A field with its final id and template, which is not stored yet. */
export type DraftedField = ReturnType<typeof draftField>;

/** Gives a field its id. `path` is the place of its template in the caller's body. */
export function draftField({ name, type, template, description = null, ...rules }: FieldDraft, path: string) {
  const complete = completeTemplate(type, template) as Prisma.InputJsonObject;
  return { id: mintId("f"), name, type, template: complete, description, ...constraintsOf(rules), path };
}

/**
 * Connects new fields: link fields with their other side, then computed ones, which may read through those. All fields
 * and tables of the request are stored before, so that they may refer to each other.
 */
export async function connectFields(
  change: ChangeSet,
  place: BasePlace,
  drafts: readonly StoredDraft[],
): Promise<void> {
  const rows = await prisma().field.findMany({ where: { id: { in: drafts.map(({ id }) => id) } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const fields = drafts.flatMap(({ id, path }) => {
    const field = byId.get(id);
    return field ? [{ field, path }] : [];
  });
  for (const each of fields) if (isLink(each.field)) await pairLinkField(change, place, each);
  await aimFields(
    place,
    fields.filter(({ field }) => isDerived(field)),
  );
}
