import { z } from "zod";
import { timestamp } from "./ids";
import { queryShape } from "./query";

/**
 * Pictures of pixels, which a browser draws without running anything: they are served to be shown, all else to be
 * saved, never as a page in the application's origin.
 */
export const pictureTypes: readonly string[] = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
];

/** An uploaded file, as the upload answers it and an `attachments` cell holds it. */
export const attachment = z
  .object({
    filename: z.string(),
    originalName: z.string(),
    size: z.int(),
    mimeType: z.string(),
    url: z.url().describe("Opens the file for whoever knows it: it holds 128 random bits and needs no key."),
    uploadedAt: timestamp,
  })
  .describe("An uploaded file, as a cell holds it.");
export type Attachment = z.infer<typeof attachment>;

/** For a raw body; a multipart one names its file itself. */
export const attachmentQuery = queryShape({ filename: z.string().min(1).max(255).optional() });
