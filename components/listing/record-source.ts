import type { SharedRight } from "@/components/rights/rights";
import { api } from "@/lib/client/api";
import type { AggregateGroups, RecordAggregate } from "@/lib/contract/aggregates";
import type { CalendarPage, CalendarSpan } from "@/lib/contract/calendar";
import { ApiError } from "@/lib/contract/errors";
import type { RecordListRequest, RecordPage, Stack } from "@/lib/contract/lists";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";
import type { RuledTable, Table } from "@/lib/contract/tables";
import type { DateSettings, ListSettings, StackSettings } from "./list-settings";
import { chosenByVisitor, type SavedOrders, sortByVisitor } from "./visitor-selection";

/** A shared link, as its visitor has opened it. */
export interface SharedLink {
  readonly token: string;
  /** Null if the link asks for none. */
  readonly password: string | null;
  /** The saved orders of the view, as far as its visitors know them. */
  readonly saved: SavedOrders;
  readonly rights: readonly SharedRight[];
}

/** The place that the records of a table are read from: the table in the API, or a shared link. */
export interface RecordSource extends TablePlace {
  /** Left out for people with access to the table. */
  readonly link?: SharedLink;
}

/** The view, personal settings and search that select records. */
export interface RecordSelection {
  readonly viewId: string;
  /** Empty for no search. */
  readonly search: string;
  /** The zone of the viewer. Left out if the filter depends on none. */
  readonly timeZone?: string;
  /** Personal settings that replace the view's. */
  readonly own?: ListSettings;
  /** Personal settings of a board's stacks. */
  readonly ownStacks?: StackSettings;
  /** Personal settings of a calendar's dates. */
  readonly ownDates?: DateSettings;
  /** The fields to read, by id. Left out for those that the view shows. */
  readonly fieldIds?: readonly string[];
  /** Selects the records of one stack of a board. */
  readonly stack?: Stack;
}

/** Reads the table with its fields and views. */
export async function readTable(
  { databaseId, tableId, link }: RecordSource,
  signal?: AbortSignal,
): Promise<RuledTable> {
  if (!link) {
    return api("GET /bases/{databaseId}/tables/{tableId}", {
      params: { databaseId, tableId },
      ...(signal && { signal }),
    });
  }
  const { table } = await api("GET /shared/{token}", callOf(link, signal));
  return forVisitors(table);
}

/** A table as it is for visitors, who change nothing. */
export function forVisitors(table: Table): RuledTable {
  return { ...table, may: [], lockedFieldIds: [] };
}

/** Lists records; `body` selects a page of them. */
export function readPage(
  source: RecordSource & RecordSelection,
  body: Pick<RecordListRequest, "limit" | "offset" | "cursor" | "recordIds" | "fields" | "total">,
  signal?: AbortSignal,
): Promise<RecordPage> {
  const { databaseId, tableId, link, viewId, own, stack } = source;
  const asked = { ...fieldsOf(source), ...body, ...(stack && { stack }) };
  if (link) {
    return api("POST /shared/{token}/records/list", {
      ...callOf(link, signal),
      body: { ...asked, ...chosenByVisitor(source), ...sortByVisitor(link.saved, own) },
    });
  }
  return api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
    params: { databaseId, tableId },
    body: { ...asked, viewId, ...(own && { config: own }), ...searchOf(source) },
    ...(signal && { signal }),
  });
}

/** Lists the stacks of a board, each with its first records. */
export function readStacks(source: RecordSource & RecordSelection, signal?: AbortSignal): Promise<StackPage> {
  const { databaseId, tableId, link, viewId, own, ownStacks } = source;
  if (link) {
    return api("POST /shared/{token}/records/stacks", {
      ...callOf(link, signal),
      body: { ...fieldsOf(source), ...chosenByVisitor(source), ...sortByVisitor(link.saved, own) },
    });
  }
  return api("POST /bases/{databaseId}/tables/{tableId}/records/stacks", {
    params: { databaseId, tableId },
    body: {
      ...fieldsOf(source),
      viewId,
      ...((own || ownStacks) && { config: { ...own, ...ownStacks } }),
      ...searchOf(source),
    },
    ...(signal && { signal }),
  });
}

/** Lists the records of a calendar that touch some days. */
export function readCalendar(
  source: RecordSource & RecordSelection,
  span: CalendarSpan,
  signal?: AbortSignal,
): Promise<CalendarPage> {
  const { databaseId, tableId, link, viewId, own, ownDates } = source;
  if (link) {
    return api("POST /shared/{token}/records/calendar", {
      ...callOf(link, signal),
      body: { ...span, ...fieldsOf(source), ...chosenByVisitor(source) },
    });
  }
  const { filter, hiddenFieldIds } = own ?? {};
  const config = {
    ...(filter !== undefined && { filter }),
    ...(hiddenFieldIds && { hiddenFieldIds }),
    ...ownDates,
  };
  return api("POST /bases/{databaseId}/tables/{tableId}/records/calendar", {
    params: { databaseId, tableId },
    body: { ...span, ...fieldsOf(source), viewId, config, ...searchOf(source) },
    ...(signal && { signal }),
  });
}

/** Computes functions over the selected records. */
export function readAggregates(
  source: RecordSource & RecordSelection,
  body: Pick<RecordAggregate, "aggregates"> & Partial<Pick<RecordAggregate, "groupBy">>,
  signal?: AbortSignal,
): Promise<AggregateGroups> {
  const { databaseId, tableId, link, viewId, own } = source;
  if (link) {
    return api("POST /shared/{token}/records/aggregate", {
      ...callOf(link, signal),
      body: { ...body, ...chosenByVisitor(source) },
    });
  }
  return api("POST /bases/{databaseId}/tables/{tableId}/records/aggregate", {
    params: { databaseId, tableId },
    body: {
      ...body,
      viewId,
      ...(own?.filter !== undefined && { config: { filter: own.filter } }),
      ...searchOf(source),
    },
    ...(signal && { signal }),
  });
}

/** Reads one record with all fields that the caller may see. */
export async function readRecord(
  { databaseId, tableId, link }: RecordSource,
  recordId: string,
  signal?: AbortSignal,
): Promise<Record> {
  if (!link) {
    return api("GET /bases/{databaseId}/tables/{tableId}/records/{recordId}", {
      params: { databaseId, tableId, recordId },
      ...(signal && { signal }),
    });
  }
  const { records } = await api("POST /shared/{token}/records/list", {
    ...callOf(link, signal),
    body: { recordIds: [recordId], limit: 1, total: false },
  });
  const [record] = records;
  if (!record) throw new ApiError("NOT_FOUND", "There is no such record.");
  return record;
}

function searchOf({ search, timeZone }: RecordSelection) {
  return { ...(search !== "" && { search }), ...(timeZone !== undefined && { timeZone }) };
}

function fieldsOf({ fieldIds }: RecordSelection) {
  return fieldIds ? { fields: [...fieldIds] } : {};
}

function callOf({ token, password }: SharedLink, signal: AbortSignal | undefined) {
  return {
    params: { token },
    ...(password !== null && { sharePassword: password }),
    ...(signal && { signal }),
  };
}
