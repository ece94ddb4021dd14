import { isDeepStrictEqual } from "node:util";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import {
  type FieldRule,
  type Rules,
  type RulesUpdate,
  ruledWrites,
  type TableRule,
} from "../../contract/rules";
import { fieldType } from "../../field-types";
import { quote } from "../../field-types/text";
import { Prisma, prisma, query, whenStored } from "../db";
import { change } from "../log/changes";
import { announceUnlogged } from "../log/news";
import { byRef } from "../structure/by-ref";
import { loadCatalog } from "../structure/catalog";
import { lockBase, raiseVersion } from "../structure/schema-change";
import { requireBase } from "../structure/structure";
import { record, subjectOf } from "./audit";
import type { Actor } from "./author";
import { holdRights } from "./current-rights";
import { requireMay } from "./may";
import { readingOf } from "./reading";
import { loadRules } from "./rules";

/** Reads the rules of a database that differ from the default, in the order of its tables and fields. */
export async function getRules(place: BasePlace): Promise<Rules> {
  await requireBase(place);
  const tables = await query<TableRule>(Prisma.sql`
    SELECT "tableId", "create", "update", "delete" FROM "TableRule" JOIN "Table" ON "Table"."id" = "tableId"
    WHERE "TableRule"."baseId" = ${place.databaseId} ORDER BY "order"`);
  const fields = await query<FieldRule>(Prisma.sql`
    SELECT "fieldId", "update", "read" FROM "FieldRule" JOIN "Field" ON "Field"."id" = "fieldId"
      JOIN "Table" ON "Table"."id" = "Field"."tableId"
    WHERE "FieldRule"."baseId" = ${place.databaseId} ORDER BY "Table"."order", "Field"."order"`);
  return { tables, fields };
}

/**
 * Replaces the rules of a database, except those of deleted tables and fields, which return with them. The new version of
 * the database makes every process read them before its next write.
 */
export function updateRules(actor: Actor, place: BasePlace, given: RulesUpdate): Promise<Rules> {
  return change(async () => {
    await lockBase(place);
    requireMay(await holdRights(actor), "manage-rules", place.databaseId);
    const before = await getRules(place);
    const { tables, fields } = await resolve(place, given);
    await storeRules(place, { tables: tables.filter(isNarrow), fields: fields.filter(isNarrow) });
    const after = await getRules(place);
    if (isDeepStrictEqual(before, after)) return after;
    await raiseVersion(place);
    await recordChange(place, before, after);
    whenStored(() => announceUnlogged("rules", place.databaseId));
    return after;
  });
}

/** True for a rule that differs from the default. */
function isNarrow({ read = "viewer", ...rule }: Partial<TableRule & FieldRule>): boolean {
  return read !== "viewer" || ruledWrites.some((write) => (rule[write] ?? "editor") !== "editor");
}

/** Replaces names by ids. Throws a 400 for unknown and repeated ones, and for rules that cannot be. */
async function resolve(place: BasePlace, given: RulesUpdate): Promise<Rules> {
  const { databaseId } = place;
  const tables = await prisma().table.findMany({ where: { baseId: databaseId }, include: { fields: true } });
  const fields = tables.flatMap((table) => table.fields);
  const problems: ErrorDetail[] = [];
  const seen = new Map<string, string>();
  function idAt(place: string, key: string, found: { readonly id: string } | string): string {
    const refuse = (message: string) => problems.push({ path: `${place}.${key}`, message });
    if (typeof found === "string") {
      refuse(found);
      return "";
    }
    const earlier = seen.get(found.id);
    if (earlier === undefined) seen.set(found.id, place);
    else refuse(`repeats that of ${earlier}`);
    return found.id;
  }
  const resolved = {
    tables: given.tables.map((rule, index) => {
      const found = byRef(tables, rule.tableId) ?? `is not a table of this database: ${quote(rule.tableId)}`;
      return { ...rule, tableId: idAt(`tables[${index}]`, "tableId", found) };
    }),
    fields: given.fields.map((rule, index) => {
      const found = fieldIn(fields, rule);
      return { ...rule, fieldId: idAt(`fields[${index}]`, "fieldId", found) };
    }),
  };
  if (problems.length === 0) problems.push(...(await hidingPrimary(place, resolved)));
  if (problems.length > 0) throw badRequest(problems);
  return resolved;
}

/** The field that a rule names, or the reason why there can be no rule for it. */
function fieldIn<Field extends { readonly id: string; readonly name: string; readonly type: string }>(
  fields: readonly Field[],
  { fieldId: ref, update }: FieldRule,
): Field | string {
  const found = byRef(fields, ref);
  if (!found) return `is not a field of this database: ${quote(ref)}`;
  if (found.id !== ref && fields.filter(({ name }) => name === ref).length > 1) {
    return `names fields of several tables, ${quote(ref)}; give the field's id`;
  }
  const { isComputed } = fieldType(found.type);
  return isComputed && update !== "editor" ? "is computed, so nobody can change its values" : found;
}

