import { limits } from "../../contract/limits";
import type { RecordList, RecordPage } from "../../contract/lists";
import type { TablePlace } from "../../contract/places";
import type { Record } from "../../contract/records";
import type { ViewConfig } from "../../contract/views";
import { answerRoom, takeInSteps } from "../answer-room";
import { Prisma, query, queryFirst, type Sql } from "../db";
import { JsonItems } from "../json-in-turns";
import { presentFirst } from "../records/present-records";
import type { RecordRow } from "../records/record-sql";
import { rowParts } from "../records/row-parts";
import { shareLater } from "../share-later";
import { readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { cursorAfter, readCursor } from "./cursor";
import { readKeyset } from "./keyset";
import { shownFields, sortKeys } from "./list-query";
import { checkpointBefore, prepareDeepPages, snapshotSql } from "./offset-checkpoints";
import { type Page, pageSql } from "./page-sql";
import { findView, recordsOf, type SelectionSql, selectionSql } from "./selections";
import { lengthen } from "./short-keyset";
import { byId, byPosition } from "./sort-sql";

/** Lists a page of a table's records, which are serialised already. */
export function listRecords(place: TablePlace, request: RecordList): Promise<ListedPage> {
  return withSchema(place, async (schema) => {
    const { viewId, config } = request;
    const view = viewId === undefined ? undefined : await findView(schema, viewId, config);
    return listWithin(schema, request, view);
  });
}

export type ListedPage = Omit<RecordPage, "records"> & { records: JsonItems<Record> };

/** Lists a page of the records of a view, or of the whole table, for the caller of the schema. */
export async function listWithin(
  schema: TableSchema,
  request: RecordList,
  view: ViewConfig | undefined,
): Promise<ListedPage> {
  const { limit, offset, cursor, filter, filters, timeZone, search, recordIds, stack, viewId } = request;
  const only = shownFields(schema, request.fields, view);
  const keys = await sortKeys(schema, request.sort, view);
  const selection = await selectionSql(schema, { filter, filters, timeZone, search, recordIds, stack, view });
  const identity = [
    schema.id,
    view?.filter ?? null,
    filter ?? filters ?? null,
    search ?? "",
    recordIds ?? null,
    ...(stack ? [stack] : []),
  ];
  const listing = { identity, keys };
  const after = cursor === undefined ? undefined : await lengthen(schema, keys, readCursor(listing, cursor));
  // One more than requested, to determine `hasMore`.
  const parts = await rowParts(schema, only);
  const page = { parts, keys, after, limit: limit + 1, offset };
  // Most callers read the whole table in one of its own orders.
  const isUsual =
    !(filter || filters || search || recordIds || stack || view?.filter) &&
    keys.every((key) => key === byId || key === byPosition);
  const share = answerRoom.enter();
  try {
    let isCut = false;
    const read = async <Row extends KeysetRow>(sql: Sql) => {
      const first = await queryFirst<Row>(sql, {
        // A response contains each value twice, by field id and by name.
        bytes: limits.answerBytes / 2,
        isOften: isUsual,
        onRow: takeInSteps(share),
      });
      isCut = first.isCut;
      return first.rows;
    };
    const [rows, total] = await Promise.all([
      readFresh(
        schema,
        isUsual ? readUsual(schema, selection, { page, read }) : read(pageSql(schema, selection, page)),
      ),
      request.total ? countRecords(schema, selection) : null,
    ]);
    // The application lists by view and has a scrollbar.
    if (isUsual && viewId !== undefined && total !== null) prepareDeepPages({ schema, keys }, total);
    const { records } = await presentFirst(schema, rows.slice(0, limit), { ...(only && { only }) });
    // Continues after the last returned record, because the page may have had no room for the others.
    const last = isCut || rows.length > records.length ? rows[records.length - 1] : undefined;
    return {
      records: new JsonItems(records),
      total,
      hasMore: last !== undefined,
      nextCursor: last ? cursorAfter(listing, readKeyset(keys, last)) : null,
    };
  } finally {
    share.release();
  }
}

type KeysetRow = RecordRow & { keyset?: string };

interface UsualPage {
  readonly page: Page;
  read<Row extends KeysetRow>(sql: Sql): Promise<Row[]>;
}

/** Reads a page of the whole table in one of its own orders; a deep one from an offset checkpoint. */
async function readUsual(
  schema: TableSchema,
  selection: SelectionSql,
  { page, read }: UsualPage,
): Promise<KeysetRow[]> {
  const { keys, offset = 0 } = page;
  const checkpoint = checkpointBefore({ schema, keys }, offset);
  if (checkpoint) {
    const { passed, behind } = checkpoint;
    const where = Prisma.sql`${selection.where} AND ${behind}`;
    const rest = pageSql(
      schema,
      { ...selection, where },
      {
        ...page,
        others: Prisma.sql`, ${snapshotSql} AS "snapshot"`,
        offset: offset - passed,
      },
    );
    const rows = await read<KeysetRow & { snapshot: string }>(rest);
    const [first] = rows;
    if (first) {
      checkpoint.confirm(first.snapshot);
      return rows;
    }
    checkpoint.discard();
  }
  return read(pageSql(schema, selection, page));
}

/** Counts the records; concurrent equal counts share one query. */
function countRecords(schema: TableSchema, selection: SelectionSql): Promise<number> {
  const counting = Prisma.sql`SELECT count(*)::int AS "total" FROM ${recordsOf(schema, selection)} WHERE ${selection.where}`;
  return shareLater(JSON.stringify([schema.id, counting.text, counting.values]), async () => {
    const [counted] = await query<{ total: number }>(counting);
    return counted?.total ?? 0;
  });
}
