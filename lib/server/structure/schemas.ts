import { LRUCache } from "lru-cache";
import type * as z from "zod";
import type { Attachment } from "../../contract/attachments";
import { hasCode, notFound } from "../../contract/errors";
import type { BasePlace, TablePlace } from "../../contract/places";
import { fieldTypeOf, holdsPeople, type ResolvedType, withPeople } from "../../field-types";
import type { Constraints } from "../../field-types/constraints";
import type { KnownPerson } from "../../field-types/people";
import { knownPeople } from "../access/known-people";
import { hiddenFields } from "../access/reading";
import type { CallerRights } from "../access/rights";
import { type DatabaseRules, hiddenParts, loadRulesOf, noRules } from "../access/rules";
import { context } from "../context";
import { isInTransaction, Prisma, prisma, queryOften } from "../db";
import { unavailable } from "../failures";
import { isRepeatedValue } from "../repeated-values";
import { byRef } from "./by-ref";

/** A field with resolved type and prepared value shape. */
export interface SchemaField extends Constraints {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly template: object;
  /** The words that explain it. */
  readonly description?: string | null;
  readonly fieldType: ResolvedType;
  readonly value: z.ZodType;
}

/** The part of a table that exists for a caller: what a call may name, and what answers contain. */
export interface Face {
  readonly fields: readonly SchemaField[];
  /** The visitor of a shared link, if the caller is one. */
  readonly visitor?: Visitor;
}

/**
 * A caller who knows a view and nothing around it: no properties that every record has, no ids of linked records, and no
 * lasting addresses of files.
 */
export interface Visitor {
  /** The address of a file for this caller. */
  addressOf(file: Attachment): string;
}

/** The schema for reading and writing the records of a table. */
export interface TableSchema {
  readonly id: string;
  readonly databaseId: string;
  /** The database version of this schema. */
  readonly version: number;
  readonly primaryFieldId: string;
  /** All fields, by which views, formulas and lookups work whoever calls. */
  readonly fields: readonly SchemaField[];
  /** The part that exists for the caller: all of it, unless the schema was narrowed (`narrowTo`). */
  readonly face: Face;
  /** The schema that this one was narrowed from. */
  readonly whole?: TableSchema;
  /** Fields with new options, which a write by this schema stores (`?typecast=true`). */
  readonly newOptions: readonly SchemaField[];
  /** The people whom cells may name, if a field holds any. */
  readonly people?: readonly KnownPerson[] | undefined;
  /** The rules of the whole database, as a list of links changes cells of other tables. */
  readonly rules: DatabaseRules;
  /** Finds a field of the caller's face by id or name; an id takes precedence over an equal name. */
  fieldOf(key: string): SchemaField | undefined;
}

/** Cached schemas by database and the table's id or name, valid while their version is current. */
const known = new LRUCache<string, TableSchema>({
  maxSize: 50_000,
  sizeCalculation: ({ fields }) => 1 + fields.length,
});

/** Cached rules by database and version, shared by the schemas of its tables. */
const knownRules = new LRUCache<string, DatabaseRules>({
  maxSize: 50_000,
  sizeCalculation: ({ tables, fields }) => 1 + tables.size + fields.size,
});

/** Cached value shapes by type and template. Each takes kilobytes, and most fields are alike. */
const shapes = new LRUCache<string, z.ZodType>({
  maxSize: 10_000_000,
  sizeCalculation: (_, key) => 1_000 + key.length,
});

/**
 * Runs `work` with the schema of a table, given by id or name, as far as it exists for the caller of the work in progress
 * (`seenBy`); throws a 404 for an unknown one. Repeats `work` if the schema was stale because this or another process had
 * just changed it. To detect that, every statement contains `isCurrent`: reads go through `readFresh`, writes throw
 * `staleSchema`.
 */
