import { hash } from "node:crypto";
import { isRefusal } from "../../contract/errors";
import { filter as filterShape } from "../../contract/filters";
import { parse } from "../../contract/parse";
import { isDerived, isLink } from "../../field-types";
import type { CatalogField } from "../../field-types/computed/catalog-field";
import type { CountTemplate } from "../../field-types/types/count";
import type { RollupTemplate } from "../../field-types/types/rollup";
import {
  type CheckedFormula,
  compile,
  type ErrorCode,
  isList,
  itemOf,
  pathKey,
  type ReferencePath,
  type Type,
  type ValueSql,
} from "../../formulas";
import { convert } from "../../formulas/convert";
import { Sql as FormulaSql } from "../../formulas/sql";
import { Prisma, type Sql } from "../db";
import { filterSql, readFilter, subjectsIn } from "../lists/filter-sql";
import type { Meaning } from "../lists/subject";
import { linkOf, sideOf } from "../records/link-side";
import { type SchemaField, staleSchema, type TableSchema } from "../structure/schemas";
import { type Aggregate, aggregates, type Items, orderOf } from "./aggregates";
import {
  columnOf,
  type Expression,
  fromFormula,
  itemOrder,
  itemValue,
  listOrder,
  noPasses,
  type Pass,
  type Passes,
  scopeOf,
  toFormula,
  unitePasses,
} from "./expression";
import { type Neighbours, neighboursOf } from "./neighbours";
import { nullOf, storedValue } from "./stored-value";

/** A table, and how names in filters of rollups are resolved. */
interface Reading {
  readonly schema: TableSchema;
  readonly meaning: Meaning;
}

const known = new WeakMap<TableSchema, Map<string, Promise<Expression>>>();

/** The SQL of a computed field; undefined for a field whose values are stored, a link field or a lookup. */
export async function expressionOf(reading: Reading, field: SchemaField): Promise<Expression | undefined> {
  const { storage } = field.fieldType;
  if (!isDerived(field) || storage === "lookup") return undefined;
  return valueExpression(reading, field);
}

/** The SQL of any field as formulas see it. */
function valueExpression(reading: Reading, field: SchemaField): Promise<Expression> {
  const expressions = known.get(reading.schema) ?? new Map<string, Promise<Expression>>();
  known.set(reading.schema, expressions);
  const found = expressions.get(field.id) ?? makeValue(reading, field);
  expressions.set(field.id, found);
  found.catch(() => expressions.delete(field.id));
  return found;
}

async function makeValue(reading: Reading, field: SchemaField): Promise<Expression> {
  const neighbours = await neighboursOf(reading.schema);
  const place = { ...reading, neighbours };
  const entry = catalogField(field, reading.schema);
  const seen = neighbours.catalog.seen(reading.schema.id, { fieldId: field.id });
  const type = withoutBlank(seen.formula?.type ?? seen.type);
  if (seen.error) return failed(seen.error, type);
  if (isLink(field)) {
    const target = neighbours.catalog.primaryOf(linkedTableOf(field));
    return listOf(place, { link: field, target, asText: true });
  }
  if (!isDerived(field)) return finished({ type, value: storedValue(field), passes: noPasses });
  const make = makers[field.type];
  if (!make) throw new Error(`no SQL computes fields of type ${field.type}`);
  return make(place, entry, { ...seen, type });
}

interface Place extends Reading {
  readonly neighbours: Neighbours;
}

/** The checked formula and the result type of a computed field, as the catalog gives them. */
interface Seen {
  readonly type: Exclude<Type, "blank">;
  readonly formula?: CheckedFormula;
}

/** How each type of computed field is computed. */
const makers: {
  [type: string]: (place: Place, field: CatalogField, seen: Seen) => Promise<Expression>;
} = {
  formula: async (place, _, { formula }) => (formula ? formulaValue(place, formula) : failed("TYPE", "text")),
  rollup: async (place, field, { type }) => {
    const link = place.neighbours.catalog.linkOf(field);
    const target = place.neighbours.catalog.targetOf(field);
    if (!link || !target) return failed("REF", "text");
    const template = field.template as RollupTemplate;
    return rollupValue(place, { link, target, template, type });
  },
  count: async (place, field, { type }) => {
    const link = place.neighbours.catalog.linkOf(field);
    if (!link) return failed("REF", "number");
    const { filter } = field.template as CountTemplate;
    const template = { function: "count", filter, separator: "" } as const;
    return rollupValue(place, { link, target: undefined, template, type });
  },
  lookup: async (place, field) => {
    const { catalog } = place.neighbours;
    return listOf(place, { link: catalog.linkOf(field), target: catalog.targetOf(field), isCompact: true });
  },
};

