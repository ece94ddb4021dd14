import { copyOf } from "@/components/fields/field-copy";
import { isSystemField, mapFields } from "@/lib/contract/config-fields";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { View, ViewConfigUpdate } from "@/lib/contract/views";
import { fieldType, isDerived, isLink } from "@/lib/field-types";

/**
 * The request body that creates a copy of a table. Links to the table itself become links to the copy. Of such a
 * pair only one field is requested: the API creates the other.
 */
export function tableCopy(table: Table, name: string) {
  return { name, fields: copiedFields(table).map((field) => fieldCopy(table, field, name)) };
}

/** The fields that the request for a copy names. */
export function copiedFields({ id, fields }: Pick<Table, "id" | "fields">): Field[] {
  return fields.filter(
    (field) => !(isLink(field) && field.template.tableId === id && field.template.isInverse),
  );
}

/** The fields whose values are copied: neither computed ones nor links within the table. */
export function writtenFields(table: Pick<Table, "id" | "fields">): Field[] {
  const own = new Set(selfLinks(table));
  return copiedFields(table).filter((field) => !fieldType(field.type).isComputed && !own.has(field));
}

/** The fields that link records of the table to each other. */
export function selfLinks(table: Pick<Table, "id" | "fields">): Field[] {
  return copiedFields(table).filter((field) => isLink(field) && field.template.tableId === table.id);
}

/** The ids of a copy's fields by those of the original's. */
export function copiedIds(table: Table, copy: Pick<Table, "fields">): Map<string, string> {
  const byName = new Map(copy.fields.map(({ id, name }) => [name, id]));
  return new Map(
    copiedFields(table).flatMap(({ id, name }) => {
      const copied = byName.get(name);
      return copied === undefined ? [] : [[id, copied]];
    }),
  );
}

/** Maps a view's config to the fields of the copy. */
export function copiedConfig({ config }: View, ids: ReadonlyMap<string, string>): ViewConfigUpdate {
  // Record attributes such as `createdAt` have the same name in every table.
  return mapFields(config, (id) => (isSystemField(id) ? id : ids.get(id)));
}

function fieldCopy(table: Table, field: Field, name: string) {
  const copy = copyOf(field, field.name);
  if (isLink(field)) {
    const tableId = field.template.tableId === table.id ? name : field.template.tableId;
    return { ...copy, template: { ...copy.template, tableId } };
  }
  return isDerived(field) ? { ...copy, template: lookupTemplate(table, field) } : copy;
}

/** The template of a copied lookup. Fields of the copy itself have no ids yet, so names stand for them. */
function lookupTemplate({ id, fields }: Table, { template }: Field) {
  const link = fields.find((field) => field.id === template.linkFieldId);
  const target = fields.find((field) => field.id === template.targetFieldId);
  const isOwn = link?.template.tableId === id;
  return {
    linkFieldId: link?.name ?? template.linkFieldId,
    targetFieldId: isOwn && target ? target.name : template.targetFieldId,
  };
}
