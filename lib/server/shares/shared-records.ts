import type { AggregateGroups } from "../../contract/aggregates";
import type { ThumbnailSize } from "../../contract/attachments";
import { ApiError, hasCode } from "../../contract/errors";
import { recordExportQuery } from "../../contract/export";
import type { SharedPlace } from "../../contract/places";
import type { PresenceAnswer, VisitUpdate } from "../../contract/presence";
import type {
  SharedCalendarList,
  SharedExport,
  SharedRecordAggregate,
  SharedRecordList,
  SharedStackList,
} from "../../contract/shares";
import type { ViewConfig } from "../../contract/views";
import { record } from "../access/audit";
import { within } from "../context";
import { prisma } from "../db";
import { exportRecords } from "../export/export-records";
import { watchReadable } from "../export/readable-fields";
import type { ExportedFile } from "../export/send-snapshot";
import type { OpenAttachment } from "../files/attachments";
import { aggregateWithin } from "../lists/aggregate";
import { calendarWithin, type ListedCalendar } from "../lists/calendar";
import { type ListedPage, listWithin } from "../lists/record-list";
import { findView } from "../lists/selections";
import { type ListedStacks, stacksWithin } from "../lists/stacks";
import { reportVisit } from "../presence/presence";
import { type TableSchema, withSchema } from "../structure/schemas";
import { narrowToView } from "./narrow-to-view";
import {
  missingLink,
  type OpenShare,
  openSealedShare,
  openShare,
  type ShareUse,
  type Visit,
} from "./open-share";
import { sealPart, unsealPart } from "./sealed-parts";
import { openSharedFile } from "./shared-files";
import { describeSharedView } from "./shared-view";
import { auditedView } from "./shares";

/**
 * Runs `work` for the visitor of a link, to whom only what its maker may read exists. A view, table or database in the trash
 * makes the link a missing one.
 */
export async function asVisitor<Result>(
  visit: Visit,
  work: (share: OpenShare) => Promise<Result>,
  use: ShareUse = "records",
): Promise<Result> {
  const share = await openShare(visit, use);
  return within({ reader: share.reader }, () => asMissing(() => work(share), use));
}

async function asMissing<Result>(work: () => Promise<Result>, use: ShareUse = "records"): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw hasCode(error, "NOT_FOUND") ? missingLink(use) : error;
  }
}

export function getSharedView(visit: Visit) {
  return asVisitor(visit, describeSharedView);
}

/** Counts the visitor among those who have the view open. */
export function visitSharedView(visit: Visit, update: VisitUpdate): Promise<PresenceAnswer> {
  return asVisitor(visit, async (share) => reportVisit(share, update));
}

/** Lists records of a shared view. The cursor is sealed, because it has values that the view sorts by, hidden ones too. */
export function listSharedRecords(visit: Visit, request: SharedRecordList): Promise<ListedPage> {
  return asVisitor(visit, (share) =>
    withShown(share, async (schema, view) => {
      const { cursor, ...rest } = request;
      const { sealingKey, viewId } = share;
      // A cursor that was not sealed for this link is as invalid as a malformed one.
      const unsealed = cursor === undefined ? {} : { cursor: unsealPart("cursor", cursor, sealingKey) ?? "" };
      const page = await listWithin(schema, { ...rest, ...unsealed, viewId }, view);
      const { nextCursor } = page;
      return { ...page, nextCursor: nextCursor && sealPart("cursor", nextCursor, sealingKey) };
    }),
  );
}

/** Lists the stacks of a shared view. Throws a 400 if it does not show a field to stack by. */
export function listSharedStacks(visit: Visit, request: SharedStackList): Promise<ListedStacks> {
  return asVisitor(visit, (share) => withShown(share, (schema, view) => stacksWithin(schema, request, view)));
}

/** Lists records of a shared calendar. Throws a 400 if the view does not show the field with their dates. */
export function listSharedCalendar(visit: Visit, request: SharedCalendarList): Promise<ListedCalendar> {
  return asVisitor(visit, (share) =>
    withShown(share, (schema, view) => calendarWithin(schema, request, view)),
  );
}

/** Computes aggregates over the records of a shared view. */
export function aggregateSharedRecords(
  visit: Visit,
  request: SharedRecordAggregate,
): Promise<AggregateGroups> {
  return asVisitor(visit, (share) =>
    withShown(share, (schema, view) => aggregateWithin(schema, request, view)),
  );
}

/** Exports the records of a shared view. Throws a 403 if the link does not allow it. */
export function exportSharedRecords(
  visit: Visit,
  query: SharedExport,
): Promise<{ readonly file: ExportedFile; readonly share: OpenShare }> {
  return asVisitor(visit, async (share) => {
    requireExport(share);
    const requireReadable = await watchReadable(share, share.reader);
    const request = recordExportQuery.parse({ ...query, viewId: share.viewId });
    const file = await exportRecords(share, request, {
      owner: visitorOf(visit.address),
      async admit() {
        const now = await openShare(visit);
        requireExport(now);
        await requireReadable(now.reader);
      },
      narrow: (schema, view) => {
        if (!view) throw missingLink();
        return narrowToView(schema, view, share);
      },
    });
    return { file, share };
  });
}

/** Records in the audit log that a visitor exports a view. */
export async function recordSharedExport({ databaseId, viewId }: OpenShare, format: string): Promise<void> {
  await record("records-exported", { ...(await auditedView(databaseId, viewId)), details: { format } });
}

/** Opens a file of a shown cell by the address in its record. */
export async function openFileOfShare(
  { token }: SharedPlace,
  address: string,
  { thumbnail, use = "records" }: { readonly thumbnail?: ThumbnailSize | undefined; readonly use?: ShareUse },
): Promise<OpenAttachment> {
  const share = await openSealedShare({ token }, use);
  return asMissing(async () => {
    await requireView(share);
    return openSharedFile(share, address, thumbnail);
  }, use);
}

/** Throws a 404 if the view, its table or its database is in the trash. */
async function requireView({ databaseId, tableId, viewId }: OpenShare): Promise<void> {
  const where = { id: viewId, ownerId: null, table: { id: tableId, base: { id: databaseId } } };
  if (!(await prisma().view.findFirst({ where, select: { id: true } }))) throw missingLink();
}

/** The name under which the calls of a visitor are counted. */
export function visitorOf(address: string): string {
  return `visitor ${address}`;
}

/** Runs `work` with the view of a link and the schema of its table, narrowed to what the view shows. */
export function withShown<Result>(
  share: OpenShare,
  work: (schema: TableSchema, view: ViewConfig) => Promise<Result>,
): Promise<Result> {
  return withSchema(share, async (schema) => {
    const view = await findView(schema, share.viewId);
    return work(narrowToView(schema, view, share), view);
  });
}

function requireExport({ allowExport }: OpenShare): void {
  if (!allowExport) throw new ApiError("FORBIDDEN", "This link does not allow exports.");
}
