import type { WrittenValues } from "../../contract/records";
import type { Prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { raiseVersion } from "../structure/schema-change";
import { makeSchema, prepareField, type SchemaField, type TableSchema } from "../structure/schemas";
import { watchTables } from "../structure/structure-watch";

/** The schema with options for what the written values name and their fields lack; the same where nothing is lacking. */
export function withWrittenOptions(schema: TableSchema, all: readonly WrittenValues[]): TableSchema {
  const templates = new Map<SchemaField, object>();
  for (const written of all) {
    for (const [key, value] of Object.entries(written)) {
      const field = schema.fieldOf(key);
      if (!field?.fieldType.optionsFor) continue;
      const before = templates.get(field) ?? field.template;
      const after = field.fieldType.optionsFor(value, before);
      if (after !== before) templates.set(field, after);
    }
  }
  if (templates.size === 0) return schema;
  const extended = new Map(
    [...templates].map(([field, template]) => [field, prepareField({ ...field, template })]),
  );
  const fields = schema.fields.map((field) => extended.get(field) ?? field);
  return { ...makeSchema({ ...schema, fields }), newOptions: [...extended.values()] };
}

/** Stores such options, last of all: what was written by this schema was written while it was the current one. */
export async function storeNewOptions(change: ChangeSet, schema: TableSchema): Promise<void> {
  if (schema.newOptions.length === 0) return;
  await watchTables(change, [schema.id]);
  for (const { id, template } of schema.newOptions) {
    await change.transaction.field.update({
      where: { id },
      data: { template: template as Prisma.InputJsonObject },
    });
  }
  await raiseVersion(change.transaction, schema);
}
