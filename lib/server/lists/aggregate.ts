import { type AggregateFunction, maxGroups } from "../../contract/aggregate-functions";
import type { AggregateGroups, RecordAggregate } from "../../contract/aggregates";
import type { Direction } from "../../contract/direction";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import type { FilterKind } from "../../contract/filters";
import { limits } from "../../contract/limits";
import type { TablePlace } from "../../contract/places";
import type { ViewConfig } from "../../contract/views";
import { quote } from "../../field-types/text";
import { answerRoom, takeInSteps } from "../answer-room";
import { Prisma, queryFirst, type Sql } from "../db";
import { presentValue } from "../records/values";
import { isCurrent, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { kinds, rankSql, valueSql } from "./field-sql";
import { findView, recordsOf, type SelectionSql, selectionSql } from "./selections";
import { orderSql, problemOfKey, sortKey } from "./sort-sql";
import { passesOf, type Subject, unknownSubject } from "./subject";
import { subjectOf } from "./subjects";

/** Computes aggregates over the selected records, in total or per group. */
export function aggregateRecords(place: TablePlace, request: RecordAggregate): Promise<AggregateGroups> {
  return withSchema(place, async (schema) => {
    const { viewId, config } = request;
    const view = viewId === undefined ? undefined : await findView(schema, viewId, config);
    return aggregateWithin(schema, request, view);
  });
}

/** Computes aggregates over the records of a view, or of the whole table, for the caller of the schema. */
export async function aggregateWithin(
  schema: TableSchema,
  request: RecordAggregate,
  view: ViewConfig | undefined,
): Promise<AggregateGroups> {
  const { filter, search } = request;
  const reading: Reading = { schema, problems: [] };
  const groupings = await readGroupings(reading, request.groupBy);
  const wanted = await readComputations(reading, request.aggregates);
  if (reading.problems.length > 0) throw badRequest(reading.problems);
  const selection = await selectionSql(schema, { filter, search, view });
  const statement = groupsSql({ schema, selection, groupings, wanted });
  const share = answerRoom.enter();
  const { rows, isCut } = await queryFirst<GroupRow>(statement, {
    bytes: limits.answerBytes,
    onRow: takeInSteps(share),
  }).finally(share.release);
  await readFresh(schema, Promise.resolve(rows));
  return {
    groups: rows.slice(0, maxGroups).map(({ key, count, values }) => ({
      key: Object.fromEntries(
        groupings.map(({ subject }, index) => [subject.id, present(subject, key[index])]),
      ),
      count,
      values: wanted.map(({ subject, computed }, index) => answers[computed.gives](subject, values[index])),
    })),
    hasMore: isCut || rows.length > maxGroups,
  };
}

interface GroupRow {
  /** The group's values and the computed ones, as JSON. */
  key: unknown[];
  count: number;
  values: unknown[];
}

interface Grouping {
  readonly subject: Subject;
  readonly direction: Direction;
}

interface Computation {
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
  value: (subject: Subject, json: unknown) => present(subject, json) as string | number | null,
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
};

interface GroupsAsked {
  readonly schema: TableSchema;
  readonly selection: SelectionSql;
  readonly groupings: readonly Grouping[];
  readonly wanted: readonly Computation[];
}

function groupsSql({ schema, selection, groupings, wanted }: GroupsAsked): Sql {
  const keys = groupings.map((_, index) => Prisma.raw(`"key${index}"`));
  const columns = groupings.map(({ subject }, index) => Prisma.sql`${valueSql(subject)} AS ${keys[index]}, `);
  const values = wanted.map(({ subject, computed }) => Prisma.sql`to_jsonb(${computed.sql(subject)})`);
  const passes = [...groupings, ...wanted].map(({ subject }) => passesOf(subject));
  const order = groupings.map(({ subject, direction }, index) => sortKey(subject, direction, keys[index]));
  return Prisma.sql`
    SELECT ${list(keys.map((key) => Prisma.sql`to_jsonb(${key})`))} AS "key", "count", "values" FROM (
      SELECT ${joined(columns, "")} count(*)::int AS "count", ${list(values)} AS "values"
      FROM ${recordsOf(schema, selection, passes)} WHERE ${selection.where}
      ${keys.length > 0 ? Prisma.sql`GROUP BY ${Prisma.join(keys)}` : Prisma.empty}
    ) AS "group" WHERE ${isCurrent(schema)}
    ${keys.length > 0 ? Prisma.sql`ORDER BY ${orderSql(order)}` : Prisma.empty}
    LIMIT ${maxGroups + 1}`;
}

function list(items: readonly Sql[]): Sql {
  return Prisma.sql`ARRAY[${joined(items, ", ")}]::jsonb[]`;
}

/** Joins like `Prisma.join`, but also empty lists. */
function joined(parts: readonly Sql[], separator: string): Sql {
  return parts.length === 0 ? Prisma.empty : Prisma.join([...parts], separator);
}

async function readGroupings(
  { schema, problems }: Reading,
  groupBy: RecordAggregate["groupBy"],
): Promise<Grouping[]> {
  const groupings: Grouping[] = [];
  for (const [index, { field, direction }] of groupBy.entries()) {
    const subject = await subjectOf(schema, field);
    const problem = subject
      ? problemOfKey(
          subject,
          groupings.map((each) => each.subject.id),
        )
      : unknownSubject(schema, field);
    if (problem !== undefined) problems.push({ path: `groupBy[${index}].field`, message: problem });
    else if (subject) groupings.push({ subject, direction });
  }
  return groupings;
}

async function readComputations(
  { schema, problems }: Reading,
  aggregates: RecordAggregate["aggregates"],
): Promise<Computation[]> {
  const wanted: Computation[] = [];
  for (const [index, { field, function: name }] of aggregates.entries()) {
    const path = `aggregates[${index}]`;
    const subject = await subjectOf(schema, field);
    if (!subject) {
      problems.push({ path: `${path}.field`, message: unknownSubject(schema, field) });
    } else if (functions[name].takes(subject.kind)) {
      wanted.push({ subject, computed: functions[name] });
    } else {
      problems.push({ path: `${path}.function`, message: inapplicable(subject) });
    }
  }
  return wanted;
}

interface Reading {
  readonly schema: TableSchema;
  readonly problems: ErrorDetail[];
}

function inapplicable({ name, type, kind }: Subject): string {
  const applicable = Object.entries(functions).filter(([, { takes }]) => takes(kind));
  return `cannot be used with ${quote(name)} (${type}), which takes ${applicable.map(([each]) => each).join(", ")}`;
}

/** Converts the JSON of a stored value to its form in responses. */
function present({ kind, field }: Subject, json: unknown): unknown {
  if (json === null) return field ? field.fieldType.empty : null;
  if (kind === "timestamp") return new Date(json as string).toISOString();
  return field ? presentValue(field, json) : json;
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
