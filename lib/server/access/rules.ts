import type { Action } from "../../contract/actions";
import { ApiError } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import {
  type FieldRule,
  type RuledRole,
  type RuledWrite,
  ruledWrites,
  type TableRule,
} from "../../contract/rules";
import type { RuledTable } from "../../contract/tables";
import { fieldType, isLink } from "../../field-types";
import { Prisma, queryOften } from "../db";
import { groupBy } from "../group-by";
import { allowedActions, may, requireMay } from "./may";
import { hiddenFields, loadReading, type Reading } from "./reading";
import { type CallerRights, roleIn } from "./rights";

/** The rules of a database by table and field, with names for messages. Deleted tables and fields have none. */
export interface DatabaseRules extends BasePlace {
  readonly tables: ReadonlyMap<string, TableRule & Named>;
  readonly fields: ReadonlyMap<string, FieldRule & Named & { readonly tableId: string }>;
  /** The lowest roles that may read fields; undefined if everybody may read all. */
  readonly reading?: Reading | undefined;
  /** The people who alone see personal views, by view. */
  readonly viewOwners: ReadonlyMap<string, string>;
}

interface Named {
  readonly name: string;
}

/** Reads the rules of a database. */
export async function loadRules({ databaseId }: BasePlace): Promise<DatabaseRules> {
  return (await loadRulesOf([databaseId])).get(databaseId) ?? noRules(databaseId);
}

/** Reads the rules of databases, by id. Nobody can change computed fields, so only who may read them is of interest. */
export async function loadRulesOf(
  databaseIds: readonly string[],
): Promise<ReadonlyMap<string, DatabaseRules>> {
  const rows = await queryOften<RuledTableRow | RuledFieldRow>(Prisma.sql`
    SELECT "TableRule"."baseId" AS "databaseId", "TableRule"."tableId", NULL AS "fieldId", "name", NULL AS "type", "create", "update", "delete", NULL AS "read"
    FROM "TableRule" JOIN "Table" ON "Table"."id" = "TableRule"."tableId"
    WHERE "TableRule"."baseId" = ANY(${databaseIds})
    UNION ALL
    SELECT "FieldRule"."baseId", "Field"."tableId", "fieldId", "name", "type", NULL, "update", NULL, "read"
    FROM "FieldRule" LEFT JOIN "Field" ON "Field"."id" = "fieldId"
    WHERE "FieldRule"."baseId" = ANY(${databaseIds})`);
  const rules = groupBy(rows, (row) => row.databaseId);
  const viewOwners = groupBy(await loadViewOwners(databaseIds), (row) => row.databaseId);
  const loading = databaseIds.map(
    async (id) =>
      [id, await rulesOf({ databaseId: id }, rules.get(id) ?? [], viewOwners.get(id) ?? [])] as const,
  );
  return new Map(await Promise.all(loading));
}

async function rulesOf(
  place: BasePlace,
  rows: readonly (RuledTableRow | RuledFieldRow)[],
  viewOwners: readonly ViewOwner[],
): Promise<DatabaseRules> {
  const tables = rows.filter((row) => row.fieldId === null);
  const fields = rows.filter((row) => row.fieldId !== null);
  return {
    ...place,
    tables: new Map(tables.map((row) => [row.tableId, row])),
    fields: new Map(fields.filter(isWritten).map((row) => [row.fieldId, row])),
    reading: await loadReading(place, fields),
    viewOwners: new Map(viewOwners.map(({ id, ownerId }) => [id, ownerId])),
  };
}

interface ViewOwner extends BasePlace {
  readonly id: string;
  readonly ownerId: string;
}

/** The owners of personal views, with those in the trash. */
function loadViewOwners(databaseIds: readonly string[]): Promise<ViewOwner[]> {
  return queryOften<ViewOwner>(Prisma.sql`
    SELECT "baseId" AS "databaseId", "AllViews"."id", "ownerId" FROM "AllViews" JOIN "AllTables" ON "AllTables"."id" = "tableId"
    WHERE "baseId" = ANY(${databaseIds}) AND "ownerId" IS NOT NULL`);
}

interface RuledTableRow extends BasePlace, TableRule, Named {
  readonly fieldId: null;
}

interface RuledFieldRow extends BasePlace, FieldRule, Named {
  readonly tableId: string;
  /** Null for a deleted field. */
  readonly type: string | null;
}

function isWritten({ type }: RuledFieldRow): boolean {
  return type !== null && !fieldType(type).isComputed;
}

/** The rules of a database without any. */
export function noRules(databaseId: string): DatabaseRules {
  return { databaseId, tables: new Map(), fields: new Map(), viewOwners: new Map() };
}

/** True if no rule can narrow what the caller may do. */
export function isFree(
  rights: CallerRights,
  { databaseId, tables, fields, reading }: DatabaseRules,
): boolean {
  return (tables.size === 0 && fields.size === 0 && !reading) || roleIn(rights, databaseId) === "owner";
}

/** The action of a write. */
export const writing: { readonly [Write in RuledWrite]: Action } = {
  create: "create-records",
  update: "update-records",
  delete: "delete-records",
};

const phrases: { readonly [Write in RuledWrite]: string } = {
  create: "create records in",
  update: "change records of",
  delete: "delete records from",
};

