import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { mapFilters } from "../../contract/config-fields";
import { badRequest, type ErrorDetail, isRefusal } from "../../contract/errors";
import type { Dependent } from "../../contract/fields";
import { type Filter, type FilterKind, filter as filterShape, mapConditions } from "../../contract/filters";
import { limits } from "../../contract/limits";
import { parse } from "../../contract/parse";
import type { BasePlace, TablePlace } from "../../contract/places";
import { fieldTypes, isLink } from "../../field-types";
import { type Catalog, resultTypeOf } from "../../field-types/computed/catalog";
import { type CatalogField, fieldsInFilter } from "../../field-types/computed/catalog-field";
import { cycleOf, sourcesOf, stepsOf, withReaders } from "../../field-types/computed/dependencies";
import { quote } from "../../field-types/text";
import type { RollupTemplate } from "../../field-types/types/rollup";
import { toIds } from "../../formulas";
import { tooDeep, tooLarge } from "../../formulas/parse";
import { longTextIn } from "../computed/long-texts";
import { type Prisma, prisma } from "../db";
import { readFilter } from "../lists/filter-sql";
import { storedSubjectOf, subjectOf } from "../lists/subjects";
import type { ChangeSet } from "../log/changes";
import { linkOf } from "../records/link-side";
import { byRef } from "./by-ref";
import { loadCatalog } from "./catalog";
import { changeViews } from "./field-rows";
import { findSchema, hiddenIn, makeSchema, prepareField, withoutHidden } from "./schemas";
import { type FieldRow, findTable } from "./structure";
import { watchTables } from "./structure-watch";
import { pruneFilter } from "./view-check";
import { withLabels } from "./view-filter";

/** A stored computed field; `path` is its template's place in the caller's body. */
export interface Aimed {
  readonly field: FieldRow;
  readonly path: string;
}

/**
 * Resolves names in the templates of computed fields to ids, checks them and stores what they give. The fields may refer
 * to each other, and to those that exist for the caller. Throws a 400 for mistakes, cycles, and chains that are too long.
 */
export async function aimFields(place: BasePlace, fields: readonly Aimed[]): Promise<void> {
  if (fields.length === 0) return;
  const hidden = await hiddenIn(place);
  const named = (await loadCatalog(place)).without(hidden);
  for (const aimed of fields) {
    const template = await resolveNames({ place, catalog: named, hidden }, aimed);
    await storeTemplate(aimed.field.id, template);
  }
  const catalog = await loadCatalog(place);
  const seen = catalog.without(hidden);
  for (const { field, path } of fields) {
    const stored = catalog.field(field.id) as CatalogField;
    // First, because the types of fields in a cycle cannot be found.
    refuseCycle(catalog, stored, path);
    refuseMistake(catalog, stored, { field, path, seen });
    await refuseLongText(seen, stored, { field, path });
    refuseSteps(catalog, stored, { path, hidden });
    refuseLongChains(catalog, stored, { path, hidden });
    refuseMany(catalog, stored);
    await refusePrimary(catalog, stored, path);
    await settle(catalog, stored);
  }
}

/**
 * Stores anew what computed fields give after other fields have changed: the types of their results, and the fields that
 * they read. Part of every structure change. A field in error keeps the type that it had, and heals with it. Views keep
 * their filters as far as the new types support them.
 */
export async function settleComputed(place: BasePlace): Promise<void> {
  const types = [...fieldTypes.values()].filter(({ reads, serverKeys }) => reads && serverKeys);
  const where = { type: { in: types.map(({ type }) => type) }, table: { baseId: place.databaseId } };
  const changed = new Set<string>();
  if ((await prisma().field.count({ where })) === 0) return;
  const catalog = await loadCatalog(place);
  for (const field of catalog.fields) {
    if (field.isDeleted || !types.some(({ type }) => type === field.type)) continue;
    if (await settle(catalog, field)) changed.add(field.tableId);
  }
  for (const tableId of changed) await pruneViews({ ...place, tableId });
}

async function pruneViews(place: TablePlace): Promise<void> {
  const [table, schema] = [await findTable(place), await findSchema(place)];
  if (!schema) return;
  await changeViews(table, (config) => mapFilters(config, (filter) => pruneFilter(schema, filter)));
}

