import type { Attachment } from "../../contract/attachments";
import type { Prisma } from "../db";
import { signedAddress } from "./file-addresses";

/** The id in a file's URL, signed or not; empty for other URLs. */
export function fileIdIn({ url }: Attachment): string {
  return storedId(new URL(url).pathname);
}

function storedId(path: string): string {
  return /^\/api\/v1\/attachments\/([0-9a-f]{32})\/[^/]*$/.exec(path)?.[1] ?? "";
}

/** The stored form of a file, without the service's own origin, which may change. */
export function storedForm(
  row: Omit<Prisma.AttachmentGetPayload<object>, "baseId" | "unusedSince">,
): Attachment {
  const { id, filename, originalName, size, mimeType, uploadedAt } = row;
  const url = `/api/v1/attachments/${id}/${encodeURIComponent(filename)}`;
  return { filename, originalName, size, mimeType, url, uploadedAt: uploadedAt.toISOString() };
}

/** The form of a stored file in responses. */
export function presentFile(file: Attachment): Attachment {
  return { ...file, url: signedAddress(storedId(file.url), file.url) };
}

/** The stored form of a file in a response. */
export function unpresentFile(file: Attachment): Attachment {
  return { ...file, url: new URL(file.url, "http://localhost").pathname };
}
