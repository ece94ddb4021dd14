import type { Direction } from "../../contract/direction";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import { isOrdered } from "../../contract/filters";
import type { Sort } from "../../contract/lists";
import { quote } from "../../field-types/text";
import { noPasses, type Passes } from "../computed/expression";
import { Prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { kinds, ownRow, rankSql, type SortType, valueSql } from "./field-sql";
import { passesOf, type Subject, unknownSubject } from "./subject";
import { storedSubjectOf, subjectOf } from "./subjects";

/** A sort key. */
export interface SortKey {
  /** A field id or system name. */
  readonly id: string;
  readonly direction: Direction;
  readonly by: Sql;
  /** The SQL type of `by`. */
  readonly type: SortType;
  /** True if NULL may occur; it sorts last in both directions. */
  readonly isNullable: boolean;
  /** Passes that `by` reads; none if omitted. */
  readonly passes?: Passes;
  /** True for a key whose values the caller may not know, so that cursors leave them out. */
  readonly isWithheld?: boolean;
}

/** The last key of every order, so that no two records are equal. */
export const byId: SortKey = {
  id: "id",
  direction: "asc",
  by: Prisma.sql`${ownRow}."id"`,
  type: "uuid",
  isNullable: false,
};

/** The manual order. */
export const byPosition: SortKey = {
  id: "position",
  direction: "asc",
  by: Prisma.sql`${ownRow}."position"`,
  type: "numeric",
  isNullable: false,
};

/** Resolves a caller's sorts. Throws a 400 that lists every name that cannot be sorted by. */
export async function readSorts(schema: TableSchema, sorts: readonly Sort[]): Promise<SortKey[]> {
  const problems: ErrorDetail[] = [];
  const keys: SortKey[] = [];
  for (const [index, { field, fieldId, direction }] of sorts.entries()) {
    const path = `sort[${index}].${field === undefined ? "fieldId" : "field"}`;
    const name = field ?? fieldId ?? "";
    const subject = await subjectOf(schema, name);
    const problem = subject
      ? problemOfKey(
          subject,
          keys.map(({ id }) => id),
        )
      : unknownSubject(schema, name);
    if (problem !== undefined) problems.push({ path, message: problem });
    else if (subject) keys.push(sortKey(subject, direction));
  }
  if (problems.length > 0) throw badRequest(problems);
  return keys;
}

/** Resolves the sorts of a view, also by fields that the caller may not read. Ignores those that are no longer sortable. */
export async function readViewSorts(
  schema: TableSchema,
  sorts: readonly { fieldId: string; direction: Direction }[],
): Promise<SortKey[]> {
  const subjects = await Promise.all(sorts.map(({ fieldId }) => storedSubjectOf(schema, fieldId)));
  return subjects.flatMap((subject, index) => {
    if (!subject || !isSortable(subject)) return [];
    const isWithheld = subject.field !== undefined && schema.fieldOf(subject.id)?.id !== subject.id;
    const key = sortKey(subject, sorts[index]?.direction ?? "asc");
    return [isWithheld ? { ...key, isWithheld } : key];
  });
}

/** Reason why a subject cannot be added to the sort keys; undefined if it can. */
export function problemOfKey(subject: Subject, earlierIds: readonly string[]): string | undefined {
  const { id, name, type } = subject;
  if (!isSortable(subject)) return `names ${quote(name)} (${type}), and lists have no order`;
  return earlierIds.includes(id) ? `repeats ${quote(name)}` : undefined;
}

function isSortable({ kind }: Subject): boolean {
  return isOrdered(kind);
}

/** Builds a sort key. `value` is the SQL of the subject; by default the record's own. */
export function sortKey(subject: Subject, direction: Direction, value = valueSql(subject)): SortKey {
  return {
    id: subject.id,
    direction,
    by: rankSql(subject, value),
    type: kinds[subject.kind].rankType?.(subject) ?? "text",
    isNullable: subject.column === undefined && subject.kind !== "boolean",
    passes: passesOf(subject),
  };
}

/** Passes that sort keys read. */
export function passesOfKeys(keys: readonly SortKey[]): Passes[] {
  return keys.map(({ passes = noPasses }) => passes);
}

/** The expressions of `ORDER BY`. */
export function orderSql(keys: readonly SortKey[]): Sql {
  return Prisma.join(
    keys.map(({ by, direction, isNullable }) => {
      const way = Prisma.raw(direction === "asc" ? "ASC" : "DESC");
      return isNullable ? Prisma.sql`${by} ${way} NULLS LAST` : Prisma.sql`${by} ${way}`;
    }),
  );
}
