import type * as z from "zod";
import type { FilterKind, Operator } from "../../contract/filters";
import type { SelectTemplate } from "../../field-types/option";
import type { PeopleTemplate } from "../../field-types/people";
import type { Span } from "../../field-types/span";
import { foldedText } from "../../field-types/text";
import { context } from "../context";
import { Prisma, type Sql } from "../db";
import { cell, cellText, folded, isMomentSql, kinds, ownRow, rankSql } from "./field-sql";
import {
  date,
  fieldValue,
  flag,
  listOf,
  nothing,
  number,
  option,
  person,
  span,
  text,
  uuid,
} from "./operands";
import type { Subject } from "./subject";

/** An operator of filters: its operand and its SQL condition. */
export interface SqlOperator<Operand = unknown> {
  /** Shape of the operand. */
  readonly operand: (subject: Subject) => z.ZodType<Operand>;
  /** The condition; may be NULL for an empty cell. */
  readonly toSql: (subject: Subject, operand: Operand) => Sql;
}

type SqlOperators = { readonly [Name in Operator]?: SqlOperator };

const isEmpty = sqlOperator(nothing, (subject) => kinds[subject.kind].isEmpty(subject));

/** The operators of each kind; missing ones negate another (`opposites`). */
export const sqlOperators: Record<FilterKind, SqlOperators> = {
  text: {
    equals: sqlOperator(text, (subject, wanted) => Prisma.sql`${ownText(subject)} = ${wanted}`),
    in: sqlOperator(listOf(text), (subject, wanted) => isAny(ownText(subject), wanted)),
    contains: sqlOperator(text, (subject, piece) => contains(ownText(subject), piece)),
    starts_with: sqlOperator(text, (subject, piece) => startsWith(ownText(subject), piece)),
    ends_with: sqlOperator(text, (subject, piece) => endsWith(ownText(subject), piece)),
    is_empty: isEmpty,
  },
  number: amounts(number, Prisma.sql`numeric`),
  date: amounts(date, Prisma.sql`text`),
  timestamp: {
    equals: sqlOperator(span, within),
    in: sqlOperator(listOf(span), (subject, spans) =>
      spans.length === 0
        ? Prisma.sql`false`
        : Prisma.join(
            spans.map((each) => within(subject, each)),
            " OR ",
          ),
    ),
    greater_than: sqlOperator(
      span,
      (subject, { until }) => Prisma.sql`${rankSql(subject)} >= ${at(subject, until)}`,
    ),
    greater_than_or_equal_to: sqlOperator(
      span,
      (subject, { from }) => Prisma.sql`${rankSql(subject)} >= ${at(subject, from)}`,
    ),
    less_than: sqlOperator(
      span,
      (subject, { from }) => Prisma.sql`${rankSql(subject)} < ${at(subject, from)}`,
    ),
    less_than_or_equal_to: sqlOperator(
      span,
      (subject, { until }) => Prisma.sql`${rankSql(subject)} < ${at(subject, until)}`,
    ),
    is_empty: isEmpty,
  },
  boolean: { equals: sqlOperator(flag, (subject, wanted) => Prisma.sql`${rankSql(subject)} = ${wanted}`) },
  option: {
    equals: sqlOperator(option, (subject, wanted) => Prisma.sql`${ownText(subject)} = ${wanted}`),
    in: sqlOperator(listOf(option), (subject, wanted) => isAny(ownText(subject), wanted)),
    contains: byLabel((label, piece) => label.includes(piece)),
    starts_with: byLabel((label, piece) => label.startsWith(piece)),
    ends_with: byLabel((label, piece) => label.endsWith(piece)),
    is_empty: isEmpty,
  },
  options: {
    contains: sqlOperator(option, (subject, wanted) => holdsAny(subject, [wanted])),
    in: sqlOperator(listOf(option), holdsAny),
    is_empty: isEmpty,
  },
  people: {
    contains: sqlOperator(person, (subject, wanted) => holdsAny(subject, [wanted])),
    in: sqlOperator(listOf(person), holdsAny),
    is_me: sqlOperator(nothing, (subject) => holdsAny(subject, [context().caller?.personId ?? ""])),
    is_empty: isEmpty,
  },
  files: {
    contains: sqlOperator(text, (subject, piece) =>
      someText(kinds.files.texts(subject), (name) => contains(name, piece)),
    ),
    is_empty: isEmpty,
  },
  links: {
    contains: sqlOperator(uuid, (subject, wanted) => linksToAny(subject, [wanted])),
    in: sqlOperator(listOf(uuid), linksToAny),
    is_empty: isEmpty,
  },
  lookup: {
    contains: sqlOperator(text, (subject, piece) =>
      someText(kinds.lookup.texts(subject), (item) => contains(item, piece)),
    ),
    in: sqlOperator(listOf(text), (subject, wanted) =>
      someText(kinds.lookup.texts(subject), (item) => isAny(item, wanted)),
    ),
    is_empty: isEmpty,
  },
  list: {
    contains: sqlOperator(text, (subject, piece) =>
      someText(kinds.list.texts(subject), (item) => contains(item, piece)),
    ),
    in: sqlOperator(listOf(text), (subject, wanted) =>
      someText(kinds.list.texts(subject), (item) => isAny(item, wanted)),
    ),
    is_empty: isEmpty,
  },
  id: {
    equals: sqlOperator(uuid, (subject, wanted) => Prisma.sql`${rankSql(subject)} = ${wanted}::uuid`),
    in: sqlOperator(
      listOf(uuid),
      (subject, wanted) => Prisma.sql`${rankSql(subject)} = ANY(${wanted}::uuid[])`,
    ),
  },
  source: {
    equals: sqlOperator(fieldValue, (subject, wanted) => Prisma.sql`${rankSql(subject)} = ${wanted}`),
    in: sqlOperator(listOf(fieldValue), (subject, wanted) => isAny(rankSql(subject), wanted)),
  },
};