/** The problems of rules that would keep anybody from reading a primary field, which names records for everybody. */
async function hidingPrimary(place: BasePlace, { fields }: Rules): Promise<ErrorDetail[]> {
  if (fields.every(({ read }) => read === "viewer")) return [];
  const catalog = await loadCatalog(place);
  return fields.flatMap(({ fieldId, read }, index) => {
    if (read === "viewer") return [];
    const [hidden] = readingOf(catalog, new Map([[fieldId, read]])).hiddenPrimary;
    if (!hidden) return [];
    const message =
      hidden.id === fieldId
        ? "must stay viewer: this is the primary field of its table, which links and titles show"
        : `must stay viewer: the primary field ${quote(hidden.name)} is computed from this field, and links and titles show it`;
    return [{ path: `fields[${index}].read`, message }];
  });
}

async function storeRules({ databaseId: baseId }: BasePlace, { tables, fields }: Rules): Promise<void> {
  await query(Prisma.sql`
    DELETE FROM "TableRule" USING "Table" WHERE "TableRule"."baseId" = ${baseId} AND "Table"."id" = "tableId"`);
  await query(Prisma.sql`
    DELETE FROM "FieldRule" USING "Field", "Table"
    WHERE "FieldRule"."baseId" = ${baseId} AND "Field"."id" = "fieldId" AND "Table"."id" = "Field"."tableId"`);
  await prisma().tableRule.createMany({ data: tables.map((rule) => ({ ...rule, baseId })) });
  await prisma().fieldRule.createMany({ data: fields.map((rule) => ({ ...rule, baseId })) });
}

/** Records the rules that changed; those that ended with the default. */
async function recordChange({ databaseId }: BasePlace, before: Rules, after: Rules): Promise<void> {
  const base = await prisma().base.findUniqueOrThrow({ where: { id: databaseId } });
  const tables = changed(before.tables, after.tables, ({ tableId }) => tableId);
  const fields = changed(before.fields, after.fields, ({ fieldId }) => fieldId);
  const details = {
    tables: tables.map(([tableId, rule]) => rule ?? { tableId, ...everybody }),
    fields: fields.map(
      ([fieldId, rule]) => rule ?? { fieldId, update: everybody.update, read: "viewer" as const },
    ),
  };
  await record("rules-changed", { databaseId, subject: subjectOf("database", base), details });
}

const everybody = { create: "editor", update: "editor", delete: "editor" } as const;

/** The ids of changed rules with the new ones; undefined for those that ended. */
function changed<Rule>(
  before: readonly Rule[],
  after: readonly Rule[],
  idOf: (rule: Rule) => string,
): [string, Rule | undefined][] {
  const [was, is] = [before, after].map((rules) => new Map(rules.map((rule) => [idOf(rule), rule])));
  const ids = new Set([...before, ...after].map(idOf));
  return [...ids]
    .filter((id) => !isDeepStrictEqual(was?.get(id), is?.get(id)))
    .map((id) => [id, is?.get(id)]);
}

/**
 * Keeps who may read a field that is converted, because it no longer depends on what it was computed from or linked to.
 * Comes before the conversion.
 */
export async function keepReading({ databaseId }: BasePlace, fieldId: string): Promise<void> {
  const { reading } = await loadRules({ databaseId });
  const read = reading?.least.get(fieldId);
  if (!read) return;
  await query(Prisma.sql`
    INSERT INTO "FieldRule" ("fieldId", "baseId", "update", "read") VALUES (${fieldId}, ${databaseId}, 'editor', ${read})
    ON CONFLICT ("fieldId") DO UPDATE SET "read" = excluded."read"`);
}

/** Gives copies of tables and fields in the same database the rules of their originals. */
export async function copyRules(ids: ReadonlyMap<string, string>): Promise<void> {
  const pairs = JSON.stringify([...ids].map(([from, to]) => ({ from, to })));
  const given = Prisma.sql`jsonb_to_recordset(${pairs}::jsonb) AS given ("from" text, "to" text)`;
  await query(Prisma.sql`
    INSERT INTO "TableRule" ("tableId", "baseId", "create", "update", "delete")
    SELECT given."to", "baseId", "create", "update", "delete" FROM "TableRule" JOIN ${given} ON given."from" = "tableId"`);
  await query(Prisma.sql`
    INSERT INTO "FieldRule" ("fieldId", "baseId", "update", "read")
    SELECT given."to", "baseId", "update", "read" FROM "FieldRule" JOIN ${given} ON given."from" = "fieldId"`);
}
