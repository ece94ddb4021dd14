import type { BasePlace } from "../../contract/places";
import { isAtLeast, type Role } from "../../contract/roles";
import type { FieldRule, ReadingRole } from "../../contract/rules";
import { isDerived, isLink } from "../../field-types";
import type { Catalog } from "../../field-types/computed/catalog";
import type { CatalogField } from "../../field-types/computed/catalog-field";
import { sourcesOf } from "../../field-types/computed/dependencies";
import { loadCatalog } from "../structure/catalog";
import { type CallerRights, roleIn } from "./rights";

/** The roles that may read the fields of a database. */
export interface Reading {
  /** The lowest role that may read a field, for each that not everybody may read, with those in the trash and erased ones. */
  readonly least: ReadonlyMap<string, ReadingRole>;
  /** All fields of the database, with those in the trash. The log has values of others, which were erased. */
  readonly fieldIds: ReadonlySet<string>;
  /** The primary fields that depend on fields which not everybody may read. */
  readonly hiddenPrimary: readonly CatalogField[];
}

/** Determines who may read the fields of a database, by all of its rules; undefined if everybody may read all. */
export async function loadReading(
  place: BasePlace,
  rules: readonly Pick<FieldRule, "fieldId" | "read">[],
): Promise<Reading | undefined> {
  const ruled = new Map(
    rules.filter(({ read }) => read !== "viewer").map(({ fieldId, read }) => [fieldId, read]),
  );
  return ruled.size === 0 ? undefined : readingOf(await loadCatalog(place), ruled);
}

/**
 * Extends rules of fields to all that tell their values: the other side of a link, and what is computed from a field,
 * directly or through others.
 */
export function readingOf(catalog: Catalog, ruled: ReadonlyMap<string, ReadingRole>): Reading {
  const least = new Map(ruled);
  for (const field of catalog.fields) {
    const sources = isDerived(field) ? sourcesOf(catalog, field) : [];
    const role = highest([field.id, ...sources].flatMap((id) => ownRoles(ruled, id, catalog.field(id))));
    if (role) least.set(field.id, role);
  }
  const fields = [...catalog.fields];
  return {
    least,
    fieldIds: new Set(fields.map(({ id }) => id)),
    hiddenPrimary: fields.filter(
      (field) => !field.isDeleted && least.has(field.id) && catalog.primaryOf(field.tableId)?.id === field.id,
    ),
  };
}

/** The roles that the rules of a field demand, which may be erased, and those of the other side of a link. */
function ownRoles(
  ruled: ReadonlyMap<string, ReadingRole>,
  fieldId: string,
  field: CatalogField | undefined,
): ReadingRole[] {
  const { inverseFieldId = "" } =
    field && isLink(field) ? (field.template as { inverseFieldId?: string }) : {};
  return [fieldId, inverseFieldId].flatMap((id) => ruled.get(id) ?? []);
}

function highest(roles: readonly ReadingRole[]): ReadingRole | undefined {
  return roles.reduce<ReadingRole | undefined>(
    (most, role) => (most && isAtLeast(most, role) ? most : role),
    undefined,
  );
}

const nothing: ReadonlySet<string> = new Set();

/** Sets of hidden fields by role, so that callers of a role share one. */
const known = new WeakMap<Reading, Map<Role | null, ReadonlySet<string>>>();

/** The ids of the fields that do not exist for the caller. */
export function hiddenFields(
  rights: CallerRights,
  { databaseId, reading }: BasePlace & { readonly reading?: Reading | undefined },
): ReadonlySet<string> {
  if (!reading) return nothing;
  const role = roleIn(rights, databaseId);
  const byRole = known.get(reading) ?? new Map<Role | null, ReadonlySet<string>>();
  known.set(reading, byRole);
  const hidden =
    byRole.get(role) ??
    new Set([...reading.least].filter(([, least]) => !role || !isAtLeast(role, least)).map(([id]) => id));
  byRole.set(role, hidden);
  return hidden;
}
