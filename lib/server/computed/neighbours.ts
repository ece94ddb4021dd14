import { isDerived, isLink } from "../../field-types";
import { Catalog } from "../../field-types/computed/catalog";
import { linkOf } from "../records/link-side";
import { relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";

/** The tables that the computed fields of a table read, itself included. */
export interface Neighbours {
  readonly catalog: Catalog;
  schemaOf(tableId: string): TableSchema | undefined;
}

const known = new WeakMap<TableSchema, Promise<Neighbours>>();

/** Loads the schemas that the computed fields of a table read, directly or through others. */
export function neighboursOf(schema: TableSchema): Promise<Neighbours> {
  const found = known.get(schema) ?? load(schema);
  known.set(schema, found);
  found.catch(() => known.delete(schema));
  return found;
}

async function load(schema: TableSchema): Promise<Neighbours> {
  const schemas = new Map([[schema.id, schema]]);
  const visited = new Set<string>();
  const left = schema.fields.filter(isDerived).map((field) => ({ within: schema, field }));
  for (let next = left.pop(); next; next = left.pop()) {
    const { within, field } = next;
    if (visited.has(field.id)) continue;
    visited.add(field.id);
    const reads = readsIn(field);
    const beyond: TableSchema[] = [];
    for (const link of within.fields.filter((each) => reads.has(each.id) && isLink(each))) {
      const linked = await relatedSchema(schema, linkOf(link).tableId);
      schemas.set(linked.id, linked);
      beyond.push(linked);
    }
    for (const table of new Set([within, ...beyond])) {
      for (const read of table.fields) {
        const isRead = reads.has(read.id) || read.id === table.primaryFieldId;
        if (isRead && (isDerived(read) || isLink(read))) left.push({ within: table, field: read });
      }
    }
  }
  const tables = [...schemas.values()].map(({ id, primaryFieldId, fields }) => ({
    id,
    primaryFieldId,
    fields: fields.map((field) => ({ ...field, tableId: id })),
  }));
  return { catalog: new Catalog(tables), schemaOf: (tableId) => schemas.get(tableId) };
}

/** Ids of the fields that a field needs: a link field itself, to reach the records behind it. */
function readsIn(field: SchemaField): ReadonlySet<string> {
  return new Set(isLink(field) ? [field.id] : field.fieldType.reads?.(field.template));
}
