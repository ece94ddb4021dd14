import type { AggregateFunction } from "../../contract/aggregate-functions";
import type { FilterKind } from "../../contract/filters";
import { quote } from "../../field-types/text";
import { Prisma, type Sql } from "../db";
import { presentValue } from "../records/values";
import type { TableSchema } from "../structure/schemas";
import { kinds, rankSql, valueSql } from "./field-sql";
import { type Subject, unknownSubject } from "./subject";
import { subjectOf } from "./subjects";

/** An aggregate function of a subject. */
export interface Computation {
  readonly subject: Subject;
  readonly computed: Computed;
}

/** An aggregate function. */
interface Computed {
  readonly takes: (kind: FilterKind) => boolean;
  readonly sql: (subject: Subject) => Sql;
  /** The type of the result: a number, or a value of the field. */
  readonly gives: keyof typeof answers;
}

const answers = {
  number: (_: Subject, json: unknown) => json as number | null,
  value: (subject: Subject, json: unknown) => presentSubject(subject, json) as string | number | null,
};

const functions: Record<AggregateFunction, Computed> = {
  count: { takes: any, sql: () => Prisma.sql`count(*)`, gives: "number" },
  count_empty: {
    takes: any,
    sql: (subject) => Prisma.sql`count(*) FILTER (WHERE ${isEmpty(subject)})`,
    gives: "number",
  },
  count_filled: {
    takes: any,
    sql: (subject) => Prisma.sql`count(*) FILTER (WHERE NOT (${isEmpty(subject)}))`,
    gives: "number",
  },
  count_unique: {
    takes: (kind) => kinds[kind].value !== undefined,
    sql: (subject) => Prisma.sql`count(DISTINCT ${valueSql(subject)})`,
    gives: "number",
  },
  percent_empty: {
    takes: any,
    sql: (subject) => shareSql(Prisma.sql`count(*) FILTER (WHERE ${isEmpty(subject)})`),
    gives: "number",
  },
  percent_filled: {
    takes: any,
    sql: (subject) => shareSql(Prisma.sql`count(*) FILTER (WHERE NOT (${isEmpty(subject)}))`),
    gives: "number",
  },
  percent_unique: {
    takes: (kind) => kinds[kind].value !== undefined,
    sql: (subject) => shareSql(Prisma.sql`count(DISTINCT ${valueSql(subject)})`),
    gives: "number",
  },
  sum: {
    takes: isNumber,
    sql: (subject) => Prisma.sql`coalesce(sum(${valueSql(subject)}), 0)`,
    gives: "number",
  },
  average: {
    takes: isNumber,
    sql: (subject) => Prisma.sql`avg(${valueSql(subject)})`,
    gives: "number",
  },
  median: {
    takes: isNumber,
    sql: (subject) =>
      Prisma.sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY (${valueSql(subject)})::double precision)`,
    gives: "number",
  },
  min: {
    takes: isAmount,
    sql: (subject) => Prisma.sql`min(${rankSql(subject)})`,
    gives: "value",
  },
  max: {
    takes: isAmount,
    sql: (subject) => Prisma.sql`max(${rankSql(subject)})`,
    gives: "value",
  },
  range: {
    takes: isAmount,
    sql: (subject) => rangeSql(subject),
    gives: "number",
  },
};

/** The reason why a computation is refused, and the part that it is about. */
interface Refusal {
  readonly part: "field" | "function";
  readonly message: string;
}

/** Resolves an aggregate function of a field that the caller names. */
export async function readComputation(
  schema: TableSchema,
  { field, function: name }: { readonly field: string; readonly function: AggregateFunction },
): Promise<Computation | Refusal> {
  const subject = await subjectOf(schema, field);
  if (!subject) return { part: "field", message: unknownSubject(schema, field) };
  const computed = functions[name];
  return computed.takes(subject.kind)
    ? { subject, computed }
    : { part: "function", message: inapplicable(subject) };
}

/** SQL: the result over the records of a group, as JSON. */
export function computationSql({ subject, computed }: Computation): Sql {
  return Prisma.sql`to_jsonb(${computed.sql(subject)})`;
}

/** The result in the form of responses. */
export function presentResult({ subject, computed }: Computation, json: unknown): string | number | null {
  return answers[computed.gives](subject, json);
}

function inapplicable({ name, type, kind }: Subject): string {
  const applicable = Object.entries(functions).filter(([, { takes }]) => takes(kind));
  return `cannot be used with ${quote(name)} (${type}), which takes ${applicable.map(([each]) => each).join(", ")}`;
}

/** Converts the JSON of a stored value to its form in responses. */
export function presentSubject({ kind, field }: Subject, json: unknown): unknown {
  if (json === null) return field ? field.fieldType.empty : null;
  if (kind === "timestamp") return new Date(json as string).toISOString();
  return field ? presentValue(field, json) : json;
}

/** The fraction that a number of records is of all. */
function shareSql(count: Sql): Sql {
  return Prisma.sql`${count}::double precision / nullif(count(*), 0)`;
}

/** The difference between the extremes, of dates in days. */
function rangeSql(subject: Subject): Sql {
  const [min, max] = [Prisma.sql`min(${rankSql(subject)})`, Prisma.sql`max(${rankSql(subject)})`];
  if (subject.kind === "number") return Prisma.sql`${max} - ${min}`;
  if (subject.kind === "date") return Prisma.sql`${max}::date - ${min}::date`;
  const between = Prisma.sql`${max}::timestamptz - ${min}::timestamptz`;
  return Prisma.sql`(extract(epoch FROM ${between}) * 1000)::double precision / 86400000`;
}

function isEmpty(subject: Subject): Sql {
  return kinds[subject.kind].isEmpty(subject);
}

function any(): boolean {
  return true;
}

function isNumber(kind: FilterKind): boolean {
  return kind === "number";
}

function isAmount(kind: FilterKind): boolean {
  return kind === "number" || kind === "date" || kind === "timestamp";
}
