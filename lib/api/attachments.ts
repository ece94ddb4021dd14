import * as z from "zod";
import { attachment, attachmentQuery } from "../contract/attachments";
import { basePlace } from "../contract/places";
import { openAttachment, receiveFile } from "../server/files/attachments";
import { Bytes, operation } from "./operation";
import { sendFile } from "./send-file";

export const attachmentOperations = [
  operation({
    id: "createAttachment",
    method: "POST",
    path: "/bases/{databaseId}/attachments",
    summary: "Upload a file",
    description: "Send a multipart body with the part `file`, or the raw bytes with `?filename=`.",
    action: "edit-records",
    params: basePlace,
    query: attachmentQuery,
    answer: attachment,
    withoutRead: attachment,
    status: 201,
    uploads: { "multipart/form-data": z.object({ file: z.file() }), "*/*": z.file() },
    example: () => ({ query: { filename: "report.pdf" } }),
    receive: ({ params, query, request }) => receiveFile(params, { request, filename: query.filename }),
    run: ({ received }) => received.store(),
    headers: ({ url }) => ({ Location: url }),
  }),
  operation({
    id: "getAttachment",
    method: "GET",
    action: null,
    path: "/attachments/{attachmentId}/{filename}",
    summary: "Download a file",
    description:
      "Needs no key: the address cannot be guessed. A file is kept while a cell holds it, and for 30 days after (`KEEP_TRASH_DAYS`, `KEEP_CHANGES_DAYS`), as long as undo and the trash can restore it. Then it is deleted.",
    params: z.object({
      attachmentId: z.string().describe("The random part of the file's address."),
      filename: z
        .string()
        .describe(
          "The file name, as in the address returned by the upload. It may be anything: only the random part is checked.",
        ),
    }),
    answer: z.instanceof(Bytes),
    requestHeaders: ["If-None-Match", "If-Range", "Range"],
    headerNames: ["ETag", "Accept-Ranges"],
    errors: ["RANGE_NOT_SATISFIABLE"],
    run: async ({ params, request }) => sendFile(await openAttachment(params.attachmentId), request),
  }),
] as const;
