import * as z from "zod";
import { timestamp } from "./ids";
import { queryShape } from "./query";

/**
 * Raster image types, which run no code when displayed. Only these are served inline; all other files are
 * downloads, so that no upload becomes a page in the application's origin.
 */
export const pictureTypes: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
];

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
