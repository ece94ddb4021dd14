import type { FilterKind } from "../../contract/filters";
import type { SelectTemplate } from "../../field-types/option";
import { Prisma, type Sql } from "../db";
import { partitionOf } from "../structure/partitions";
import type { Linked, Subject } from "./subjects";

/** How SQL reads a subject of each kind. `row` is the record it is read from, by the name it has in the statement. */
interface KindSql {
  /** The one value, NULL where the cell is empty; left out: the cell holds a list. */
  readonly value?: (subject: Subject, row: Sql) => Sql;
  /** What values are sorted by; left out: the value itself. */
  readonly rank?: (value: Sql, subject: Subject) => Sql;
  /** The SQL type of what values are sorted by; left out: text. */
  readonly rankType?: (subject: Subject) => SortType;
  readonly isEmpty: (subject: Subject, row: Sql) => Sql;
  /** A query of the texts in the cell, each as "text", in the words of the API. */
  readonly texts: (subject: Subject, row: Sql) => Sql;
}

export type SortType = "text" | "numeric" | "integer" | "boolean" | "timestamptz" | "uuid";

/** The record that a statement is about. */
export const ownRow = Prisma.sql`"Record"`;

/** Values of one kind are equal, ordered and empty in one way, whatever the type of the field. */
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

/** A subject's one value, NULL where the cell is empty. */
export function valueSql(subject: Subject, row: Sql): Sql {
  const { value } = kinds[subject.kind];
  if (!value) throw new Error(`${subject.name} holds a list`);
  return value(subject, row);
}

/** A subject's value as it is ordered. */
export function rankSql(subject: Subject, value = valueSql(subject, ownRow)): Sql {
  const { rank } = kinds[subject.kind];
  return rank ? rank(value, subject) : value;
}

/** The root collation of Unicode, which every PostgreSQL has, whatever its locale. */
export const unicode = Prisma.sql`"und-x-icu"`;

/**
 * Text without regard to case. At the end of a word Σ becomes ς, elsewhere σ; what is looked for may end where the
 * word goes on, so the two count as one.
 */
export function folded(text: Sql): Sql {
  return Prisma.sql`replace(lower(${text} COLLATE ${unicode}), 'ς', 'σ')`;
}

/** The same of a text that is here. */
export function foldedText(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

/** The value as JSON, NULL in an empty cell. */
export function cell({ id }: Subject, row: Sql): Sql {
  return Prisma.sql`${row}."data" -> ${id}`;
}

/** The value as text, NULL in an empty cell. */
export function cellText({ id }: Subject, row: Sql): Sql {
  return Prisma.sql`(${row}."data" ->> ${id})`;
}

/**
 * The texts that a cell's links lead to; of a link field itself, the names of the linked records. They are looked
 * up for each record by the indexes: made one join with what is around it, the query would go by statistics that
 * know nothing of a field which has just been filled, and could pair all links with all records.
 */
export function linkedTexts({ linked }: Subject, row: Sql): Sql {
  if (!linked) return nothing;
  // Each step has a name of its own: a lookup may look at another lookup.
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

/** The ids of the records that a link cell holds; in the same way. */
export function linkedIds({ linked }: Subject, row: Sql): Sql {
  if (!linked) return nothing;
  const { fieldId, own, other } = linked.side;
  return Prisma.sql`
    SELECT "Link".${other}::text AS "text" FROM "Link"
    WHERE "Link"."fieldId" = ${fieldId} AND "Link".${own} = ${row}."id"
    ${apart}`;
}

/** Passes over nothing: it keeps PostgreSQL from making the query one with what is around it. */
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

/** Whatever the locale, ISO dates compare as they are written. */
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

/** A moment as the API writes it. */
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