/** Updates the filters of rollups and counts after option labels of a field were renamed or removed. */
export async function relabelFilters(
  change: ChangeSet,
  field: { readonly id: string; readonly kind: FilterKind },
  labels: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (labels.size === 0) return;
  for (const { id, tableId, template } of (await loadCatalog(change)).fields) {
    const { filter } = template as Partial<RollupTemplate>;
    if (!fieldsInFilter(filter).includes(field.id)) continue;
    await watchTables(change, [tableId]);
    await storeTemplate(id, { ...template, filter: withLabels(filter as Filter, field, labels) });
  }
}

/** Stores what a field gives. Returns true if its result has another type now. */
async function settle(catalog: Catalog, field: CatalogField): Promise<boolean> {
  const before = field.template as { resultType?: string };
  if (!fieldTypes.get(field.type)?.serverKeys) return false;
  const outcome = catalog.outcome(field);
  const resultType = outcome && !outcome.error ? resultTypeOf(outcome.type) : before.resultType;
  const fieldIds = sourcesOf(catalog, field);
  const template = { ...before, ...(resultType && { resultType }), fieldIds };
  if (isDeepStrictEqual(template, before)) return false;
  await storeTemplate(field.id, template);
  return before.resultType !== undefined && resultType !== before.resultType;
}

async function storeTemplate(id: string, template: object): Promise<void> {
  await prisma().field.update({ where: { id }, data: { template: template as Prisma.InputJsonObject } });
}

/** The computed fields that read any of these fields, directly or through others. */
export async function readersOf(place: BasePlace, fields: readonly FieldRow[]): Promise<Dependent[]> {
  const catalog = await loadCatalog(place);
  const gone = new Set(fields.map(({ id }) => id));
  const readers = fields.flatMap((field) => [...withReaders(catalog, asCatalogField(field))]);
  return [...new Map(readers.map((field) => [field.id, field])).values()]
    .filter((field) => !gone.has(field.id) && !field.isDeleted)
    .map(asDependent);
}

/** The computed fields that would be in error after the change of a field, and are not now. */
export async function brokenBy(place: BasePlace, changed: FieldRow): Promise<Dependent[]> {
  const now = await loadCatalog(place);
  const after = now.with(asCatalogField(changed));
  const isBroken = (catalog: Catalog, { id }: CatalogField) => {
    const field = catalog.field(id);
    return field !== undefined && catalog.outcome(field)?.error !== undefined;
  };
  const others = [...now.fields].filter((field) => field.id !== changed.id && !field.isDeleted);
  const byFilters = await brokenFilters(place, others, changed);
  const ids = new Set(byFilters.flatMap((field) => [...withReaders(now, field)]).map(({ id }) => id));
  return others
    .filter((field) => !isBroken(now, field) && (isBroken(after, field) || ids.has(field.id)))
    .map(asDependent);
}

/** The fields whose filters of linked records would not fit a changed field. */
async function brokenFilters(
  place: BasePlace,
  fields: readonly CatalogField[],
  changed: FieldRow,
): Promise<CatalogField[]> {
  const filterOf = ({ template }: CatalogField) => (template as Partial<RollupTemplate>).filter;
  const readers = fields.filter((field) => fieldsInFilter(filterOf(field)).includes(changed.id));
  const schema = readers.length > 0 ? await findSchema({ ...place, tableId: changed.tableId }) : undefined;
  if (!schema) return [];
  const field = prepareField({ ...changed, template: changed.template as object });
  const after = makeSchema({
    ...schema,
    fields: schema.fields.map((each) => (each.id === field.id ? field : each)),
  });
  const broken: CatalogField[] = [];
  for (const reader of readers) {
    try {
      await readFilter(after, filterOf(reader) as Filter, {
        meaning: storedSubjectOf,
        clock: null,
      });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      broken.push(reader);
    }
  }
  return broken;
}

function asDependent({ id, name, tableId }: CatalogField): Dependent {
  return { fieldId: id, name, tableId };
}

