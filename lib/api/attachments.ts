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
    summary: "Upload a file: multipart with the part `file`, or a raw body with ?filename=",
    scope: "write",
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
    path: "/attachments/{attachmentId}/{filename}",
    summary: "An uploaded file, for whoever knows its address",
    description:
      "Answered for as long as a cell holds it, and for 30 days (`KEEP_TRASH_DAYS`, `KEEP_CHANGES_DAYS`) after: so long can undo and the trash bring it back. Then it is deleted.",
    params: z.object({
      attachmentId: z.string().describe("The random part of the address."),
      filename: z.string().describe("As the upload has answered it; only the part before it counts."),
    }),
    answer: z.instanceof(Bytes),
    requestHeaders: ["If-None-Match", "If-Range", "Range"],
    headerNames: ["ETag"],
    errors: ["RANGE_NOT_SATISFIABLE"],
    run: async ({ params, request }) => sendFile(await openAttachment(params.attachmentId), request),
  }),
] as const;