/** Compiles a formula after all that it refers to. */
async function formulaValue(place: Place, formula: CheckedFormula): Promise<Expression> {
  const { paths, formulaIds } = referencesIn(formula);
  const parts = new Map<string, Expression>();
  for (const path of paths) parts.set(pathKey(path), await reference(place, path));
  const number = place.schema.fields.find(({ type }) => type === "autonumber");
  const record = {
    id: new FormulaSql([`"Record"."id"::text`], []),
    createdTime: new FormulaSql([`"Record"."createdAt"`], []),
    lastModifiedTime: new FormulaSql([`"Record"."updatedAt"`], []),
    autonumber: number ? toFormula(storedValue(number)) : new FormulaSql(["NULL::numeric"], []),
  };
  const reads = new Map([...parts].map(([key, part]) => [key, forFormula(part)]));
  const { value, error } = compile(formula, scopeOf({ reads, record }));
  return {
    type: formula.type,
    value: fromFormula(value),
    ...(error && { error: fromFormula(error) }),
    formula: { checked: formula, reads, record, uses: formulaIds },
    passes: unitePasses([...parts.values()].map((part) => part.passes)),
  };
}

function forFormula({ value, error }: Pick<Expression, "value" | "error">): ValueSql {
  return { value: toFormula(value), ...(error && { error: toFormula(error) }) };
}

/** Fields that a formula reads, also those of other formulas in it, and the latter. */
function referencesIn({ tree }: CheckedFormula) {
  const found = new Map<string, ReferencePath>();
  const formulaIds = new Set<string>();
  const left = [tree];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.kind === "field") found.set(pathKey(next.path), next.path);
    if (next.kind === "call") left.push(...next.args.map((arg) => arg.tree));
    if (next.kind === "formula" && !formulaIds.has(next.fieldId)) {
      formulaIds.add(next.fieldId);
      left.push(next.formula.tree);
    }
  }
  return { paths: [...found.values()], formulaIds };
}

async function reference(place: Place, { fieldId, targetId }: ReferencePath): Promise<Expression> {
  const field = place.schema.fields.find(({ id }) => id === fieldId);
  if (!field) return failed("REF", "text");
  if (targetId === undefined) return valueExpression(place, field);
  return listOf(place, { link: field, target: place.neighbours.catalog.field(targetId) });
}

/** The values of a field in the linked records, in the order of the links. */
async function listOf(
  place: Place,
  { link, target, ...options }: Pick<Behind, "asText"> & Partial<Behind> & { readonly isCompact?: boolean },
): Promise<Expression> {
  if (!link || !target) return failed("REF", "text[]");
  const items = await itemsOf(place, { link, target, ...options });
  return aggregated(items, aggregates[options.isCompact ? "compact" : "list"](items, ""));
}

interface Rollup {
  readonly link: Link;
  readonly target: CatalogField | undefined;
  readonly template: Pick<RollupTemplate, "function" | "filter" | "separator">;
  /** Type of the result, which fields that read it rely on, even if it is in error. */
  readonly type: Expression["type"];
}

async function rollupValue(place: Place, { link, target, template, type }: Rollup): Promise<Expression> {
  const { function: name, filter, separator } = template;
  const isWhole =
    name === "count" || name === "count_filled" || name === "count_empty" || name === "percent_filled";
  try {
    const items = await itemsOf(place, { link, target, filter, isWhole });
    return aggregated(items, aggregates[name](items, separator));
  } catch (error) {
    // The filter does not fit its fields any more: their types or options have changed.
    if (!isRefusal(error)) throw error;
    return failed("TYPE", type);
  }
}

type Link = Pick<CatalogField, "id" | "template">;

/** Values behind a link field. */
interface Behind {
  readonly link: Link;
  /** The field with the values; none to count the records. */
  readonly target: CatalogField | undefined;
  readonly filter?: unknown;
  /** A list is one value: filled or empty. */
  readonly isWhole?: boolean;
  readonly asText?: boolean;
}

