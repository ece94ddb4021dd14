import type * as z from "zod";
import type { FilterKind, ItemKind, Operator } from "../../contract/filters";
import type { SelectTemplate } from "../../field-types/option";
import type { PeopleTemplate } from "../../field-types/people";
import type { Clock } from "../../field-types/relative-days";
import { foldedText } from "../../field-types/text";
import { context } from "../context";
import { Prisma, type Sql } from "../db";
import { type Compared, type Comparison, type Comparisons, comparisons } from "./comparisons";
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
import { type Items, itemsIn, type Subject } from "./subject";

/** An operator of filters: its operand and its SQL condition. */
export interface SqlOperator<Operand = unknown> {
  /** Shape of the operand. `clock` is null in computed fields, whose values depend on no day. */
  readonly operand: (subject: Subject, clock: Clock | null) => z.ZodType<Operand>;
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
  number: {
    ...ofCells("number"),
    in: sqlOperator(
      listOf(number),
      (subject, wanted) => Prisma.sql`${rankSql(subject)} = ANY(${wanted}::numeric[])`,
    ),
    is_empty: isEmpty,
  },
  date: {
    ...ofCells("date"),
    in: sqlOperator(listOf(date), (subject, wanted) => isAny(rankSql(subject), wanted)),
    is_empty: isEmpty,
  },
  timestamp: {
    ...ofCells("timestamp"),
    in: sqlOperator(listOf(span), (subject, spans) => {
      const equals = comparisons.timestamp.equals as Comparison;
      return anyOf(spans.map((each) => equals.toSql(cellOf(subject), each)));
    }),
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
    contains_all: sqlOperator(listOf(option), holdsAll),
    is_empty: isEmpty,
  },
  people: {
    contains: sqlOperator(person, (subject, wanted) => holdsAny(subject, [wanted])),
    in: sqlOperator(listOf(person), holdsAny),
    contains_all: sqlOperator(listOf(person), holdsAll),
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
    contains_all: sqlOperator(listOf(uuid), (subject, wanted) =>
      allOf(wanted.map((each) => linksToAny(subject, [each]))),
    ),
    is_empty: isEmpty,
  },
  lookup: ofComputedLists("lookup"),
  list: ofComputedLists("list"),
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

/** SQL: a list of options or people contains all of these. Every list contains all of none. */
function holdsAll(subject: Subject, ids: readonly string[]): Sql {
  return ids.length === 0 ? Prisma.sql`true` : Prisma.sql`jsonb_exists_all(${cell(subject)}, ${ids}::text[])`;
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

/** Comparisons of the value in a cell. */
function ofCells(kind: ItemKind): SqlOperators {
  return mapOperators(comparisons[kind], ({ operand, toSql }) => ({
    operand,
    toSql: (subject, wanted) => toSql(cellOf(subject), wanted),
  }));
}

/** The operators of lookups and computed lists. They compare if any of the values compares so. */
function ofComputedLists(kind: "lookup" | "list"): SqlOperators {
  const textsOf = kinds[kind].texts;
  const hasAny = (subject: Subject, wanted: readonly string[]) =>
    someText(textsOf(subject), (item) => isAny(item, wanted));
  return {
    contains: sqlOperator(text, (subject, piece) =>
      someText(textsOf(subject), (item) => contains(item, piece)),
    ),
    in: sqlOperator(listOf(text), hasAny),
    contains_all: sqlOperator(listOf(text), (subject, wanted) =>
      allOf(wanted.map((each) => hasAny(subject, [each]))),
    ),
    is_empty: isEmpty,
    // Dates have all comparisons.
    ...mapOperators(comparisons.date, (_, name) => ({
      operand: (subject, clock) => {
        const items = itemsOf(subject);
        return comparisonOf(items, name).operand(items, clock);
      },
      toSql: (subject, wanted) => {
        const items = itemsOf(subject);
        return someText(textsOf(subject), (item) =>
          comparisonOf(items, name).toSql(itemOf(item, items.kind), wanted),
        );
      },
    })),
  };
}

/** The values of a list whose operators have been checked. */
function itemsOf(subject: Subject): Items {
  const items = itemsIn(subject);
  if (!items) throw new Error(`${subject.name} has no values to compare`);
  return items;
}

function comparisonOf({ kind }: Items, name: Operator): Comparison {
  const found = comparisons[kind][name];
  if (!found) throw new Error(`${kind} does not support ${name}`);
  return found;
}

function mapOperators(
  all: Comparisons,
  change: (comparison: Comparison, name: Operator) => SqlOperator,
): SqlOperators {
  return Object.fromEntries(
    Object.entries(all).map(([name, each]) => [name, change(each, name as Operator)]),
  );
}

/** The value of a cell. Stored timestamps are texts. */
function cellOf(subject: Subject): Compared {
  const { kind } = subject;
  if (kind === "number") return { value: rankSql(subject), type: Prisma.sql`numeric` };
  const isMoment = kind === "timestamp" && isMomentSql(subject);
  return { value: rankSql(subject), type: isMoment ? Prisma.sql`timestamptz` : Prisma.sql`text` };
}

/** A value of a list, by its text. ISO dates compare bytewise. */
function itemOf(item: Sql, kind: ItemKind): Compared {
  if (kind === "number") return { value: Prisma.sql`${item}::numeric`, type: Prisma.sql`numeric` };
  return { value: Prisma.sql`${item} COLLATE "C"`, type: Prisma.sql`text` };
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

function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join([...conditions], " OR ")})`;
}

function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.sql`(${Prisma.join([...conditions], " AND ")})`;
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
  operand: SqlOperator<Operand>["operand"],
  toSql: SqlOperator<Operand>["toSql"],
): SqlOperator {
  return { operand, toSql } as unknown as SqlOperator;
}
