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

/** Maximum width and height of the small forms of a picture, in pixels. */
export const thumbnailSizes = { small: 256, large: 768 } as const;
export type ThumbnailSize = keyof typeof thumbnailSizes;

const thumbnail = z
  .enum(Object.keys(thumbnailSizes) as [ThumbnailSize, ...ThumbnailSize[]])
  .describe(
    "Opens a picture at most 256 (`small`) or 768 pixels (`large`) wide and high, as WebP. Files that are no picture, or small enough, are opened as they are.",
  );

export const thumbnailQuery = queryShape({ thumbnail: thumbnail.optional() });

/** The address of the small form of a picture, from that of the file. */
export function thumbnailUrl(url: string, size: ThumbnailSize): string {
  return `${url}${url.includes("?") ? "&" : "?"}thumbnail=${size}`;
}

/** The signature of an address that needs no key, and the form of a picture. */
export const addressQuery = queryShape({
  expires: z.string().max(20).optional().describe("When the address expires, in seconds since 1970."),
  signature: z.string().max(100).optional(),
  ...thumbnailQuery.shape,
});

/** Names the file of a raw body. A multipart body carries its own file name. */
export const attachmentQuery = queryShape({ filename: z.string().min(1).max(255).optional() });
