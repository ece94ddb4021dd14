import { notFound } from "../../../contract/errors";
import type { BasePlace } from "../../../contract/places";
import { isLink } from "../../../field-types";
import { type KnownPerson, withoutPeople } from "../../../field-types/people";
import { noRules } from "../../access/rules";
import { execute, Prisma } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { holdSchema } from "../../records/record-writes";
import { storeNewOptions, withNewOptions } from "../../records/typecast";
import { insertField } from "../../structure/field-rows";
import { connectFields, type DraftedField } from "../../structure/new-fields";
import { createDetached } from "../../structure/partitions";
import { lockBase, raiseVersion } from "../../structure/schema-change";
import {
  findSchema,
  makeSchema,
  prepareField,
  type SchemaField,
  staleSchema,
  type TableSchema,
  withFields,
} from "../../structure/schemas";
import { requireFree } from "../../structure/siblings";
import { findTable, siblingsIn } from "../../structure/structure";
import { insertTables, type TableDraft } from "../../structure/tables";

/** The table that takes the rows of a file. */
export interface Target {
  /** The schema by which the file is read. */
  readonly schema: TableSchema;
  /** True if the import adds the table, or fields to it. */
  readonly addsStructure: boolean;
  /**
   * True if the rows are copied straight into the table, because nobody else sees it yet and nothing is to be checked
   * by the database. It is opened before the file is read then.
   */
  readonly takesCopies: boolean;
  /** Locks or creates the table. */
  open(change: ChangeSet, reading: Reading): Promise<TableSchema>;
  /** Completes the table after its records are stored. */
  close(change: ChangeSet, schema: TableSchema, reading: Reading): Promise<void>;
}

/** The fields of the columns. */
export interface Reading {
  readonly fields: readonly SchemaField[];
  /** Those with further options. */
  readonly newOptions: readonly SchemaField[];
}

/** An existing table, which gets the drafted fields with the records. */
export function existingTable(
  schema: TableSchema,
  drafts: readonly DraftedField[] = [],
  people = schema.people,
): Target {
  const isDrafted = ({ id }: SchemaField) => drafts.some((draft) => draft.id === id);
  return {
    schema: withFields(
      schema,
      drafts.map((draft) => prepareField(draft, people)),
    ),
    addsStructure: drafts.length > 0,
    takesCopies: false,
    async open(change, { fields, newOptions }) {
      await takeImportTurn(schema);
      if (drafts.length > 0) await addFields(change, schema, withOptions(drafts, newOptions));
      const others = newOptions.filter((field) => !isDrafted(field));
      const columns = fields.filter((field) => !isDrafted(field));
      return holdCurrent(withNewOptions(schema, others), columns);
    },
    close: storeNewOptions,
  };
}

async function addFields(
  change: ChangeSet,
  { databaseId, id }: TableSchema,
  drafts: readonly DraftedField[],
): Promise<void> {
  const place = { databaseId, tableId: id };
  await patiently(() => lockBase(place));
  for (const { path: _, ...field } of drafts) {
    const table = await findTable(place);
    requireFree(field.name, table.fields, "this table has a field");
    await insertField(change, table, field);
  }
  await connectFields(change, place, drafts);
  await raiseVersion(place);
}

/** The drafts with the options that the file has added. */
function withOptions<Draft extends Pick<DraftedField, "id" | "template">>(
  drafts: readonly Draft[],
  newOptions: readonly SchemaField[],
): Draft[] {
  const extended = new Map(newOptions.map(({ id, template }) => [id, template as Prisma.InputJsonObject]));
  return drafts.map((draft) => ({ ...draft, template: extended.get(draft.id) ?? draft.template }));
}

/**
 * Waits for other imports into the table, for as long as they take. Nothing else is locked yet, so that nobody waits
 * for this one meanwhile.
 */
async function takeImportTurn({ id }: TableSchema): Promise<void> {
  await patiently(() =>
    execute(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`import ${id}`}, 0))`),
  );
}

/** Waits for the locks of `work` for as long as it takes. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  await execute(Prisma.sql`SET LOCAL lock_timeout = 0`);
  await work();
  await execute(Prisma.sql`SET LOCAL lock_timeout TO DEFAULT`);
}

/** Locks the schema. Accepts a newer one if the fields of the columns are the same, because reading a file takes long. */
async function holdCurrent(schema: TableSchema, columns: readonly SchemaField[]): Promise<TableSchema> {
  const { databaseId, id } = schema;
  const newest = await findSchema({ databaseId, tableId: id });
  const isSame = columns.every((column) => isSameField(column, newest?.fieldOf(column.id)));
  if (!newest || !isSame) throw staleSchema;
  const current = withNewOptions(newest, schema.newOptions);
  await patiently(() => holdSchema(current));
  return current;
}

function isSameField(one: SchemaField, other: SchemaField | undefined): boolean {
  const [before, after] = [one, other].map((field) => JSON.stringify(field && withoutPeople(field.template)));
  return one.type === other?.type && before === after;
}

/**
 * A table that is created with the records. Its records are copied into its partition before anything is locked, unless
 * links or files are to be checked, or rows matched.
 */
export function newTable(
  databaseId: string,
  draft: TableDraft,
  { isMatched, people }: { readonly isMatched: boolean; readonly people: readonly KnownPerson[] },
): Target {
  const fields = draft.fields.map((field) => prepareField(field, people));
  const primaryFieldId = fields[0]?.id ?? "";
  const rules = noRules(databaseId);
  const schema = makeSchema({ id: draft.id, databaseId, version: 0, primaryFieldId, rules, fields });
  const takesCopies =
    !isMatched && !fields.some((field) => isLink(field) || field.fieldType.storage === "files");
  return {
    schema,
    addsStructure: true,
    takesCopies,
    async open(change, { newOptions }) {
      if (!takesCopies) return addTable(change, { databaseId, draft, newOptions });
      await createDetached(draft.id);
      return schema;
    },
    async close(change, _, { newOptions }) {
      if (takesCopies) await addTable(change, { databaseId, draft, newOptions });
    },
  };
}

interface Adding extends BasePlace, Pick<Reading, "newOptions"> {
  readonly draft: TableDraft;
}

async function addTable(change: ChangeSet, { databaseId, draft, newOptions }: Adding): Promise<TableSchema> {
  const place = { databaseId };
  await patiently(() => lockBase(place));
  const tables = await siblingsIn(place);
  requireFree(draft.name, tables, "this database has a table");
  const table = { ...draft, fields: withOptions(draft.fields, newOptions), order: tables.length };
  await insertTables(change, place, [table]);
  await raiseVersion(place);
  const schema = await findSchema({ databaseId, tableId: draft.id });
  if (!schema) throw notFound("table", draft.id);
  return schema;
}
