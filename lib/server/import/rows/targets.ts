import { notFound } from "../../../contract/errors";
import { execute, Prisma, query } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { holdSchema } from "../../records/record-writes";
import { storeNewOptions, withNewOptions } from "../../records/typecast";
import { raiseVersion } from "../../structure/schema-change";
import {
  findSchema,
  makeSchema,
  prepareField,
  type SchemaField,
  staleSchema,
  type TableSchema,
} from "../../structure/schemas";
import { requireFree } from "../../structure/siblings";
import { siblingsIn } from "../../structure/structure";
import { insertTables, type TableDraft } from "../../structure/tables";

/** The table that takes the rows of a file. */
export interface Target {
  /** The schema by which the file is read. */
  readonly schema: TableSchema;
  /** Locks or creates the table once the file is read. `newOptions` are fields with further options. */
  open(change: ChangeSet, reading: Reading): Promise<TableSchema>;
  /** Completes the table after its records are stored. */
  close(change: ChangeSet, schema: TableSchema): Promise<void>;
}

interface Reading {
  /** The fields of the columns. */
  readonly fields: readonly SchemaField[];
  readonly newOptions: readonly SchemaField[];
}

/** An existing table. */
export function existingTable(schema: TableSchema): Target {
  return {
    schema,
    async open(_, { fields, newOptions }) {
      await takeImportTurn(schema);
      return holdCurrent(withNewOptions(schema, newOptions), fields);
    },
    close: storeNewOptions,
  };
}

/**
 * Waits for other imports into the table, for as long as they take. Nothing else is locked yet, so that nobody waits
 * for this one meanwhile.
 */
async function takeImportTurn({ id }: TableSchema): Promise<void> {
  await execute(Prisma.sql`SET LOCAL lock_timeout = 0`);
  await execute(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`import ${id}`}, 0))`);
  await execute(Prisma.sql`SET LOCAL lock_timeout TO DEFAULT`);
}

/** Locks the schema. Accepts a newer one if the fields of the columns are the same, because reading a file takes long. */
async function holdCurrent(schema: TableSchema, columns: readonly SchemaField[]): Promise<TableSchema> {
  const { databaseId, id } = schema;
  const newest = await findSchema({ databaseId, tableId: id });
  const isSame = columns.every((column) => isSameField(column, newest?.fieldOf(column.id)));
  if (!newest || !isSame) throw staleSchema;
  const current = withNewOptions(newest, schema.newOptions);
  await holdSchema(current);
  return current;
}

function isSameField(one: SchemaField, other: SchemaField | undefined): boolean {
  return one.type === other?.type && JSON.stringify(one.template) === JSON.stringify(other.template);
}

/** A table that is created with the records, so that the database is locked only then. */
export function newTable(databaseId: string, draft: TableDraft): Target {
  const fields = draft.fields.map(({ id, name, type, template }) =>
    prepareField({ id, name, type, template: template as object }),
  );
  const primaryFieldId = fields[0]?.id ?? "";
  return {
    schema: makeSchema({ id: draft.id, databaseId, version: 0, primaryFieldId, fields }),
    async open(change, { newOptions }) {
      const place = { databaseId };
      const held = await query(Prisma.sql`SELECT FROM "Base" WHERE "id" = ${databaseId} FOR UPDATE`);
      if (held.length === 0) throw notFound("database", databaseId);
      const tables = await siblingsIn(place);
      requireFree(draft.name, tables, "this database has a table");
      const extended = new Map(newOptions.map(({ id, template }) => [id, template]));
      const all = draft.fields.map((field) => ({
        ...field,
        template: (extended.get(field.id) ?? field.template) as Prisma.InputJsonObject,
      }));
      await insertTables(change, place, [{ ...draft, fields: all, order: tables.length }]);
      await raiseVersion(place);
      const schema = await findSchema({ databaseId, tableId: draft.id });
      if (!schema) throw notFound("table", draft.id);
      return schema;
    },
    close: async () => {},
  };
}
