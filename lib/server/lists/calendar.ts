import type { CalendarList, CalendarPage } from "../../contract/calendar";
import { badRequest } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import { limits } from "../../contract/limits";
import type { TablePlace } from "../../contract/places";
import type { Record } from "../../contract/records";
import { dateDemand } from "../../contract/view-types";
import type { ViewConfig } from "../../contract/views";
import { answerRoom, takeInSteps } from "../answer-room";
import { unitePasses } from "../computed/expression";
import { Prisma, queryFirst } from "../db";
import { JsonItems } from "../json-in-turns";
import { presentFirst } from "../records/present-records";
import type { RecordRow } from "../records/record-sql";
import { rowParts } from "../records/row-parts";
import { readFresh, type SchemaField, type TableSchema, withSchema } from "../structure/schemas";
import { type Days, touchesSql } from "./days-sql";
import { shownFields, sortKeys } from "./list-query";
import { pageSql } from "./page-sql";
import { findView, selectionSql } from "./selections";
import { sortKey } from "./sort-sql";
import { passesOf } from "./subject";
import { fieldSubject } from "./subjects";

/** A page of a calendar, whose records are serialised already. */
export type ListedCalendar = Omit<CalendarPage, "records"> & { records: JsonItems<Record> };

/** Lists the records of a calendar view that touch some days. */
export function listCalendar(place: TablePlace, request: CalendarList): Promise<ListedCalendar> {
  return withSchema(place, async (schema) => {
    const { viewId, config } = request;
    return calendarWithin(schema, request, await findView(schema, viewId, config));
  });
}

/** A request within a view. */
interface WantedDays extends Days {
  readonly filter?: Filter | undefined;
  readonly search?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly limit: number;
}

/** Lists the records of a calendar that touch some days, for the caller of the schema. */
export async function calendarWithin(
  schema: TableSchema,
  { filter, search, fields, limit, ...days }: WantedDays,
  view: ViewConfig,
): Promise<ListedCalendar> {
  const { start, end } = requireDates(schema, view);
  const shown = shownFields(schema, fields, view);
  // A view may hide its dates, without which its records have no place.
  const only = shown && !fields ? new Set([...shown, start.id, ...(end ? [end.id] : [])]) : shown;
  const first = await fieldSubject(schema, start);
  const last = end && (await fieldSubject(schema, end));
  const selection = await selectionSql(schema, { filter, timeZone: days.timeZone, search, view });
  const placed = {
    ...selection,
    where: Prisma.sql`${selection.where} AND ${touchesSql({ first, last }, days)}`,
    passes: unitePasses([selection.passes, ...(last ? [passesOf(last)] : [])]),
  };
  const others = await sortKeys(schema, undefined, view);
  const keys = [sortKey(first, "asc"), ...others.filter(({ id }) => id !== first.id)];
  const parts = await rowParts(schema, only);
  // One more than requested, to determine `hasMore`.
  const statement = pageSql(schema, placed, { parts, keys, limit: limit + 1 });
  const share = answerRoom.enter();
  try {
    let isCut = false;
    const read = async () => {
      const found = await queryFirst<RecordRow>(statement, {
        // A response contains each value twice, by field id and by name.
        bytes: limits.answerBytes / 2,
        onRow: takeInSteps(share),
      });
      isCut = found.isCut;
      return found.rows;
    };
    const rows = await readFresh(schema, read());
    const { records } = await presentFirst(schema, rows.slice(0, limit), { ...(only && { only }) });
    return {
      startFieldId: start.id,
      endFieldId: end?.id ?? null,
      records: new JsonItems(records),
      hasMore: isCut || rows.length > records.length,
    };
  } finally {
    share.release();
  }
}

/** The fields with the dates of records. Throws a 400 if the view has no start that the caller may read. */
function requireDates(
  schema: TableSchema,
  { startFieldId, endFieldId }: ViewConfig,
): { readonly start: SchemaField; readonly end: SchemaField | undefined } {
  const start = dateField(schema, startFieldId);
  if (!start) {
    const message = "names a view without a field for the dates of its records; set its startFieldId";
    throw badRequest([{ path: "viewId", message }]);
  }
  const end = dateField(schema, endFieldId);
  return { start, end: end?.fieldType.storage === start.fieldType.storage ? end : undefined };
}

/** A field with dates that exists for the caller. */
function dateField(schema: TableSchema, id: string | null | undefined): SchemaField | undefined {
  const field = id ? schema.fieldOf(id) : undefined;
  return field && field.id === id && dateDemand.isMet(field) ? field : undefined;
}
