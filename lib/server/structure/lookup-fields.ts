import { badRequest } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { BasePlace } from "../../contract/places";
import { fieldType, fieldTypes } from "../../field-types";
import { quote } from "../../field-types/text";
import type { Transaction } from "../db";
import { byRef } from "./by-ref";
import { isLinkField, linkOf } from "./link-fields";
import type { FieldRow } from "./structure";

/** The template of a lookup, as it is stored. */
export interface LookupTemplate {
  readonly linkFieldId: string;
  readonly targetFieldId: string;
}

export function isLookup({ type }: FieldRow): boolean {
  return fieldType(type).storage === "lookup";
}

/**
 * Settles where a lookup looks: its template may name the link field and the target field by id or name, and
 * holds their ids then. `path` is where the template stands in the caller's body.
 */
export async function aimLookup(
  transaction: Transaction,
  { field, path }: { field: FieldRow; path: string },
): Promise<void> {
  const template = lookupOf(field);
  const siblings = await transaction.field.findMany({ where: { tableId: field.tableId } });
  const links = siblings.filter(isLinkField);
  const link = byRef(links, template.linkFieldId);
  if (!link)
    throw badRequest([
      {
        path: `${path}.linkFieldId`,
        message: wanted("a link field of this table", template.linkFieldId, links),
      },
    ]);
  const targets = await transaction.field.findMany({ where: { tableId: linkOf(link).tableId } });
  const target = byRef(targets, template.targetFieldId);
  if (!target) {
    throw badRequest([
      {
        path: `${path}.targetFieldId`,
        message: wanted("a field of the linked table", template.targetFieldId, targets),
      },
    ]);
  }
  await refuseLoop(transaction, { field, target, path });
  await refuseDepth(transaction, { field, target, path });
  const aimed: LookupTemplate = { ...template, linkFieldId: link.id, targetFieldId: target.id };
  await transaction.field.update({ where: { id: field.id }, data: { template: { ...aimed } } });
}

/** The lookups that read through or from any of these fields, and in turn those that read from them. */
export async function lookupsOver(
  transaction: Transaction,
  { databaseId }: BasePlace,
  fields: readonly FieldRow[],
): Promise<FieldRow[]> {
  const lookups = await lookupsIn(transaction, databaseId);
  const under = new Set(fields.map(({ id }) => id));
  for (let size = -1; size !== under.size; ) {
    size = under.size;
    for (const lookup of lookups) {
      const { linkFieldId, targetFieldId } = lookupOf(lookup);
      if (under.has(linkFieldId) || under.has(targetFieldId)) under.add(lookup.id);
    }
  }
  return lookups.filter(({ id }) => under.has(id) && !fields.some((field) => field.id === id));
}

function lookupsIn(transaction: Transaction, databaseId: string): Promise<FieldRow[]> {
  const types = [...fieldTypes.values()]
    .filter(({ storage }) => storage === "lookup")
    .map(({ type }) => type);
  return transaction.field.findMany({ where: { type: { in: types }, table: { baseId: databaseId } } });
}

export function lookupOf({ template }: FieldRow): LookupTemplate {
  return template as unknown as LookupTemplate;
}

/** A lookup may show another lookup, but none whose values would come from itself in the end. */
async function refuseLoop(
  transaction: Transaction,
  { field, target, path }: { field: FieldRow; target: FieldRow; path: string },
): Promise<void> {
  const seen = new Set<string>();
  let at: FieldRow | null = target;
  while (at && isLookup(at) && !seen.has(at.id)) {
    if (at.id === field.id) {
      const message = `is ${JSON.stringify(target.name)}, whose values would come from this very field`;
      throw badRequest([{ path: `${path}.targetFieldId`, message }]);
    }
    seen.add(at.id);
    at = await transaction.field.findUnique({ where: { id: lookupOf(at).targetFieldId } });
  }
}

/** Each lookup of a chain is one more step through links, for every record that is read or searched. */
async function refuseDepth(
  transaction: Transaction,
  { field, target, path }: { field: FieldRow; target: FieldRow; path: string },
): Promise<void> {
  const { baseId } = await transaction.table.findUniqueOrThrow({
    where: { id: field.tableId },
    select: { baseId: true },
  });
  const lookups = (await lookupsIn(transaction, baseId)).filter(({ id }) => id !== field.id);
  const byId = new Map(lookups.map((lookup) => [lookup.id, lookup]));
  const behind = (id: string): number => {
    const lookup = byId.get(id);
    return lookup ? 1 + behind(lookupOf(lookup).targetFieldId) : 0;
  };
  const before = (id: string): number =>
    Math.max(
      0,
      ...lookups.filter((each) => lookupOf(each).targetFieldId === id).map((each) => 1 + before(each.id)),
    );
  const depth = before(field.id) + 1 + behind(target.id);
  if (depth <= limits.lookupDepth) return;
  const message = `is ${JSON.stringify(target.name)}, with which ${depth} lookups would look at each other, one behind the other; ${limits.lookupDepth} are the most`;
  throw badRequest([{ path: `${path}.targetFieldId`, message }]);
}

function wanted(what: string, given: string, among: readonly FieldRow[]): string {
  const names = among.slice(0, 20).map(({ name }) => JSON.stringify(name));
  const known = names.length === 0 ? "there is none yet" : `these are ${names.join(", ")}`;
  return `takes the id or name of ${what}, not ${quote(given)}; ${known}`;
}
