import type { RecordExport } from "../../contract/export";
import { type ExportFormat, exportFormats } from "../../contract/export-formats";
import { Prisma, prisma, query } from "../db";
import { safeName } from "../files/file-names";
import { shownFields, sortKeys } from "../lists/list-query";
import { findView, selectionSql } from "../lists/selections";
import { isCurrent, readFresh, type TableSchema } from "../structure/schemas";
import { sheetFormats } from "./formats";
import { countRecords, type NotedProgress, notedProgress } from "./progress";
import type { BatchesWanted } from "./record-batches";
import type { ExportCaller } from "./send-snapshot";
import type { Sheet } from "./sheet";
import { requireWithin } from "./sheet-bounds";
import { sheetColumns } from "./sheet-columns";

/** Everything that is known of a file before its first record is read. */
export interface ExportPlan {
  /** The schema for the caller. */
  readonly schema: TableSchema;
  readonly sheet: Sheet;
  readonly wanted: BatchesWanted;
  readonly progress: NotedProgress | undefined;
  readonly filename: string;
}

/**
 * Resolves a request within the snapshot. Throws a 400 for unknown fields and filters that do not fit, a 404 for an
 * unknown view, a 400 if the format cannot hold the records.
 */
export async function planExport(
  whole: TableSchema,
  request: RecordExport,
  { narrow }: Pick<ExportCaller, "narrow"> = {},
): Promise<ExportPlan> {
  await readFresh(whole, query(Prisma.sql`SELECT 1 WHERE ${isCurrent(whole)}`));
  const { format, filter, timeZone, search, viewId, config, values = exportFormats[format].values } = request;
  const view = viewId === undefined ? undefined : await findView(whole, viewId, config);
  const schema = narrow ? narrow(whole, view) : whole;
  const only = shownFields(schema, request.fields, view);
  const keys = await sortKeys(schema, request.sort, view);
  const selection = await selectionSql(schema, { filter, timeZone, search, view });
  const isOrdered = request.fields !== undefined;
  const columns = await sheetColumns(schema, { only, isOrdered, view, values });
  const linksAs = values === "raw" ? "ids" : "labels";
  const { bounds, properties = [] } = sheetFormats[format];
  if (bounds) await requireWithin(schema, { bounds, selection, columns, linksAs });
  const { name, view: viewName } = await namesOf(schema, viewId);
  const sheet = { name, columns, isGuarded: request.guard };
  const { databaseId } = schema;
  const progress = await notedProgress({ databaseId, exportId: request.exportId }, () =>
    countRecords(schema.id, selection),
  );
  return {
    schema,
    sheet,
    progress,
    wanted: {
      selection,
      keys,
      fields: columns.map(({ field }) => field),
      properties: schema.face.visitor ? [] : properties,
      linksAs,
    },
    filename: filenameOf([name, ...viewName], format),
  };
}

async function namesOf(
  schema: TableSchema,
  viewId: string | undefined,
): Promise<{ readonly name: string; readonly view: readonly string[] }> {
  const { name, views } = await prisma().table.findUniqueOrThrow({
    where: { id: schema.id },
    select: { name: true, views: { where: { id: viewId ?? "" }, select: { name: true } } },
  });
  const [view] = views;
  if (view && schema.face.visitor) return { name: view.name, view: [] };
  return { name, view: views.map((each) => each.name) };
}

/** `Customers - Open ones.csv` */
function filenameOf(names: readonly string[], format: ExportFormat): string {
  return `${safeName(names.join(" - "))}.${format}`;
}
