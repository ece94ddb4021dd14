import type { SelectTemplate } from "../../field-types/option";
import type { StorageKind } from "../../field-types/storage";
import { isList, type Type } from "../../formulas";
import { Prisma, type Sql } from "../db";
import { namesOf } from "../lists/field-sql";
import { recordColumns } from "../records/record-columns";
import type { SchemaField } from "../structure/schemas";

/** The value of a stored field, in the type in which formulas see it; NULL for an empty cell. */
export function storedValue({ id, template, fieldType }: SchemaField): Sql {
  const { column, storage } = fieldType;
  const read = byStorage[storage];
  if (column !== undefined) {
    const own = Prisma.raw(`"Record"."${column}"`);
    return storage === "people" && read
      ? read({ text: own, json: recordColumns[column].json }, template)
      : own;
  }
  if (!read) throw new Error(`values of ${fieldType.type} are not in the record`);
  // In the text of the statement, because a formula reads many fields, and each parameter takes time.
  const text = Prisma.raw(`("Record"."data" ->> '${id}')`);
  const json = Prisma.raw(`("Record"."data" -> '${id}')`);
  return read({ text, json }, template);
}

/** A stored cell, as text and as JSON. */
interface Cell {
  readonly text: Sql;
  readonly json: Sql;
}

const byStorage: { readonly [Kind in StorageKind]?: (cell: Cell, template: object) => Sql } = {
  text: ({ text }) => text,
  number: ({ json }) => Prisma.sql`(${json})::numeric`,
  boolean: ({ text }) => Prisma.sql`(${text} IS NOT DISTINCT FROM 'true')`,
  date: ({ text }) => Prisma.sql`(${text})::date`,
  timestamp: ({ text }) => Prisma.sql`(${text})::timestamptz`,
  option: ({ text }, template) => Prisma.sql`(${labels(template)} ->> ${text})`,
  options: ({ json }, template) => Prisma.sql`(
    SELECT array_agg(${labels(template)} ->> "option"."id" ORDER BY "option"."number")
    FROM jsonb_array_elements_text(${json}) WITH ORDINALITY AS "option" ("id", "number"))`,
  people: ({ json }, template) => Prisma.sql`(
    SELECT array_agg(${namesOf(template)} ->> "person"."id" ORDER BY "person"."number")
    FROM jsonb_array_elements_text(${json}) WITH ORDINALITY AS "person" ("id", "number"))`,
  files: ({ json }) => Prisma.sql`(
    SELECT array_agg("file"."entry" ->> 'originalName' ORDER BY "file"."number")
    FROM jsonb_array_elements(${json}) WITH ORDINALITY AS "file" ("entry", "number"))`,
};

/** Labels of options by their ids. */
function labels(template: object): Sql {
  const { options } = template as SelectTemplate;
  return Prisma.sql`${JSON.stringify(Object.fromEntries(options.map(({ value, label }) => [value, label])))}::jsonb`;
}

/** NULL of a type. */
export function nullOf(type: Type): Sql {
  return Prisma.raw(
    `NULL::${sqlTypes[type.replace("[]", "") as keyof typeof sqlTypes]}${isList(type) ? "[]" : ""}`,
  );
}

const sqlTypes = {
  number: "numeric",
  text: "text",
  checkbox: "boolean",
  date: "date",
  datetime: "timestamptz",
  blank: "text",
};
