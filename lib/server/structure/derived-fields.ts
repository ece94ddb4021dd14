import type { BasePlace } from "../../contract/places";
import { fieldTypes, isDerived } from "../../field-types";
import { dependentsOf } from "../../field-types/reads";
import { prisma } from "../db";
import type { FieldRow } from "./structure";

/** The stored template of a lookup. */
export interface LookupTemplate {
  readonly linkFieldId: string;
  readonly targetFieldId: string;
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
