import type { RecordColumn } from "../../field-types/field-type";
import { Prisma, type Sql } from "../db";
import { isoMoment } from "./iso-moment";

/** A column of `Record` that fields of some types show. */
interface ColumnSql {
  /** SQL: the stored value of a cell as JSON, NULL for an empty one. */
  readonly json: Sql;
  /** SQL: the value as text. */
  readonly text: Sql;
  /** Converts the text to the value of the property. */
  readonly read: (text: string) => string;
  /** Converts the value to that of a cell. Identity by default. */
  readonly cell?: (value: string) => unknown;
}

export const recordColumns: { readonly [Column in RecordColumn]: ColumnSql } = {
  createdAt: moment("createdAt"),
  updatedAt: moment("updatedAt"),
  source: {
    json: Prisma.sql`to_jsonb("Record"."source")`,
    text: Prisma.sql`"source"`,
    read: (text) => text,
  },
  createdById: person("createdById"),
  updatedById: person("updatedById"),
};

function moment(column: RecordColumn): ColumnSql {
  const { own, text } = named(column);
  return {
    json: Prisma.sql`to_jsonb(to_char(${own} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    text,
    read: isoMoment,
  };
}

/** Shown as a list of one person. */
function person(column: RecordColumn): ColumnSql {
  const { own, text } = named(column);
  return {
    json: Prisma.sql`CASE WHEN ${own} IS NOT NULL THEN jsonb_build_array(${own}) END`,
    text,
    read: (id) => id,
    cell: (id) => [id],
  };
}

function named(column: RecordColumn): { readonly own: Sql; readonly text: Sql } {
  return { own: Prisma.raw(`"Record"."${column}"`), text: Prisma.raw(`"${column}"::text`) };
}