/** Throws the 403 of a table's rule unless the caller may write its records in this way. */
export function requireTableWrite(
  rights: CallerRights,
  { databaseId, tables }: DatabaseRules,
  { tableId, write }: { readonly tableId: string; readonly write: RuledWrite },
): void {
  const rule = tables.get(tableId);
  if (!rule) return;
  const what = `${phrases[write]} “${rule.name}”`;
  requireMay(rights, writing[write], { databaseId, least: rule[write], what });
}

/**
 * Throws the 403 of the first rule that keeps the caller from changing the values of these fields. Nobody changes what they
 * may not read, and the message does not name it.
 */
export function requireFieldWrites(
  rights: CallerRights,
  rules: DatabaseRules,
  fieldIds: Iterable<string>,
): void {
  const { databaseId, fields } = rules;
  const hidden = hiddenFields(rights, rules);
  for (const id of fieldIds) {
    if (hidden.has(id))
      throw new ApiError("FORBIDDEN", "Your role does not let you change all of these values.");
    const rule = fields.get(id);
    if (!rule) continue;
    const what = `change “${rule.name}”`;
    requireMay(rights, writing.update, { databaseId, least: rule.update, what });
  }
}

/** Sets of hidden parts by role and person. */
const knownParts = new WeakMap<DatabaseRules["viewOwners"], Map<string, ReadonlySet<string>>>();

/** The ids of the fields and views that do not exist for the caller. The same set for the same rules. */
export function hiddenParts(rights: CallerRights, rules: DatabaseRules): ReadonlySet<string> {
  const { databaseId, viewOwners } = rules;
  const fields = hiddenFields(rights, rules);
  const views = [...viewOwners.keys()].filter((id) => isHiddenView(rights, rules, id));
  if (views.length === 0) return fields;
  const byCaller = knownParts.get(viewOwners) ?? new Map<string, ReadonlySet<string>>();
  knownParts.set(viewOwners, byCaller);
  const caller = `${roleIn(rights, databaseId)} ${rights.person.id}`;
  const hidden = byCaller.get(caller) ?? new Set([...fields, ...views]);
  byCaller.set(caller, hidden);
  return hidden;
}

/** True if a view is a personal one of somebody else than the caller. */
export function isHiddenView(
  { person }: CallerRights,
  { viewOwners }: Pick<DatabaseRules, "viewOwners">,
  viewId: string,
): boolean {
  const ownerId = viewOwners.get(viewId);
  return ownerId !== undefined && ownerId !== person.id;
}

/** The actions that the caller may do in a table, and the fields whose values rules keep them from changing. */
export function rightsInTable(
  rights: CallerRights,
  rules: DatabaseRules,
  { id, fields }: Pick<RuledTable, "id" | "fields">,
): Pick<RuledTable, "may" | "lockedFieldIds"> {
  const rule = rules.tables.get(id);
  const refused = rule ? refusedBy(rights, rules, rule) : [];
  const isLocked = (fieldId: string) => {
    const own = rules.fields.get(fieldId);
    return own !== undefined && refusedBy(rights, rules, own).length > 0;
  };
  const locked = fields.filter((field) => fieldsWritten(field).some(isLocked));
  return {
    may: allowedActions(rights, rules.databaseId).filter((action) => !refused.includes(action)),
    lockedFieldIds: locked.map((field) => field.id),
  };
}

/** The ids of the tables whose rules keep the caller from adding records. */
export function closedTables(rights: CallerRights, rules: DatabaseRules): string[] {
  return [...rules.tables.values()]
    .filter((rule) => refusedBy(rights, rules, rule).includes(writing.create))
    .map(({ tableId }) => tableId);
}

/** The ids of the fields that a write to a field changes: itself, and the other side of a link field. */
export function fieldsWritten(field: StoredField): string[] {
  return isLink(field) ? [field.id, (field.template as PairedTemplate).inverseFieldId] : [field.id];
}

interface PairedTemplate {
  readonly inverseFieldId: string;
}

interface StoredField {
  readonly id: string;
  readonly type: string;
  readonly template: unknown;
}

/** Lists everything that rules refuse to the caller, as texts to be compared. */
export function refusedByRules(rights: CallerRights, rules: DatabaseRules): string[] {
  const tables = [...rules.tables.values()].map((rule) => ({ id: rule.tableId, rule }));
  const fields = [...rules.fields.values()].map((rule) => ({ id: rule.fieldId, rule }));
  const writes = [...tables, ...fields].flatMap(({ id, rule }) =>
    refusedBy(rights, rules, rule).map((action) => `${action} ${id}`),
  );
  const reads = [...hiddenFields(rights, rules)].map((id) => `read ${id}`);
  return [...writes, ...reads].toSorted();
}

/** The actions that one rule refuses. */
function refusedBy(
  rights: CallerRights,
  { databaseId }: DatabaseRules,
  rule: { readonly [Write in RuledWrite]?: RuledRole },
): Action[] {
  return ruledWrites.flatMap((write) => {
    const least = rule[write];
    const isRefused = least !== undefined && !may(rights, writing[write], { databaseId, least, what: "" });
    return isRefused ? [writing[write]] : [];
  });
}