function asCatalogField({ id, tableId, name, type, template }: FieldRow): CatalogField {
  return { id, tableId, name, type, template: template as object };
}

interface Resolving {
  readonly place: BasePlace;
  /** The fields that exist for the caller. */
  readonly catalog: Catalog;
  readonly hidden: ReadonlySet<string>;
}

/** The template with ids in place of names. */
async function resolveNames({ place, catalog, hidden }: Resolving, { field, path }: Aimed): Promise<object> {
  const template = field.template as Partial<RollupTemplate> & { readonly formula?: string };
  if (template.formula !== undefined) {
    const ids = toIds(template.formula, { ...catalog.names(field.tableId), ownId: field.id });
    if (ids.problem) throw mistake(`${path}.formula`, ids.problem);
    return { ...template, formula: ids.value };
  }
  const { linkFieldId = "", targetFieldId, filter } = template;
  const siblings = await seenIn(field.tableId, hidden);
  const links = siblings.filter(isLink);
  const link = byRef(links, linkFieldId);
  if (!link) {
    const message = wanted("a link field of this table", linkFieldId, links);
    throw badRequest([{ path: `${path}.linkFieldId`, message }]);
  }
  const { tableId } = linkOf(link);
  const targets = await seenIn(tableId, hidden);
  const target = targetFieldId === undefined ? undefined : byRef(targets, targetFieldId);
  if (targetFieldId !== undefined && !target) {
    const message = wanted("a field of the linked table", targetFieldId, targets);
    throw badRequest([{ path: `${path}.targetFieldId`, message }]);
  }
  return {
    ...template,
    linkFieldId: link.id,
    ...(target && { targetFieldId: target.id }),
    ...(filter ? { filter: await resolveFilter({ ...place, tableId }, { filter, path, hidden }) } : {}),
  };
}

/** The fields of a table that exist for the caller. */
function seenIn(tableId: string, hidden: ReadonlySet<string>): Promise<FieldRow[]> {
  return prisma().field.findMany({
    where: { tableId, id: { notIn: [...hidden] } },
    orderBy: { order: "asc" },
  });
}

/** Checks the filter of linked records and replaces names by ids. */
async function resolveFilter(
  place: BasePlace & { readonly tableId: string },
  { filter, path, hidden }: { readonly filter: unknown; readonly path: string } & Pick<Resolving, "hidden">,
): Promise<unknown> {
  const whole = await findSchema(place);
  const given = parse(z.object({ filter: filterShape }), { filter }, "body").filter;
  if (!whole) return given;
  const schema = withoutHidden(whole, hidden);
  await readFilter(schema, given, {
    meaning: subjectOf,
    pathIn: (at) => [...path.split("."), "filter", ...at],
    clock: null,
  });
  return mapConditions(given, (condition) => {
    const field = schema.fieldOf(condition.field);
    return field ? { ...condition, field: field.id } : condition;
  });
}

function refuseMistake(
  catalog: Catalog,
  field: CatalogField,
  { field: given, path, seen }: Aimed & { readonly seen: Catalog },
): void {
  const outcome = catalog.outcome(field);
  if (!outcome?.error) return;
  const { problem } = outcome;
  if (problem) {
    const { key, ...rest } = problem;
    // Places are those in the text as the caller wrote it, whose names are not as long as ids.
    const { formula } = given.template as { readonly formula?: string };
    const written = formula === undefined ? undefined : seen.check(field, formula, true).problem;
    throw mistake(`${path}.${key}`, written ?? rest);
  }
  const isFormula = field.type === "formula";
  const parts = isFormula ? "a field that is in the trash" : "a field in error";
  const message = `reads ${parts}, so that every cell would be the error ${outcome.error}`;
  throw badRequest([{ path: `${path}.${isFormula ? "formula" : "targetFieldId"}`, message }]);
}

/** Refuses a formula with a text that is too long in every record. */
async function refuseLongText(
  seen: Catalog,
  field: CatalogField,
  { field: given, path }: Aimed,
): Promise<void> {
  const { formula } = given.template as { readonly formula?: string };
  if (formula === undefined) return;
  const { value: written } = seen.check(field, formula, true);
  const problem = written && (await longTextIn(written));
  if (problem) throw mistake(`${path}.formula`, problem);
}

