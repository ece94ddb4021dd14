import * as z from "zod";
import { timestamp } from "./ids";
import { queryShape } from "./query";

/** An uploaded file as returned by the upload and stored in an `attachments` cell. */
export const attachment = z
  .object({
    filename: z.string(),
    originalName: z.string(),
    size: z.int(),
    mimeType: z.string(),
    url: z
      .url()
      .describe(
        "Opens the file without an API key for one to two hours; each response has a new address. Later it needs a key or session that may read all of the database.",
      ),
    uploadedAt: timestamp,
  })
  .describe("An uploaded file as stored in a cell.");
export type Attachment = z.infer<typeof attachment>;

/** The signature of an address that needs no key. */
export const signatureQuery = queryShape({
  expires: z.string().max(20).optional().describe("When the address expires, in seconds since 1970."),
  signature: z.string().max(100).optional(),
});

/** Names the file of a raw body. A multipart body carries its own file name. */
export const attachmentQuery = queryShape({ filename: z.string().min(1).max(255).optional() });
