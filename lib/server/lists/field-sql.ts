import type { FilterKind } from "../../contract/filters";
import type { SelectTemplate } from "../../field-types/option";
import type { PeopleTemplate } from "../../field-types/people";
import { itemOf } from "../../formulas/types";
import { apart, joinsOf, linkedIds as linksOf, noPasses } from "../computed/expression";
import { Prisma, type Sql } from "../db";
import { recordColumns } from "../records/record-columns";
import { partitionOf } from "../structure/partitions";
import type { Subject } from "./subject";

/** SQL to read a subject of a kind, in the record of the statement. */
interface KindSql {
  /** The single value, NULL for an empty cell; omitted for lists. */
  readonly value?: (subject: Subject) => Sql;
  /** The sort key of a value; the value itself by default. */
  readonly rank?: (value: Sql, subject: Subject) => Sql;
  /** The SQL type of the sort key; text by default. */
  readonly rankType?: (subject: Subject) => SortType;
  readonly isEmpty: (subject: Subject) => Sql;
  /** A query for the texts in the cell, each as "text", in the form of responses. */
  readonly texts: (subject: Subject) => Sql;
}

export type SortType = "text" | "numeric" | "integer" | "boolean" | "timestamptz" | "uuid";

/** The record in the statement. */
export const ownRow = Prisma.sql`"Record"`;

/** SQL by kind: equality, order and emptiness depend only on the kind, not on the field type. */
export const kinds: Record<FilterKind, KindSql> = {
  text: {
    value: (subject) => Prisma.sql`nullif(${cellText(subject)}, '')`,
    rank: (value) => Prisma.sql`${value} COLLATE ${unicode}`,
    isEmpty: (subject) => Prisma.sql`coalesce(${cellText(subject)}, '') = ''`,
    texts: (subject) => oneText(cellText(subject)),
  },
  number: {
    // The cast also keeps ORDER BY from taking the constant of a formula as the number of a column.
    value: (subject) => Prisma.sql`(${subject.expression?.value ?? cell(subject)})::numeric`,
    rankType: () => "numeric",
    isEmpty: isAbsent,
    texts: (subject) => oneText(cellText(subject)),
  },
  boolean: {
    value: isTrue,
    rankType: () => "boolean",
    isEmpty: (subject) => Prisma.sql`NOT ${isTrue(subject)}`,
    texts: (subject) => oneText(Prisma.sql`${isTrue(subject)}::text`),
  },
  date: {
    value: cellText,
    rank: byBytes,
    isEmpty: isAbsent,
    texts: (subject) => oneText(cellText(subject)),
  },
  timestamp: {
    value: (subject) => subject.expression?.value ?? column(subject) ?? cellText(subject),
    rank: (value, subject) => (isMomentSql(subject) ? value : byBytes(value)),
    rankType: (subject) => (isMomentSql(subject) ? "timestamptz" : "text"),
    isEmpty: (subject) => (subject.column === undefined ? isAbsent(subject) : no),
    texts: (subject) => {
      const moment = column(subject);
      return oneText(moment ? isoText(moment) : cellText(subject));
    },
  },
  option: {
    value: cellText,
    rank: (value, { template }) => Prisma.sql`array_position(${optionIds(template)}::text[], ${value})`,
    rankType: () => "integer",
    isEmpty: isAbsent,
    texts: (subject) => oneText(label(subject, cellText(subject))),
  },
  options: {
    isEmpty: isAbsent,
    texts: (subject) => Prisma.sql`
      SELECT ${label(subject, Prisma.sql`option."id"`)} AS "text"
      FROM jsonb_array_elements_text(${cell(subject)}) AS option ("id")`,
  },
  people: {
    isEmpty: isAbsent,
    texts: (subject) => Prisma.sql`
      SELECT ${namesOf(subject.template)} ->> person."id" AS "text"
      FROM jsonb_array_elements_text(${cell(subject)}) AS person ("id")`,
  },
  files: {
    isEmpty: isAbsent,
    texts: (subject) => Prisma.sql`
      SELECT file."entry" ->> 'originalName' AS "text" FROM jsonb_array_elements(${cell(subject)}) AS file ("entry")`,
  },
  links: {
    isEmpty: (subject) => Prisma.sql`NOT EXISTS (${linkedIds(subject)})`,
    texts: linkedIds,
  },
  lookup: {
    isEmpty: (subject) => Prisma.sql`NOT EXISTS (${lookedUpTexts(subject)})`,
    texts: lookedUpTexts,
  },
  list: {
    isEmpty: (subject) => Prisma.sql`NOT EXISTS (${itemTexts(subject)})`,
    texts: itemTexts,
  },
  id: {
    value: ownColumn,
    rankType: () => "uuid",
    isEmpty: () => no,
    texts: (subject) => oneText(Prisma.sql`${ownColumn(subject)}::text`),
  },
  source: {
    value: ownColumn,
    rank: byBytes,
    isEmpty: () => no,
    texts: (subject) => oneText(ownColumn(subject)),
  },
};

