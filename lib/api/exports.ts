import * as z from "zod";
import { exportFormats, recordExportQuery } from "../contract/export";
import { tablePlace } from "../contract/places";
import { holderOf } from "../server/access/author";
import { requireOwn, requireScope } from "../server/access/rights";
import { exportRecords } from "../server/export/export-records";
import { reauthenticate } from "./authenticate";
import { Bytes, operation } from "./operation";

export const exportOperations = [
  operation({
    id: "exportRecords",
    method: "GET",
    path: "/bases/{databaseId}/tables/{tableId}/records/export",
    summary: "Export records as a file",
    description:
      "Streams any number of records as CSV, TSV, XLSX, JSON or NDJSON, all as of one moment. A file that cannot be completed breaks off the connection instead of ending early. Lists, filters and booleans are written as JSON.",
    scope: "read",
    params: tablePlace,
    query: recordExportQuery,
    answer: z.instanceof(Bytes),
    mediaTypes: Object.values(exportFormats).map(({ mediaType }) => mediaType.replace(/;.*/, "")),
    headerNames: ["Content-Disposition"],
    example: () => ({ query: { format: "csv" } }),
    async run({ actor, params, query, request }) {
      const admit = async () => {
        const current = await reauthenticate(request);
        requireScope(current, "read");
        requireOwn(params.databaseId, current);
      };
      const file = await exportRecords(params, query, { owner: holderOf(actor), admit });
      const { stream, headers, isCompressible } = file;
      return new Bytes(stream, headers, { isCompressible });
    },
  }),
] as const;
