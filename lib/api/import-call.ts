import * as z from "zod";
import { importResult, recordImportQuery } from "../contract/import-call";
import { tablePlace } from "../contract/places";
import { holderOf } from "../server/access/author";
import { requireMay } from "../server/access/may";
import { requireScope } from "../server/access/rights";
import { importRecords } from "../server/import/call/import-records";
import { importMediaTypes, receiveImport } from "../server/import/call/receive-body";
import { inWords } from "../server/import/in-words";
import { takeImportSeat } from "../server/import/rows/import-seats";
import { operation } from "./operation";

export const importCallOperations = [
  operation({
    id: "importRecords",
    method: "POST",
    path: "/bases/{databaseId}/tables/{tableId}/records/import",
    summary: "Import records from a file",
    description:
      "Reads a body of CSV, TSV, JSON or NDJSON of any number of rows, and stores all or nothing. Columns are named by field name or id; those of computed fields are left out. Texts are read as in a cell, and numbers and days as their whole column shows: `13/02/2024` in one row makes `01/02/2024` the first of February in all. A day against the order of its column is refused, and so is one whose order nothing shows; `YYYY-MM-DD` is always clear, days with full stops have the day first, and `dayFirst` decides the rest. A line break in a single-line text becomes a space. A link field takes the names of records. The encoding is the one that a byte order mark or the `charset` names; JSON is UTF-8 otherwise, and that of other texts is recognised. Bytes that are not in it are a 400, and rows with NUL characters or halves of surrogate pairs are wrong.",
    action: "edit-records",
    params: tablePlace,
    query: recordImportQuery,
    answer: importResult,
    withoutRead: importResult,
    uploads: Object.fromEntries(importMediaTypes.map((each) => [each, z.string()])),
    errors: ["CONFLICT"],
    receive: ({ params, request }) => receiveImport(params, request),
    run: ({ actor, author, params, query, request, received }) => {
      const { matchOn: keys = "", typecast = false, addOptions = typecast, dayFirst, ...options } = query;
      const matchOn = keys === "" ? [] : keys.split(",").map((key) => key.trim());
      if (addOptions) requireMay(actor, "change-structure", params.databaseId);
      // Requires `read`, because the result reveals whether a record with the values exists.
      if (matchOn.length > 0) requireScope(actor, "read");
      return inWords(async () => {
        const table = await received.open();
        const given = { ...options, matchOn, addOptions, signal: request.signal };
        const leave = takeImportSeat(holderOf(actor));
        return importRecords(author, params, { table, options: given, dayFirst }).finally(leave);
      });
    },
  }),
] as const;
