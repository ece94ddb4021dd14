import { badRequest, type ErrorDetail } from "../../contract/errors";
import {
  type Condition,
  type Filter,
  type Operator,
  operatorOf,
  operatorsFor,
  operatorsOfDay,
  operatorsOfViewer,
  opposites,
  partsOf,
} from "../../contract/filters";
import { pathOf, tryParse } from "../../contract/parse";
import { type Clock, clockIn } from "../../field-types/relative-days";
import { Prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { inComputedFields } from "./operands";
import { type SqlOperator, sqlOperators } from "./sql-operators";
import { itemsIn, type Meaning, type Subject, unknownSubject } from "./subject";

/** A filter with resolved names and parsed values. */
export type ReadFilter =
  | { readonly every: readonly ReadFilter[] }
  | { readonly some: readonly ReadFilter[] }
  | { readonly subject: Subject; readonly operator: Operator; readonly operand: unknown };

/**
 * Resolves a filter against the table. Throws a 400 that lists every invalid name and value by path. `meaning`
 * resolves names: those of a caller, or those of a view. `pathIn` maps paths to the caller's form of the filter.
 */
export async function readFilter(
  schema: TableSchema,
  filter: Filter,
  {
    meaning,
    pathIn = inFilter,
    unknown = unknownSubject,
    clock = clockIn("UTC"),
  }: Pick<Reading, "meaning"> & Partial<Pick<Reading, "pathIn" | "unknown" | "clock">>,
): Promise<ReadFilter> {
  const reading: Reading = { schema, meaning, pathIn, unknown, clock, problems: [] };
  const read = await readPart(reading, filter, []);
  if (reading.problems.length > 0) throw badRequest(reading.problems);
  return read;
}

/** The SQL condition of a filter. */
export function filterSql(filter: ReadFilter): Sql {
  if ("every" in filter) return group(filter.every, " AND ", Prisma.sql`true`);
  if ("some" in filter) return group(filter.some, " OR ", Prisma.sql`false`);
  const { subject, operator, operand } = filter;
  const condition = sqlOperatorOf(subject, operator).toSql(subject, operand);
  // An empty cell, for which SQL yields NULL, matches the opposite operator.
  return operator in opposites ? Prisma.sql`(${condition}) IS NOT TRUE` : Prisma.sql`(${condition})`;
}

/** The subjects of all conditions. */
export function subjectsIn(filter: ReadFilter): Subject[] {
  if ("every" in filter) return filter.every.flatMap(subjectsIn);
  return "some" in filter ? filter.some.flatMap(subjectsIn) : [filter.subject];
}

function inFilter(path: readonly PropertyKey[]): PropertyKey[] {
  return ["filter", ...path];
}

interface Reading {
  readonly schema: TableSchema;
  readonly meaning: Meaning;
  readonly pathIn: (path: readonly PropertyKey[]) => PropertyKey[];
  /** The problem of a name without a meaning. */
  readonly unknown: (schema: TableSchema, name: string) => string;
  /** Resolves words such as `today`; null for a filter of a computed field, whose value depends on no day. */
  readonly clock: Clock | null;
  readonly problems: ErrorDetail[];
}

async function readPart(reading: Reading, filter: Filter, path: PropertyKey[]): Promise<ReadFilter> {
  const group = partsOf(filter);
  if (!group) return readCondition(reading, filter as Condition, path);
  const { key, parts } = group;
  const read = await Promise.all(parts.map((part, index) => readPart(reading, part, [...path, key, index])));
  return key === "and" ? { every: read } : { some: read };
}

async function readCondition(
  { schema, meaning, pathIn, unknown, clock, problems }: Reading,
  condition: Condition,
  path: PropertyKey[],
): Promise<ReadFilter> {
  const refuse = (at: PropertyKey[], message: string) =>
    problems.push({ path: pathOf(pathIn([...path, ...at]), ""), message });
  const { operator, operand } = operatorOf(condition);
  const subject = await meaning(schema, condition.field);
  if (!subject) {
    refuse(["field"], unknown(schema, condition.field));
    return unread;
  }
  const admitted = operatorsFor(subject.kind, itemsIn(subject)?.kind);
  if (!admitted.includes(operator)) {
    const whose = `${JSON.stringify(subject.name)} (${subject.type})`;
    refuse([operator], `cannot be used with ${whose}, which takes ${admitted.join(", ")}`);
    return unread;
  }
  if (!clock && (operatorsOfViewer.has(operator) || operatorsOfDay.has(operator))) {
    refuse([operator], `cannot be used ${inComputedFields}`);
    return unread;
  }
  const read = tryParse(sqlOperatorOf(subject, operator).operand(subject, clock), operand);
  for (const issue of read.error?.issues ?? []) refuse([operator, ...issue.path], issue.message);
  return { subject, operator, operand: read.data };
}

/** Placeholder for an invalid part whose problem is recorded. */
const unread: ReadFilter = { every: [] };

function sqlOperatorOf({ kind }: Subject, operator: Operator): SqlOperator {
  const found = sqlOperators[kind][opposites[operator] ?? operator];
  if (!found) throw new Error(`${kind} does not support ${operator}`);
  return found;
}

function group(parts: readonly ReadFilter[], word: " AND " | " OR ", empty: Sql): Sql {
  return parts.length === 0 ? empty : Prisma.sql`(${Prisma.join(parts.map(filterSql), word)})`;
}
