import { maxGroups } from "../../contract/aggregate-functions";
import type { AggregateGroups, RecordAggregate } from "../../contract/aggregates";
import type { Direction } from "../../contract/direction";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { TablePlace } from "../../contract/places";
import type { ViewConfig } from "../../contract/views";
import { answerRoom, takeInSteps } from "../answer-room";
import { Prisma, queryFirst, type Sql } from "../db";
import { isCurrent, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import {
  type Computation,
  computationSql,
  presentResult,
  presentSubject,
  readComputation,
} from "./computations";
import { valueSql } from "./field-sql";
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
  const { filter, timeZone, search, stack } = request;
  const reading: Reading = { schema, problems: [] };
  const groupings = await readGroupings(reading, request.groupBy);
  const wanted: Computation[] = [];
  for (const [index, asked] of request.aggregates.entries()) {
    const read = await readComputation(schema, asked);
    if ("message" in read) {
      reading.problems.push({ path: `aggregates[${index}].${read.part}`, message: read.message });
    } else wanted.push(read);
  }
  if (reading.problems.length > 0) throw badRequest(reading.problems);
  const selection = await selectionSql(schema, { filter, timeZone, search, stack, view });
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
        groupings.map(({ subject }, index) => [subject.id, presentSubject(subject, key[index])]),
      ),
      count,
      values: wanted.map((computation, index) => presentResult(computation, values[index])),
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

interface GroupsAsked {
  readonly schema: TableSchema;
  readonly selection: SelectionSql;
  readonly groupings: readonly Grouping[];
  readonly wanted: readonly Computation[];
}

function groupsSql({ schema, selection, groupings, wanted }: GroupsAsked): Sql {
  const keys = groupings.map((_, index) => Prisma.raw(`"key${index}"`));
  const columns = groupings.map(({ subject }, index) => Prisma.sql`${valueSql(subject)} AS ${keys[index]}, `);
  const values = wanted.map(computationSql);
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

interface Reading {
  readonly schema: TableSchema;
  readonly problems: ErrorDetail[];
}
