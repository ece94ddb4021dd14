import type { FilterKind } from "../../contract/filters";
import type { SelectTemplate } from "../../field-types/option";
import { Prisma, type Sql } from "../db";
import { partitionOf } from "../structure/partitions";
import type { Linked, Subject } from "./subjects";

/** SQL to read a subject of a kind. `row` is the name of the record in the statement. */
interface KindSql {
  /** The single value, NULL for an empty cell; omitted for lists. */
  readonly value?: (subject: Subject, row: Sql) => Sql;
  /** The sort key of a value; the value itself by default. */
  readonly rank?: (value: Sql, subject: Subject) => Sql;
  /** The SQL type of the sort key; text by default. */
  readonly rankType?: (subject: Subject) => SortType;
  readonly isEmpty: (subject: Subject, row: Sql) => Sql;
  /** A query for the texts in the cell, each as "text", in the form of responses. */
  readonly texts: (subject: Subject, row: Sql) => Sql;
}

export type SortType = "text" | "numeric" | "integer" | "boolean" | "timestamptz" | "uuid";

/** The record in the statement. */
export const ownRow = Prisma.sql`"Record"`;

/** SQL by kind: equality, order and emptiness depend only on the kind, not on the field type. */
export const kinds: Record<FilterKind, KindSql> = {
  text: {
    value: (subject, row) => Prisma.sql`nullif(${cellText(subject, row)}, '')`,
    rank: (value) => Prisma.sql`${value} COLLATE ${unicode}`,
    isEmpty: (subject, row) => Prisma.sql`coalesce(${cellText(subject, row)}, '') = ''`,
    texts: (subject, row) => oneText(cellText(subject, row)),
  },
  number: {
    value: (subject, row) => Prisma.sql`(${cell(subject, row)})::numeric`,
    rankType: () => "numeric",
    isEmpty: isAbsent,
    texts: (subject, row) => oneText(cellText(subject, row)),
  },
  boolean: {
    value: isTrue,
    rankType: () => "boolean",
    isEmpty: (subject, row) => Prisma.sql`NOT ${isTrue(subject, row)}`,
    texts: (subject, row) => oneText(Prisma.sql`${isTrue(subject, row)}::text`),
  },
  date: {
    value: cellText,
    rank: byBytes,
    isEmpty: isAbsent,
    texts: (subject, row) => oneText(cellText(subject, row)),
  },
  timestamp: {
    value: (subject, row) => column(subject, row) ?? cellText(subject, row),
    rank: (value, subject) => (subject.column === undefined ? byBytes(value) : value),
    rankType: (subject) => (subject.column === undefined ? "text" : "timestamptz"),
    isEmpty: (subject, row) => (subject.column === undefined ? isAbsent(subject, row) : no),
    texts: (subject, row) => oneText(isoText(subject, row)),
  },
  option: {
    value: cellText,
    rank: (value, { template }) => Prisma.sql`array_position(${optionIds(template)}::text[], ${value})`,
    rankType: () => "integer",
    isEmpty: isAbsent,
    texts: (subject, row) => oneText(label(subject, cellText(subject, row))),
  },
  options: {
    isEmpty: isAbsent,
    texts: (subject, row) => Prisma.sql`
      SELECT ${label(subject, Prisma.sql`option."id"`)} AS "text"
      FROM jsonb_array_elements_text(${cell(subject, row)}) AS option ("id")`,
  },
  files: {
    isEmpty: isAbsent,
    texts: (subject, row) => Prisma.sql`
      SELECT file."entry" ->> 'originalName' AS "text" FROM jsonb_array_elements(${cell(subject, row)}) AS file ("entry")`,
  },
  links: {
    isEmpty: (subject, row) => Prisma.sql`NOT EXISTS (${linkedIds(subject, row)})`,
    texts: linkedIds,
  },
  lookup: {
    isEmpty: (subject, row) => Prisma.sql`NOT EXISTS (${linkedTexts(subject, row)})`,
    texts: linkedTexts,
  },
  id: {
    value: ownColumn,
    rankType: () => "uuid",
    isEmpty: () => no,
    texts: (subject, row) => oneText(Prisma.sql`${ownColumn(subject, row)}::text`),
  },
  source: {
    value: ownColumn,
    rank: byBytes,
    isEmpty: () => no,
    texts: (subject, row) => oneText(ownColumn(subject, row)),
  },
};

/** The single value of a subject, NULL for an empty cell. */
export function valueSql(subject: Subject, row: Sql): Sql {
  const { value } = kinds[subject.kind];
  if (!value) throw new Error(`${subject.name} holds a list`);
  return value(subject, row);
}

