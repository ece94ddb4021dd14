import * as z from "zod";
import { addressQuery, attachment, attachmentQuery } from "../contract/attachments";
import { ApiError, unauthorized } from "../contract/errors";
import { type BasePlace, basePlace } from "../contract/places";
import type { Actor } from "../server/access/author";
import { requireMay } from "../server/access/may";
import { openAttachment, receiveFile } from "../server/files/attachments";
import { stateOf } from "../server/files/file-addresses";
import { hiddenIn } from "../server/structure/schemas";
import { authenticate, credentialOf } from "./authenticate";
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
      "Takes the address in a response, which needs no key for one to two hours. After that, and without its signature, it needs a key or session that may read all of the database. A file is kept while a cell holds it, and for 30 days after (`KEEP_TRASH_DAYS`, `KEEP_CHANGES_DAYS`), as long as undo and the trash can restore it. Then it is deleted.",
    params: z.object({
      attachmentId: z.string().describe("The random part of the file's address."),
      filename: z
        .string()
        .describe(
          "The file name, as in the address returned by the upload. It may be anything: only the random part is checked.",
        ),
    }),
    query: addressQuery,
    answer: z.instanceof(Bytes),
    requestHeaders: ["If-None-Match", "If-Range", "Range"],
    headerNames: ["ETag", "Accept-Ranges"],
    errors: ["RANGE_NOT_SATISFIABLE", "UNAUTHORIZED", "FORBIDDEN"],
    run: async ({ params: { attachmentId }, query, request }) => {
      const state = stateOf(attachmentId, query);
      const reader = state === "valid" ? null : await readerOf(request, state);
      const file = await openAttachment(attachmentId, query.thumbnail);
      if (reader) await requireReader(reader, file);
      return sendFile(file, request);
    },
  }),
] as const;

/**
 * Throws a 403 unless the caller may read every cell that can hold the file. A file does not tell which one does, so where a
 * rule hides fields, only addresses that a response has signed open.
 */
async function requireReader(reader: Actor, { databaseId }: BasePlace): Promise<void> {
  requireMay(reader, "read", databaseId);
  if ((await hiddenIn({ databaseId }, reader)).size === 0) return;
  throw new ApiError(
    "FORBIDDEN",
    "A rule hides fields of this database from you, so files open only by the address in a response, for one to two hours.",
  );
}

/** The caller who opens a file without a valid signature. Throws a 401 that says what is missing. */
async function readerOf(request: Request, state: "expired" | "unsigned"): Promise<Actor> {
  if (state === "expired" && credentialOf(request) === "")
    throw unauthorized("This address has expired. Read the record again for a new one, or send an API key.");
  return authenticate(request);
}