/** The single value of a subject, NULL for an empty cell. */
export function valueSql(subject: Subject): Sql {
  const { value } = kinds[subject.kind];
  if (!value) throw new Error(`${subject.name} holds a list`);
  return value(subject);
}

/** The sort key of a subject. */
export function rankSql(subject: Subject, value = valueSql(subject)): Sql {
  const { rank } = kinds[subject.kind];
  return rank ? rank(value, subject) : value;
}

/** The root collation of Unicode, available in every PostgreSQL regardless of its locale. */
export const unicode = Prisma.sql`"und-x-icu"`;

/** Case-folds text, like `foldedText`. Maps both forms of the lower-case sigma to one, because a search text may end within a word. */
export function folded(text: Sql): Sql {
  return Prisma.sql`replace(lower(${text} COLLATE ${unicode}), 'ς', 'σ')`;
}

/** The stored value as JSON, NULL for an empty cell. */
export function cell({ id, field }: Subject): Sql {
  const column = field?.fieldType.column;
  return column ? recordColumns[column].json : Prisma.sql`${ownRow}."data" -> ${id}`;
}

/** The value as text, NULL for an empty cell. */
export function cellText({ id, kind, expression }: Subject): Sql {
  if (!expression) return Prisma.sql`(${ownRow}."data" ->> ${id})`;
  const { value } = expression;
  if (kind === "number") return Prisma.sql`trim_scale(${value})::text`;
  if (kind === "date") return Prisma.sql`to_char(${value}, 'YYYY-MM-DD')`;
  return kind === "timestamp" ? isoText(value) : Prisma.sql`(${value})::text`;
}

/** True if the value is SQL of a moment; stored timestamps are texts. */
export function isMomentSql({ column, expression }: Subject): boolean {
  return column !== undefined || expression !== undefined;
}

/**
 * The texts that a cell's links lead to; for a link field, the names of the linked records. Looked up per record by
 * index: as one join with the outer query, the planner would rely on statistics that do not include a newly filled
 * field, and could pair all links with all records.
 */
export function linkedTexts({ linked }: Subject): Sql {
  if (!linked) return nothing;
  const { side, tableId, target } = linked;
  return Prisma.sql`
    SELECT "item"."text" FROM (${linksOf(side)}) AS "link"
    CROSS JOIN LATERAL (
      SELECT * FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = "link"."linkedId" ${apart}
    ) AS ${ownRow} ${joinsOf(target.expression?.passes ?? noPasses, "each")}
    CROSS JOIN LATERAL (${kinds[target.kind].texts(target)}) AS "item"
    WHERE "item"."text" <> '' ${apart}`;
}

/** The texts in a lookup cell: none if one of the values is an error. */
function lookedUpTexts(subject: Subject): Sql {
  const errors = linkedErrors(subject);
  if (!errors) return linkedTexts(subject);
  return Prisma.sql`SELECT "all"."text" FROM (${linkedTexts(subject)}) AS "all" WHERE NOT EXISTS (${errors})`;
}