/** The sort key of a subject. */
export function rankSql(subject: Subject, value = valueSql(subject, ownRow)): Sql {
  const { rank } = kinds[subject.kind];
  return rank ? rank(value, subject) : value;
}

/** The root collation of Unicode, available in every PostgreSQL regardless of its locale. */
export const unicode = Prisma.sql`"und-x-icu"`;

/** Case-folds text. Maps both forms of the lower-case sigma to one, because a search text may end within a word. */
export function folded(text: Sql): Sql {
  return Prisma.sql`replace(lower(${text} COLLATE ${unicode}), 'ς', 'σ')`;
}

/** Case-folds a text in memory, like `folded`. */
export function foldedText(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** The value as JSON, NULL for an empty cell. */
export function cell({ id }: Subject, row: Sql): Sql {
  return Prisma.sql`${row}."data" -> ${id}`;
}

/** The value as text, NULL for an empty cell. */
export function cellText({ id }: Subject, row: Sql): Sql {
  return Prisma.sql`(${row}."data" ->> ${id})`;
}

/**
 * The texts that a cell's links lead to; for a link field, the names of the linked records. Looked up per record by
 * index: as one join with the outer query, the planner would rely on statistics that do not include a newly filled
 * field, and could pair all links with all records.
 */
export function linkedTexts({ linked }: Subject, row: Sql): Sql {
  if (!linked) return nothing;
  // Unique aliases per step, because a lookup may read another lookup.
  const [link, record, item] = ["link", "linked", "item"].map((name) =>
    Prisma.raw(`"${name}${stepsOf(linked)}"`),
  ) as [Sql, Sql, Sql];
  const { side, tableId, target } = linked;
  return Prisma.sql`
    SELECT ${item}."text" FROM "Link" AS ${link}
    CROSS JOIN LATERAL (
      SELECT * FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = ${link}.${side.other} ${apart}
    ) AS ${record}
    CROSS JOIN LATERAL (${kinds[target.kind].texts(target, record)}) AS ${item}
    WHERE ${link}."fieldId" = ${side.fieldId} AND ${link}.${side.own} = ${row}."id" AND ${item}."text" <> ''
    ${apart}`;
}

/** The ids of the records in a link cell, looked up in the same way. */
export function linkedIds({ linked }: Subject, row: Sql): Sql {
  if (!linked) return nothing;
  const { fieldId, own, other } = linked.side;
  return Prisma.sql`
    SELECT "Link".${other}::text AS "text" FROM "Link"
    WHERE "Link"."fieldId" = ${fieldId} AND "Link".${own} = ${row}."id"
    ${apart}`;
}

/** Prevents PostgreSQL from flattening the subquery into the outer query. */
const apart = Prisma.sql`OFFSET 0`;

const no = Prisma.sql`false`;
const nothing = Prisma.sql`SELECT NULL AS "text" WHERE false`;

function stepsOf({ target }: Linked): number {
  return target.linked ? 1 + stepsOf(target.linked) : 1;
}

function oneText(text: Sql): Sql {
  return Prisma.sql`SELECT ${text} AS "text"`;
}

function column(subject: Subject, row: Sql): Sql | undefined {
  return subject.column === undefined ? undefined : Prisma.sql`${row}.${Prisma.raw(`"${subject.column}"`)}`;
}

function ownColumn(subject: Subject, row: Sql): Sql {
  const found = column(subject, row);
  if (!found) throw new Error(`${subject.name} is not a column`);
  return found;
}

/** ISO dates compare bytewise, regardless of the locale. */
function byBytes(value: Sql): Sql {
  return Prisma.sql`${value} COLLATE "C"`;
}

function isAbsent(subject: Subject, row: Sql): Sql {
  return Prisma.sql`${cell(subject, row)} IS NULL`;
}

/** An unticked checkbox is not stored. */
function isTrue(subject: Subject, row: Sql): Sql {
  return Prisma.sql`(${cellText(subject, row)} IS NOT DISTINCT FROM 'true')`;
}

/** A timestamp in the form of responses. */
function isoText(subject: Subject, row: Sql): Sql {
  const moment = column(subject, row);
  if (!moment) return cellText(subject, row);
  return Prisma.sql`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function label({ template }: Subject, optionId: Sql): Sql {
  const labels = (template as SelectTemplate).options.map((option) => [option.value, option.label]);
  return Prisma.sql`${JSON.stringify(Object.fromEntries(labels))}::jsonb ->> ${optionId}`;
}

function optionIds(template: object): string[] {
  return (template as SelectTemplate).options.map(({ value }) => value ?? "");
}