export async function withSchema<Result>(
  place: TablePlace,
  work: (schema: TableSchema) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(place);
  for (let attempt = 1; ; attempt++) {
    const cached = attempt === 1 ? await cachedSchema(key) : undefined;
    const schema = cached ?? (await loadSchema(place));
    if (!cached) remember(key, schema);
    try {
      return await work(seenBy(schema, context().reader));
    } catch (error) {
      // A refusal may be wrong under the new schema: an unknown field may have just been created.
      const isStale = error === staleSchema || !(await isFresh(schema).catch(() => true));
      // The next attempt finds the record that another call has just stored, and names it.
      const isRace = isRepeatedValue(error) && !isInTransaction();
      if (!(isStale || isRace) || attempt === maxAttempts) throw error;
    }
  }
}

/** The cached schema, unless people have changed since. */
async function cachedSchema(key: string): Promise<TableSchema | undefined> {
  const schema = known.get(key);
  const isCurrent = !schema?.people || schema.people === (await knownPeople(schema.databaseId));
  return isCurrent ? schema : undefined;
}

/** Narrowed schemas by the schema and the set of hidden fields, which callers of a role share. */
const narrowed = new WeakMap<TableSchema, WeakMap<ReadonlySet<string>, TableSchema>>();

/** Narrows a schema to the fields that the caller may read; without one, it stays whole. */
function seenBy(schema: TableSchema, reader: CallerRights | undefined): TableSchema {
  return reader ? withoutHidden(schema, hiddenFields(reader, schema.rules)) : schema;
}

/** Narrows a schema to the fields that are not among these. */
export function withoutHidden(schema: TableSchema, hidden: ReadonlySet<string>): TableSchema {
  if (!schema.fields.some(({ id }) => hidden.has(id))) return schema;
  const faces = narrowed.get(schema) ?? new WeakMap<ReadonlySet<string>, TableSchema>();
  narrowed.set(schema, faces);
  const ids = schema.fields.map(({ id }) => id).filter((id) => !hidden.has(id));
  const seen = faces.get(hidden) ?? narrowTo(schema, ids);
  faces.set(hidden, seen);
  return seen;
}

/**
 * The fields and views of a database that do not exist for a caller, by default that of the work in progress. Views of
 * others are hidden from owners, too.
 */
export async function hiddenIn(
  place: BasePlace,
  reader: CallerRights | undefined = context().reader,
): Promise<ReadonlySet<string>> {
  return reader ? hiddenParts(reader, await currentRules(place)) : new Set();
}