/** A query for the errors among the values of a lookup; undefined if there can be none. */
function linkedErrors({ linked }: Subject): Sql | undefined {
  if (!linked) return undefined;
  const { side, tableId, target } = linked;
  const { error, passes = noPasses } = target.expression ?? {};
  const behind = target.kind === "lookup" ? linkedErrors(target) : undefined;
  const isError = error ? Prisma.sql`${error} IS NOT NULL` : behind && Prisma.sql`EXISTS (${behind})`;
  return (
    isError &&
    Prisma.sql`
    SELECT 1 FROM (${linksOf(side)}) AS "link"
    CROSS JOIN LATERAL (
      SELECT * FROM ${partitionOf(tableId)} WHERE "tableId" = ${tableId} AND "id" = "link"."linkedId" ${apart}
    ) AS ${ownRow} ${joinsOf(passes, "each")} WHERE ${isError} ${apart}`
  );
}

/** The ids of the records in a link cell, looked up in the same way. */
export function linkedIds({ linked }: Subject): Sql {
  if (!linked) return nothing;
  return Prisma.sql`SELECT "link"."linkedId"::text AS "text" FROM (${linksOf(linked.side)}) AS "link"`;
}

/** The texts of the items in a computed list. */
function itemTexts({ expression }: Subject): Sql {
  if (!expression) return nothing;
  const item = Prisma.raw(`"items"."item"`);
  const text = {
    number: Prisma.sql`trim_scale(${item})::text`,
    text: item,
    checkbox: Prisma.sql`${item}::text`,
    date: Prisma.sql`to_char(${item}, 'YYYY-MM-DD')`,
    datetime: isoText(item),
    blank: item,
  }[itemOf(expression.type)];
  return Prisma.sql`
    SELECT ${text} AS "text" FROM unnest(${expression.value}) AS "items" ("item")
    WHERE ${item} IS NOT NULL AND ${text} <> ''`;
}

const no = Prisma.sql`false`;
const nothing = Prisma.sql`SELECT NULL AS "text" WHERE false`;

function oneText(text: Sql): Sql {
  return Prisma.sql`SELECT ${text} AS "text"`;
}

function column(subject: Subject): Sql | undefined {
  return subject.column === undefined
    ? undefined
    : Prisma.sql`${ownRow}.${Prisma.raw(`"${subject.column}"`)}`;
}

function ownColumn(subject: Subject): Sql {
  const found = column(subject);
  if (!found) throw new Error(`${subject.name} is not a column`);
  return found;
}

/** ISO dates compare bytewise, regardless of the locale. */
function byBytes(value: Sql): Sql {
  return Prisma.sql`${value} COLLATE "C"`;
}

function isAbsent(subject: Subject): Sql {
  return Prisma.sql`(${subject.expression?.value ?? cell(subject)}) IS NULL`;
}

/** An unticked checkbox is not stored. */
function isTrue(subject: Subject): Sql {
  const { expression } = subject;
  if (expression) return Prisma.sql`coalesce(${expression.value}, false)`;
  return Prisma.sql`(${cellText(subject)} IS NOT DISTINCT FROM 'true')`;
}

/** A moment in the form of responses. */
export function isoText(moment: Sql): Sql {
  return Prisma.sql`to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function label({ template }: Subject, optionId: Sql): Sql {
  const labels = (template as SelectTemplate).options.map((option) => [option.value, option.label]);
  return Prisma.sql`${JSON.stringify(Object.fromEntries(labels))}::jsonb ->> ${optionId}`;
}

/** SQL: the names of people by their ids. */
export function namesOf(template: object): Sql {
  const { people = [] } = template as PeopleTemplate;
  return Prisma.sql`${JSON.stringify(Object.fromEntries(people.map(({ id, name }) => [id, name])))}::jsonb`;
}

function optionIds(template: object): string[] {
  return (template as SelectTemplate).options.map(({ value }) => value ?? "");
}
