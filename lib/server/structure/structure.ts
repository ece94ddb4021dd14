import { fieldIdsIn, withFittingFields } from "../../contract/config-fields";
import { mapFiles } from "../../contract/config-files";
import { notFound } from "../../contract/errors";
import type { Field } from "../../contract/fields";
import type { BasePlace, FieldPlace, TablePlace } from "../../contract/places";
import type { Table } from "../../contract/tables";
import type { ViewType } from "../../contract/view-types";
import {
  configOf,
  type View,
  type ViewConfig,
  viewWith,
  type Withholdable,
  withholdable,
} from "../../contract/views";
import type { Catalog } from "../../field-types/computed/catalog";
import { constraintsOf } from "../../field-types/constraints";
import { toNames } from "../../formulas";
import { type Prisma, prisma } from "../db";
import { env } from "../env";
import { presentFile, unpresentFile } from "../files/file-forms";
import { byRef } from "./by-ref";
import { loadCatalog, loadCatalogs } from "./catalog";
import { hiddenIn, hiddenInEach } from "./schemas";
import { withFieldsBack } from "./view-config";

const byOrder = { orderBy: { order: "asc" } } as const;

/** Relations included with a table in responses. */
export const withParts = { fields: byOrder, views: byOrder } satisfies Prisma.TableInclude;

/** Relations included with a base in responses. */
export const withTables = { tables: { ...byOrder, include: withParts } } satisfies Prisma.BaseInclude;

export type BaseRow = Prisma.BaseGetPayload<{ include: typeof withTables }>;
export type TableRow = Prisma.TableGetPayload<{ include: typeof withParts }>;
export type FieldRow = TableRow["fields"][number];
export type ViewRow = TableRow["views"][number];

/** Finds a table by id or name, with its parts; an id takes precedence. */
export async function findTable({ databaseId, tableId }: TablePlace): Promise<TableRow> {
  const found = await prisma().table.findMany({
    where: { baseId: databaseId, OR: [{ id: tableId }, { name: tableId }] },
    include: withParts,
  });
  const table = byRef(found, tableId);
  if (table) return table;
  await requireBase({ databaseId });
  throw notFound("table", tableId);
}

/** Finds a database with its tables. */
export async function findBase({ databaseId }: BasePlace): Promise<BaseRow> {
  const row = await prisma().base.findUnique({ where: { id: databaseId }, include: withTables });
  if (!row) throw notFound("database", databaseId);
  return row;
}

/** Throws a 404 unless the database exists. */
export async function requireBase({ databaseId }: BasePlace): Promise<void> {
  const base = await prisma().base.findUnique({ where: { id: databaseId }, select: { id: true } });
  if (!base) throw notFound("database", databaseId);
}

/** The tables of a base in order. */
export function siblingsIn({ databaseId }: BasePlace): Promise<{ id: string; name: string }[]> {
  return prisma().table.findMany({
    where: { baseId: databaseId },
    orderBy: { order: "asc" },
    select: { id: true, name: true },
  });
}

/** Finds a field that exists for the caller, by id or name. */
export async function findField(place: FieldPlace): Promise<FieldRow> {
  return fieldIn(await findSeenTable(place), place.fieldId);
}

/** Finds a table as far as it exists for the caller. */
export async function findSeenTable(place: TablePlace): Promise<TableRow> {
  const table = await findTable(place);
  return { ...table, fields: seenFields(table.fields, await hiddenIn(place)) };
}

/** The fields that exist for the caller, with their positions among each other. */
export function seenFields(fields: readonly FieldRow[], hidden: ReadonlySet<string>): FieldRow[] {
  const seen = fields.filter(({ id }) => !hidden.has(id));
  return seen.length === fields.length ? seen : seen.map((field, order) => ({ ...field, order }));
}

/** Finds a field by id or name. */
export function fieldIn(table: TableRow, ref: string): FieldRow {
  const field = byRef(table.fields, ref);
  if (!field) throw notFound("field", ref);
  return field;
}

/** Finds a view that exists for the caller. */
export function viewIn(table: TableRow, id: string, hidden: ReadonlySet<string>): ViewRow {
  const view = table.views.find((each) => each.id === id);
  if (!view || hidden.has(id)) throw notFound("view", id);
  return view;
}

export async function presentTable(row: TableRow): Promise<Table> {
  const [table] = await presentTables({ databaseId: row.baseId }, [row]);
  return table as Table;
}

/** Presents tables of one base, as far as they exist for the caller. */
export async function presentTables(place: BasePlace, rows: readonly TableRow[]): Promise<Table[]> {
  const hidden = await hiddenIn(place);
  const catalog = rows.some(hasFormulas) ? await loadCatalog(place) : undefined;
  return presentWith(rows, { hidden, catalog });
}

