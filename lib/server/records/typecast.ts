import type { WrittenValues } from "../../contract/records";
import { requireMay } from "../access/may";
import { type Prisma, prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { raiseVersion } from "../structure/schema-change";
import { prepareField, type SchemaField, type TableSchema, withFields } from "../structure/schemas";
import { watchTables } from "../structure/structure-watch";

/** The schema with options for unknown labels in the written values; the same schema if none are missing. */
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
  return withNewOptions(
    schema,
    [...templates].map(([field, template]) => prepareField({ ...field, template })),
  );
}

/** The schema with these fields, which have more options; the same schema if there are none. */
export function withNewOptions(schema: TableSchema, extended: readonly SchemaField[]): TableSchema {
  if (extended.length === 0) return schema;
  return { ...withFields(schema, extended), newOptions: extended };
}

/**
 * Stores these options last, so that the schema stays current during the write. Throws a 403 for authors who may not add
 * options.
 */
export async function storeNewOptions(change: ChangeSet, schema: TableSchema): Promise<void> {
  if (schema.newOptions.length === 0) return;
  requireMay(change.author.actor, "add-options", change.databaseId);
  await watchTables(change, [schema.id]);
  for (const { id, template } of schema.newOptions) {
    await prisma().field.update({
      where: { id },
      data: { template: template as Prisma.InputJsonObject },
    });
  }
  await raiseVersion(schema);
}
