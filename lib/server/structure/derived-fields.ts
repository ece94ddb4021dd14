import { badRequest } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { BasePlace } from "../../contract/places";
import { fieldTypes, isDerived, isLink } from "../../field-types";
import { dependentsOf, readsOf } from "../../field-types/reads";
import { quote } from "../../field-types/text";
import { prisma } from "../db";
import { linkOf } from "../records/link-side";
import { byRef } from "./by-ref";
import type { FieldRow } from "./structure";

/** The stored template of a lookup. */
export interface LookupTemplate {
  readonly linkFieldId: string;
  readonly targetFieldId: string;
}

/**
 * Resolves the link field and target field in a lookup's template to their ids. `path` is the template's place in
 * the caller's body.
 */
export async function aimLookup({ field, path }: { field: FieldRow; path: string }): Promise<void> {
  const template = lookupOf(field);
  const siblings = await prisma().field.findMany({ where: { tableId: field.tableId } });
  const links = siblings.filter(isLink);
  const link = byRef(links, template.linkFieldId);
  if (!link)
    throw badRequest([
      {
        path: `${path}.linkFieldId`,
        message: wanted("a link field of this table", template.linkFieldId, links),
      },
    ]);
  const targets = await prisma().field.findMany({ where: { tableId: linkOf(link).tableId } });
  const target = byRef(targets, template.targetFieldId);
  if (!target) {
    throw badRequest([
      {
        path: `${path}.targetFieldId`,
        message: wanted("a field of the linked table", template.targetFieldId, targets),
      },
    ]);
  }
  const { baseId } = await prisma().table.findUniqueOrThrow({
    where: { id: field.tableId },
    select: { baseId: true },
  });
  const others = (await derivedFieldsIn(baseId)).filter(({ id }) => id !== field.id);
  refuseLoop(field, { target, others, path });
  refuseDepth(field, { target, others, path });
  const aimed: LookupTemplate = { ...template, linkFieldId: link.id, targetFieldId: target.id };
  await prisma().field.update({ where: { id: field.id }, data: { template: { ...aimed } } });
}

/** The other fields of the database that read any of these, directly or indirectly. */
export async function dependentsIn(
  { databaseId }: BasePlace,
  fields: readonly FieldRow[],
): Promise<FieldRow[]> {
  const ids = new Set(fields.map(({ id }) => id));
  const dependents = dependentsOf(ids, await derivedFieldsIn(databaseId));
  return dependents.filter(({ id }) => !ids.has(id));
}

function derivedFieldsIn(databaseId: string): Promise<FieldRow[]> {
  const types = [...fieldTypes.keys()].filter((type) => isDerived({ type }));
  return prisma().field.findMany({ where: { type: { in: types }, table: { baseId: databaseId } } });
}

export function lookupOf({ template }: { readonly template: unknown }): LookupTemplate {
  return template as LookupTemplate;
}

/** Refuses cycles of derived fields. */
function refuseLoop(field: FieldRow, { target, others, path }: Aim): void {
  const readers = [field, ...dependentsOf([field.id], others)];
  if (!readers.some(({ id }) => id === target.id)) return;
  const message = `is ${JSON.stringify(target.name)}, whose values derive from this field`;
  throw badRequest([{ path: `${path}.targetFieldId`, message }]);
}

/** Refuses long chains of lookups, because each step reads links for every record read or searched. */
function refuseDepth(field: FieldRow, { target, others, path }: Aim): void {
  const byId = new Map(others.map((other) => [other.id, other]));
  const stepsBehind = (id: string): number => {
    const other = byId.get(id);
    return other ? 1 + Math.max(0, ...readsOf(other).map(stepsBehind)) : 0;
  };
  const stepsBefore = (id: string): number =>
    Math.max(
      0,
      ...others.filter((each) => readsOf(each).includes(id)).map((each) => 1 + stepsBefore(each.id)),
    );
  const depth = stepsBefore(field.id) + 1 + stepsBehind(target.id);
  if (depth <= limits.lookupDepth) return;
  const message = `is ${JSON.stringify(target.name)}, which would form a chain of ${depth} lookups; the maximum is ${limits.lookupDepth}`;
  throw badRequest([{ path: `${path}.targetFieldId`, message }]);
}

/** The field that another one will read, with the derived fields of the database. */
interface Aim {
  readonly target: FieldRow;
  readonly others: readonly FieldRow[];
  readonly path: string;
}

function wanted(what: string, given: string, among: readonly FieldRow[]): string {
  const names = among.slice(0, 20).map(({ name }) => JSON.stringify(name));
  const known = names.length === 0 ? "there are none yet" : `available: ${names.join(", ")}`;
  return `takes the id or name of ${what}, not ${quote(given)}; ${known}`;
}