function refuseCycle(catalog: Catalog, field: CatalogField, path: string): void {
  const cycle = cycleOf(catalog, field);
  if (!cycle) return;
  const names = cycle.map(({ name }) => name).join(" → ");
  const message = `would compute the field from itself: ${names}`;
  throw badRequest([{ path: `${path}.${field.type === "formula" ? "formula" : "targetFieldId"}`, message }]);
}

/** A field's place in the caller's body, and the fields that messages must not name. */
interface Checked {
  readonly path: string;
  readonly hidden: ReadonlySet<string>;
}

function calledFor({ id, name }: CatalogField, hidden: ReadonlySet<string>): string {
  return hidden.has(id) ? "another field" : quote(name);
}

/** Refuses long chains over links, because each step reads links for every record read or searched. */
function refuseSteps(catalog: Catalog, field: CatalogField, { path, hidden }: Checked): void {
  for (const each of withReaders(catalog, field)) {
    const steps = stepsOf(catalog, each);
    if (steps <= limits.lookupDepth) continue;
    const of = each.id === field.id ? "it" : calledFor(each, hidden);
    const message = `would make ${of} read through a chain of ${steps} links; the maximum is ${limits.lookupDepth}`;
    const key = field.type === "formula" ? "formula" : "targetFieldId";
    throw badRequest([{ path: `${path}.${key}`, message }]);
  }
}

/** Refuses a change that makes formulas that read the field too deep or too large. */
function refuseLongChains(catalog: Catalog, field: CatalogField, { path, hidden }: Checked): void {
  for (const each of withReaders(catalog, field)) {
    const outcome = catalog.outcome(each);
    const message = (outcome?.error && outcome.problem?.message) ?? "";
    if (each.id === field.id || each.isDeleted || ![tooDeep, tooLarge].includes(message)) continue;
    const key = field.type === "formula" ? "formula" : "targetFieldId";
    const limit = message.replace(/\.$/, "");
    throw badRequest([
      { path: `${path}.${key}`, message: `would break the formula of ${calledFor(each, hidden)}: ${limit}` },
    ]);
  }
}

function refuseMany(catalog: Catalog, { tableId, type }: CatalogField): void {
  if (type !== "formula") return;
  const formulas = [...catalog.fields].filter(
    (each) => each.tableId === tableId && each.type === "formula" && !each.isDeleted,
  );
  if (formulas.length <= limits.formulasPerTable) return;
  const message = `is one formula too many; a table can have at most ${limits.formulasPerTable}`;
  throw badRequest([{ path: "type", message }]);
}

/** Refuses a primary field whose result names no record. */
async function refusePrimary(catalog: Catalog, field: CatalogField, path: string): Promise<void> {
  if (catalog.primaryOf(field.tableId)?.id !== field.id) return;
  const outcome = catalog.outcome(field);
  const result = outcome && !outcome.error ? resultTypeOf(outcome.type) : "text";
  if (result !== "checkbox" && result !== "list") return;
  const given = result === "list" ? "a list" : "TRUE or FALSE";
  const message = `gives ${given}; the primary field must give a text, a number or a date`;
  throw badRequest([{ path: `${path}.formula`, message }]);
}

function mistake(
  path: string,
  { message, start, end }: { readonly message: string; readonly start?: number; readonly end?: number },
) {
  const place = start === undefined || end === undefined ? {} : { start, end };
  return badRequest([{ path, message: asPredicate(message), ...place } satisfies ErrorDetail]);
}

/** Sentences of the language follow their path after a colon. */
function asPredicate(message: string): string {
  return /^[a-z]/.test(message) ? message : `has a mistake: ${message.replace(/\.$/, "")}`;
}

function wanted(what: string, given: string, among: readonly FieldRow[]): string {
  const names = among.slice(0, 20).map(({ name }) => JSON.stringify(name));
  const known = names.length === 0 ? "there are none yet" : `available: ${names.join(", ")}`;
  return `takes the id or name of ${what}, not ${quote(given)}; ${known}`;
}