async function itemsOf(place: Place, { link, target, filter, isWhole, asText }: Behind): Promise<Items> {
  const tableId = linkedTableOf(link);
  const schema = place.neighbours.schemaOf(tableId);
  const field = target && schema?.fields.find(({ id }) => id === target.id);
  if (!schema) throw staleSchema;
  const own = field ? await valueExpression({ schema, meaning: place.meaning }, field) : undefined;
  const condition = filter ? await conditionOf(schema, filter, place.meaning) : undefined;
  const isUnnested = own !== undefined && isList(own.type) && !isWhole;
  const item = isUnnested ? { ...own, value: itemValue } : own;
  const passes = unitePasses([own?.passes ?? noPasses, condition?.passes ?? noPasses]);
  return {
    pass: {
      name: isUnnested ? `${link.id}:${field?.id}` : link.id,
      side: sideOf(link),
      tableId,
      ...(isUnnested && { items: own.value }),
    },
    key: `${field?.id ?? ""}${asText ? ":text" : ""}${filter ? `:${shortHash(filter)}` : ""}`,
    type: own ? (asText ? "text" : itemOf(own.type)) : "number",
    value: item && filled(item, { isWhole: isWhole === true, asText: asText === true }),
    ...(own?.error && { error: own.error }),
    order: isUnnested ? itemOrder : listOrder,
    ...(condition && { condition: condition.sql }),
    passes,
  };
}

/** A filter of the linked records. */
async function conditionOf(
  schema: TableSchema,
  filter: unknown,
  meaning: Meaning,
): Promise<{ readonly sql: Sql; readonly passes: Passes }> {
  const read = await readFilter(schema, parse(filterShape, filter, "filter"), {
    meaning,
    clock: null,
  });
  const passes = unitePasses(subjectsIn(read).map(({ expression }) => expression?.passes ?? noPasses));
  return { sql: filterSql(read), passes };
}

/** A value that is NULL if it is empty. */
function filled(
  { value, type }: Pick<Expression, "value" | "type">,
  { isWhole, asText }: { readonly isWhole: boolean; readonly asText: boolean },
): Sql {
  if (isWhole && isList(type)) return Prisma.sql`nullif(cardinality(${value}), 0)`;
  if (isWhole && type === "checkbox") return Prisma.sql`nullif(${value}, false)`;
  const item = withoutBlank(itemOf(type));
  const text = asText ? fromFormula(convert(toFormula(value), item, "text", "UTC").value) : value;
  return asText || item === "text" ? Prisma.sql`nullif(${text}, '')` : text;
}

/** The expression of an aggregate, as a column of its pass. */
function aggregated(items: Items, { name, column, type, finish }: Aggregate): Expression {
  const { pass, key, error, condition, passes } = items;
  const { name: passName, ...parts } = pass;
  const columns = new Map([[`${name}:${key}`, column]]);
  if (error) {
    const when = condition
      ? Prisma.sql`${error} IS NOT NULL AND ${condition}`
      : Prisma.sql`${error} IS NOT NULL`;
    columns.set(
      `error:${key}`,
      Prisma.sql`(array_agg(${error} ORDER BY ${orderOf(items)}) FILTER (WHERE ${when}))[1]`,
    );
  }
  const made: Pass = { ...parts, columns, passes };
  const ref = columnOf(passName, `${name}:${key}`);
  const own = finish ? finish(ref) : { value: ref };
  const inItems = error && columnOf(passName, `error:${key}`);
  const errors = [inItems, own.error].filter((each) => each !== undefined);
  return finished({
    type,
    value: inItems ? Prisma.sql`CASE WHEN ${inItems} IS NULL THEN ${own.value} END` : own.value,
    ...(errors.length > 0 && {
      error: errors.length > 1 ? Prisma.sql`coalesce(${Prisma.join(errors)})` : errors[0],
    }),
    passes: new Map([[passName, made]]),
  });
}

function finished({ type, value, error, passes }: Omit<Expression, "formula">): Expression {
  const cut = type === "datetime" ? inMilliseconds(value) : value;
  return { type, value: cut, ...(error && { error }), passes };
}

/** Cuts a moment to the milliseconds of responses. */
function inMilliseconds(moment: Sql): Sql {
  return Prisma.sql`date_trunc('milliseconds', ${moment})`;
}

function failed(error: ErrorCode, type: Exclude<Type, "blank">): Expression {
  return finished({ type, value: nullOf(type), error: Prisma.sql`${error}::text`, passes: noPasses });
}

function withoutBlank<Any extends Type>(type: Any): Exclude<Any, "blank"> | "text" {
  return type === "blank" ? "text" : (type as Exclude<Any, "blank">);
}

function catalogField({ id, name, type, template }: SchemaField, { id: tableId }: TableSchema): CatalogField {
  return { id, tableId, name, type, template };
}

function linkedTableOf({ template }: Pick<CatalogField, "template">): string {
  return linkOf({ template }).tableId;
}

function shortHash(value: unknown): string {
  return hash("sha1", JSON.stringify(value), "base64url").slice(0, 10);
}
