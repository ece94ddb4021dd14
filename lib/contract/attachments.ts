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
      .describe("Opens the file without an API key. Contains 128 random bits, so it cannot be guessed."),
    uploadedAt: timestamp,
  })
  .describe("An uploaded file as stored in a cell.");
export type Attachment = z.infer<typeof attachment>;

/** Names the file of a raw body. A multipart body carries its own file name. */
export const attachmentQuery = queryShape({ filename: z.string().min(1).max(255).optional() });
