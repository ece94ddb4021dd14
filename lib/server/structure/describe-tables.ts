import type { Attachment } from "../../contract/attachments";
import { mapFiles } from "../../contract/config-files";
import type { DescribedField, DescribedTable } from "../../contract/database-file";
import { constraintsOf } from "../../field-types/constraints";
import { isNumbering } from "../records/numbering";
import { type FieldRow, presentView, type TableRow, type ViewRow } from "./structure";

/** Describes a table, its fields and views, without anything about deleted ones. */
export function describeTable({ id, name, primaryFieldId, fields, views }: TableRow): DescribedTable {
  return {
    id,
    name,
    primaryFieldId,
    fields: fields.map(describeField),
    views: views.filter(isCommon).map((view) => {
      const { id: viewId, name: viewName, type, config } = presentView(view, fields);
      return { id: viewId, name: viewName, type, config: mapFiles(config, unsigned) };
    }),
  };
}

/** Personal views stay with the original. */
function isCommon({ ownerId }: ViewRow): boolean {
  return ownerId === null;
}

/** A copy needs no signature, and a file of the database must not have one. */
function unsigned(file: Attachment): Attachment {
  return { ...file, url: file.url.replace(/\?.*$/, "") };
}

function describeField({
  id,
  name,
  type,
  template,
  description,
  lastNumber,
  ...rules
}: FieldRow): DescribedField {
  const numbers = isNumbering(type) ? { lastNumber } : {};
  const explained = description === null ? {} : { description };
  return {
    id,
    name,
    type,
    template: template as DescribedField["template"],
    ...explained,
    ...constraintsOf(rules),
    ...numbers,
  };
}