/** The parts of databases that do not exist for the caller of the work in progress (`hiddenIn`), by database. */
export async function hiddenInEach(
  bases: readonly BaseAt[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { reader } = context();
  if (!reader) return new Map();
  return new Map([...(await rulesAtEach(bases))].map(([id, rules]) => [id, hiddenParts(reader, rules)]));
}

/** The current rules of a database; none for an unknown one. */
export async function currentRules({ databaseId }: BasePlace): Promise<DatabaseRules> {
  const base = await prisma().base.findUnique({ where: { id: databaseId }, select: { version: true } });
  return base ? rulesAt({ databaseId, version: base.version }) : noRules(databaseId);
}

/** The schema of a linked table of the same database, at the same version, with all of its fields. */
export async function relatedSchema(schema: TableSchema, tableId: string): Promise<TableSchema> {
  const { visitor } = schema.face;
  const related = await schemaBeside(wholeOf(schema), tableId);
  return visitor ? withFace(related, { fields: related.fields, visitor }) : related;
}

async function schemaBeside(schema: TableSchema, tableId: string): Promise<TableSchema> {
  if (tableId === schema.id) return schema;
  const key = keyOf({ databaseId: schema.databaseId, tableId });
  const cached = await cachedSchema(key);
  if (cached?.version === schema.version) return cached;
  const loaded = await loadSchema({ databaseId: schema.databaseId, tableId });
  if (loaded.version !== schema.version) throw staleSchema;
  remember(key, loaded);
  return loaded;
}

/** Thrown by a write whose statement found the schema stale. `withSchema` retries, so callers rarely see it. */
export const staleSchema = unavailable("The fields of this database keep changing. Try again shortly.");

/** Returns the rows of a statement with `isCurrent`. If there are none, checks whether the schema was stale. */
export async function readFresh<Row>(schema: TableSchema, reading: Promise<Row[]>): Promise<Row[]> {
  const rows = await reading;
  if (rows.length === 0 && !(await isFresh(schema))) throw staleSchema;
  return rows;
}

/** SQL: the schema is current. */
export function isCurrent({ databaseId, version }: Pick<TableSchema, "databaseId" | "version">): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM "AllBases" WHERE "id" = ${databaseId} AND "version" = ${version})`;
}

/** Structure changes come in short bursts; callers that still meet one get `staleSchema`. */
const maxAttempts = 10;

async function isFresh(schema: TableSchema): Promise<boolean> {
  const rows = await queryOften(Prisma.sql`SELECT 1 WHERE ${isCurrent(schema)}`);
  return rows.length > 0;
}

/** As JSON, because a table's name may contain any separator. */
function keyOf({ databaseId, tableId }: TablePlace): string {
  return JSON.stringify([databaseId, tableId]);
}

function remember(key: string, schema: TableSchema): void {
  // Does not cache within a transaction, whose changes may be rolled back.
  if (!isInTransaction()) known.set(key, schema);
}

/** Reads the current schema within a structure change; undefined for an unknown table. */
export async function findSchema(place: TablePlace): Promise<TableSchema | undefined> {
  try {
    return await loadSchema(place);
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

async function loadSchema({ databaseId, tableId }: TablePlace): Promise<TableSchema> {
  // Reads the version first: concurrent changes make the schema stale, never wrong.
  const base = await prisma().base.findUnique({ where: { id: databaseId }, select: { version: true } });
  if (!base) throw notFound("database", databaseId);
  const tables = await prisma().table.findMany({
    where: { baseId: databaseId, OR: [{ id: tableId }, { name: tableId }] },
    include: { fields: { orderBy: { order: "asc" } } },
  });
  const table = byRef(tables, tableId);
  if (!table) throw notFound("table", tableId);
  const rules = await rulesAt({ databaseId, version: base.version });
  const people = table.fields.some(holdsPeople) ? await knownPeople(databaseId) : undefined;
  return schemaOf(table, { id: databaseId, version: base.version }, { rules, people });
}

/** A database at a version. */
interface BaseAt extends BasePlace {
  readonly version: number;
}

/** The rules of a database at a version, cached like schemas. */
async function rulesAt(base: BaseAt): Promise<DatabaseRules> {
  return (await rulesAtEach([base])).get(base.databaseId) ?? noRules(base.databaseId);
}

/** The rules of databases, each at a version, by id. */
async function rulesAtEach(bases: readonly BaseAt[]): Promise<ReadonlyMap<string, DatabaseRules>> {
  const cached = bases.flatMap((base) => knownRules.get(rulesKey(base)) ?? []);
  const rules = new Map(cached.map((each) => [each.databaseId, each]));
  const missing = bases.filter(({ databaseId }) => !rules.has(databaseId));
  if (missing.length === 0) return rules;
  const loaded = await loadRulesOf(missing.map(({ databaseId }) => databaseId));
  for (const base of missing) {
    const found = loaded.get(base.databaseId) ?? noRules(base.databaseId);
    rules.set(base.databaseId, found);
    if (!isInTransaction()) knownRules.set(rulesKey(base), found);
  }
  return rules;
}

function rulesKey({ databaseId, version }: BaseAt): string {
  return `${databaseId} ${version}`;
}

/** A table with its fields, as stored. */
interface StoredTable {
  readonly id: string;
  readonly primaryFieldId: string;
  readonly fields: readonly (Constraints & {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly template: unknown;
    readonly description?: string | null;
  })[];
}

/** Creates the schema of a table that was read together with its base. */
export function schemaOf(
  { id, primaryFieldId, fields }: StoredTable,
  base: { readonly id: string; readonly version: number },
  { rules, people }: Pick<TableSchema, "rules" | "people">,
): TableSchema {
  return makeSchema({
    id,
    databaseId: base.id,
    version: base.version,
    primaryFieldId,
    rules,
    people,
    fields: fields.map((field) => prepareField({ ...field, template: field.template as object }, people)),
  });
}

/** Creates a schema from its parts, with a face of all fields. */
export function makeSchema({
  id,
  databaseId,
  version,
  primaryFieldId,
  fields,
  rules,
  people,
}: Pick<
  TableSchema,
  "id" | "databaseId" | "version" | "primaryFieldId" | "fields" | "rules" | "people"
>): TableSchema {
  const whole = { id, databaseId, version, primaryFieldId, fields, rules, people };
  return { ...whole, newOptions: [], ...faceOf({ fields }) };
}

/**
 * Narrows a schema to what exists for a caller: these fields, in this order. Views, formulas and lookups still read all
 * fields; whatever the caller names, searches or is answered comes from these alone.
 */
export function narrowTo(schema: TableSchema, fieldIds: readonly string[], visitor?: Visitor): TableSchema {
  const fields = fieldIds.flatMap((id) => schema.fields.find((field) => field.id === id) ?? []);
  return withFace(schema, { fields, ...(visitor && { visitor }) });
}

/** The schema with these fields in place of those with the same ids, and with new ones last, for the same caller. */
export function withFields(schema: TableSchema, changed: readonly SchemaField[]): TableSchema {
  const merged = (fields: readonly SchemaField[]) => [
    ...new Map([...fields, ...changed].map((field) => [field.id, field])).values(),
  ];
  const whole = makeSchema({ ...schema, fields: merged(schema.fields) });
  const { fields, visitor } = schema.face;
  return schema.whole ? withFace(whole, { fields: merged(fields), ...(visitor && { visitor }) }) : whole;
}

/** The schema as the server itself uses it, with every field. */
export function wholeOf(schema: TableSchema): TableSchema {
  return schema.whole ?? schema;
}

function withFace(schema: TableSchema, { fields, visitor }: Face): TableSchema {
  const face = visitor ? { fields: fields.map(withNamesForLinks), visitor } : { fields };
  return { ...schema, ...faceOf(face), whole: wholeOf(schema) };
}

function faceOf(face: Face): Pick<TableSchema, "face" | "fieldOf"> {
  const byName = new Map(face.fields.map((field) => [field.name, field]));
  const byId = new Map(face.fields.map((field) => [field.id, field]));
  return { face, fieldOf: (key) => byId.get(key) ?? byName.get(key) };
}

/** Replaces a link field by a lookup of the names of its records. */
function withNamesForLinks(field: SchemaField): SchemaField {
  if (field.fieldType.storage !== "links") return field;
  const { id, name } = field;
  return prepareField({ id, name, type: "lookup", template: { linkFieldId: id, targetFieldId: ofPrimary } });
}

/** In the template of a lookup: the primary field of the linked table, whichever that is. No field has this id or name. */
const ofPrimary = "";

/** The field of a linked table that a lookup reads; undefined if it was deleted. */
export function lookedUpIn(target: TableSchema, targetFieldId: string): SchemaField | undefined {
  return target.fieldOf(targetFieldId === ofPrimary ? target.primaryFieldId : targetFieldId);
}

/** Resolves a field's type and prepares the shape of its values, which may name `people`. */
export function prepareField(
  field: Omit<SchemaField, "fieldType" | "value">,
  people?: readonly KnownPerson[],
): SchemaField {
  const { id, name, type, template, description = null } = people ? withPeople(field, people) : field;
  const { isRequired = false, isUnique = false } = field;
  const fieldType = fieldTypeOf(field);
  const key = JSON.stringify([type, template]);
  let value = shapes.get(key);
  if (!value) {
    value = fieldType.value(template);
    shapes.set(key, value);
  }
  return { id, name, type, template, description, isRequired, isUnique, fieldType, value };
}
