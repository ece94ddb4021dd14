import { badRequest, type ErrorDetail, pathOf, tryParse } from "../../contract/errors";
import {
  type Condition,
  type Filter,
  type Operator,
  operatorOf,
  operatorsOf,
  partsOf,
} from "../../contract/filters";
import { Prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { type Question, questions } from "./questions";
import { type Subject, subjectOf, unknownSubject } from "./subjects";

/** A filter whose names and values have been understood. */
export type ReadFilter =
  | { readonly every: readonly ReadFilter[] }
  | { readonly some: readonly ReadFilter[] }
  | { readonly subject: Subject; readonly operator: Operator; readonly operand: unknown };

/**
 * Reads a filter against the table; a 400 tells of every name and value that does not fit, by its path. `meaning`
 * says what a name means: to a caller, unless it is a view's. `pathIn` says where what a path leads to was written.
 */
export async function readFilter(
  schema: TableSchema,
  filter: Filter,
  { meaning = subjectOf, pathIn = inFilter }: Partial<Pick<Reading, "meaning" | "pathIn">> = {},
): Promise<ReadFilter> {
  const reading: Reading = { schema, meaning, pathIn, problems: [] };
  const read = await readPart(reading, filter, []);
  if (reading.problems.length > 0) throw badRequest(reading.problems);
  return read;
}

/** The condition under which a record passes. */
export function filterSql(filter: ReadFilter): Sql {
  if ("every" in filter) return group(filter.every, " AND ", Prisma.sql`true`);
  if ("some" in filter) return group(filter.some, " OR ", Prisma.sql`false`);
  const { subject, operator, operand } = filter;
  const asked = questionOf(subject, operator).ask(subject, operand);
  // An empty cell, of which SQL says neither yes nor no, passes the opposite.
  return operator in opposites ? Prisma.sql`(${asked}) IS NOT TRUE` : Prisma.sql`(${asked})`;
}

/** These operators are others turned round. */
export const opposites: { readonly [Name in Operator]?: Operator } = {
  does_not_equal: "equals",
  does_not_contain: "contains",
  is_not_empty: "is_empty",
  not_in: "in",
};

function inFilter(path: readonly PropertyKey[]): PropertyKey[] {
  return ["filter", ...path];
}

interface Reading {
  readonly schema: TableSchema;
  readonly meaning: typeof subjectOf;
  readonly pathIn: (path: readonly PropertyKey[]) => PropertyKey[];
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
  { schema, meaning, pathIn, problems }: Reading,
  condition: Condition,
  path: PropertyKey[],
): Promise<ReadFilter> {
  const refuse = (at: PropertyKey[], message: string) =>
    problems.push({ path: pathOf(pathIn([...path, ...at]), ""), message });
  const { operator, operand } = operatorOf(condition);
  const subject = await meaning(schema, condition.field);
  if (!subject) {
    refuse(["field"], unknownSubject(schema, condition.field));
    return unread;
  }
  const admitted = operatorsOf[subject.kind];
  if (!admitted.includes(operator)) {
    const whose = `${JSON.stringify(subject.name)} (${subject.type})`;
    refuse([operator], `does not go with ${whose}, which takes ${admitted.join(", ")}`);
    return unread;
  }
  const read = tryParse(questionOf(subject, operator).operand(subject), operand);
  for (const issue of read.error?.issues ?? []) refuse([operator, ...issue.path], issue.message);
  return { subject, operator, operand: read.data };
}

/** Stands for what could not be read; a problem has been noted. */
const unread: ReadFilter = { every: [] };

function questionOf({ kind }: Subject, operator: Operator): Question {
  const found = questions[kind][opposites[operator] ?? operator];
  if (!found) throw new Error(`${kind} cannot be asked ${operator}`);
  return found;
}

function group(parts: readonly ReadFilter[], word: " AND " | " OR ", empty: Sql): Sql {
  return parts.length === 0 ? empty : Prisma.sql`(${Prisma.join(parts.map(filterSql), word)})`;
}