/** The ids of the options whose labels match, ignoring case. */
export function optionsWhere({ template }: Subject, passes: (label: string) => boolean): string[] {
  return (template as SelectTemplate).options
    .filter(({ label }) => passes(foldedText(label)))
    .map(({ value }) => value ?? "");
}

/** The ids of the people whose names contain a text, ignoring case. */
export function peopleNamed({ template }: Subject, text: string): string[] {
  const { people = [] } = template as PeopleTemplate;
  return people.filter(({ name }) => foldedText(name ?? "").includes(foldedText(text))).map(({ id }) => id);
}

/** SQL: a list of options or people contains any of these. */
export function holdsAny(subject: Subject, ids: readonly string[]): Sql {
  return Prisma.sql`jsonb_exists_any(${cell(subject)}, ${ids}::text[])`;
}

/** SQL: any text of a query matches. */
export function someText(texts: Sql, passes: (text: Sql) => Sql): Sql {
  return Prisma.sql`EXISTS (SELECT FROM (${texts}) AS each WHERE ${passes(Prisma.sql`each."text"`)})`;
}

/** SQL: contains a text. Uses no pattern, so that `%`, `_` and `\` have no special meaning. */
export function contains(whole: Sql, piece: string): Sql {
  return Prisma.sql`strpos(${folded(whole)}, ${folded(Prisma.sql`${piece}::text`)}) > 0`;
}

export function isAny(value: Sql, wanted: readonly string[]): Sql {
  return Prisma.sql`${value} = ANY(${wanted}::text[])`;
}

function startsWith(whole: Sql, piece: string): Sql {
  return Prisma.sql`starts_with(${folded(whole)}, ${folded(Prisma.sql`${piece}::text`)})`;
}

function endsWith(whole: Sql, piece: string): Sql {
  const end = folded(Prisma.sql`${piece}::text`);
  return Prisma.sql`right(${folded(whole)}, length(${end})) = ${end}`;
}

/** The operators of ordered values. */
function amounts<Operand>(operand: () => z.ZodType<Operand>, type: Sql): SqlOperators {
  const compared = (operator: Sql) =>
    sqlOperator(operand, (subject, wanted) => Prisma.sql`${rankSql(subject)} ${operator} ${wanted}::${type}`);
  return {
    equals: compared(Prisma.sql`=`),
    greater_than: compared(Prisma.sql`>`),
    greater_than_or_equal_to: compared(Prisma.sql`>=`),
    less_than: compared(Prisma.sql`<`),
    less_than_or_equal_to: compared(Prisma.sql`<=`),
    in: sqlOperator(
      listOf(operand),
      (subject, wanted) => Prisma.sql`${rankSql(subject)} = ANY(${wanted}::${type}[])`,
    ),
    is_empty: isEmpty,
  };
}

/** An operator on an option's label, evaluated on the options instead of in SQL. */
function byLabel(passes: (label: string, piece: string) => boolean): SqlOperator {
  return sqlOperator(text, (subject, piece) =>
    isAny(
      ownText(subject),
      optionsWhere(subject, (label) => passes(label, foldedText(piece))),
    ),
  );
}

function within(subject: Subject, { from, until }: Span): Sql {
  return Prisma.sql`(${rankSql(subject)} >= ${at(subject, from)} AND ${rankSql(subject)} < ${at(subject, until)})`;
}

/** A timestamp operand; timestamps in `data` are texts. */
function at(subject: Subject, moment: string): Sql {
  return isMomentSql(subject) ? Prisma.sql`${moment}::timestamptz` : Prisma.sql`${moment}`;
}

function linksToAny({ linked }: Subject, recordIds: readonly string[]): Sql {
  if (!linked) return Prisma.sql`false`;
  const { fieldId, own, other } = linked.side;
  return Prisma.sql`EXISTS (
    SELECT FROM "Link" WHERE "Link"."fieldId" = ${fieldId} AND "Link".${own} = ${ownRow}."id"
    AND "Link".${other} = ANY(${recordIds}::uuid[]))`;
}

/** The text, which may be empty. */
function ownText(subject: Subject): Sql {
  return cellText(subject);
}

/** Checks the types of an operator's parts against each other. */
function sqlOperator<Operand>(
  operand: (subject: Subject) => z.ZodType<Operand>,
  toSql: (subject: Subject, operand: Operand) => Sql,
): SqlOperator {
  return { operand, toSql } as unknown as SqlOperator;
}
