import { z } from "zod";
import { timestamp } from "./ids";

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
export const attachmentQuery = z.strictObject({ filename: z.string().min(1).max(255).optional() });