/** Presents the tables of several bases, as far as they exist for the caller, by base. */
export async function presentTablesOfEach(bases: readonly BaseRow[]): Promise<ReadonlyMap<string, Table[]>> {
  const hidden = await hiddenInEach(bases.map(({ id, version }) => ({ databaseId: id, version })));
  const catalogs = await loadCatalogs(
    bases.filter(({ tables }) => tables.some(hasFormulas)).map(({ id }) => id),
  );
  return new Map(
    bases.map(({ id, tables }) => [
      id,
      presentWith(tables, { hidden: hidden.get(id) ?? new Set(), catalog: catalogs.get(id) }),
    ]),
  );
}

function presentWith(
  stored: readonly TableRow[],
  { hidden, catalog }: { readonly hidden: ReadonlySet<string>; readonly catalog: Catalog | undefined },
): Table[] {
  const template = templatesIn(catalog);
  const rows = stored.map((row) => ({ ...row, fields: seenFields(row.fields, hidden) }));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    order: row.order,
    primaryFieldId: row.primaryFieldId,
    fields: row.fields.map((field) => fieldWith(field, template(field))),
    views: presentSeenViews(row, hidden),
    url: `${env.APP_URL}/database/${row.baseId}/${row.id}`,
  }));
}

/** Presents fields of one base. */
export async function presentFields(place: BasePlace, rows: readonly FieldRow[]): Promise<Field[]> {
  const template = templatesIn(rows.some(isFormula) ? await loadCatalog(place) : undefined);
  return rows.map((row) => fieldWith(row, template(row)));
}

export async function presentField(place: BasePlace, row: FieldRow): Promise<Field> {
  const [field] = await presentFields(place, [row]);
  return field as Field;
}

function fieldWith(
  { id, name, type, order, description, ...rules }: FieldRow,
  template: Field["template"],
): Field {
  const explained = description === null ? {} : { description };
  return { id, name, type, template, order, ...explained, ...constraintsOf(rules) };
}

function hasFormulas({ fields }: TableRow): boolean {
  return fields.some(isFormula);
}

function isFormula({ template }: FieldRow): boolean {
  return typeof (template as Field["template"]).formula === "string";
}

/** Templates in the form of responses: formulas have today's names in place of ids. */
function templatesIn(catalog: Catalog | undefined): (field: FieldRow) => Field["template"] {
  return (field) => {
    const template = field.template as Field["template"];
    if (!catalog || !isFormula(field)) return template;
    return { ...template, formula: toNames(template.formula as string, catalog.names(field.tableId)) };
  };
}

/** Presents the views of a table that exist for the caller. */
export function presentSeenViews(
  { views, fields }: Pick<TableRow, "views" | "fields">,
  hidden: ReadonlySet<string>,
): View[] {
  return views.filter(({ id }) => !hidden.has(id)).map((view) => presentSeenView(view, fields, hidden));
}

/** Presents a view without what its config says about fields that do not exist for the caller. */
export function presentSeenView(
  view: ViewRow,
  fields: readonly FieldRow[],
  hidden: ReadonlySet<string>,
): View {
  const withheld = withheldIn(view, hidden);
  return {
    ...presentView(view, seenFields(fields, hidden)),
    ...(withheld.length > 0 && { withheld }),
  };
}

/** The settings of a view that also use hidden fields. */
export function withheldIn({ config }: ViewRow, hidden: ReadonlySet<string>): Withholdable[] {
  const stored = config as Partial<ViewConfig>;
  return withholdable.filter((key) => [...fieldIdsIn({ [key]: stored[key] })].some((id) => hidden.has(id)));
}

/** Leaves out what the config says about deleted fields, and those that its settings no longer take. */
export function presentView(view: ViewRow, fields: readonly FieldRow[]): View {
  const { id, name, ownerId } = view;
  const type = view.type as ViewType;
  const owned = ownerId === null ? {} : { ownerId };
  const config = withFittingFields(wholeConfig(view, fields), fields);
  return viewWith({ id, name, type, ...owned }, mapFiles(config, presentFile));
}

/** Adds to a new config what the view has said about fields that it cannot use now, for when it can. */
export function storedConfig(
  config: ViewConfig,
  view: ViewRow,
  fields: readonly FieldRow[],
): Prisma.InputJsonObject {
  const was = wholeConfig(view, fields);
  const whole = withFieldsBack(config, was, withFittingFields(was, fields));
  return { ...mapFiles(whole, unpresentFile) } as Prisma.InputJsonObject;
}

function wholeConfig({ type, config }: ViewRow, fields: readonly FieldRow[]): ViewConfig {
  return configOf(type as ViewType, config as Partial<ViewConfig>, fields);
}
