import type { Attachment, ThumbnailSize } from "../../contract/attachments";
import { env } from "../env";
import { type OpenAttachment, openAttachment } from "../files/attachments";
import { endingHour, isOver } from "../files/file-addresses";
import { fileIdIn } from "../files/file-forms";
import { missingLink, type OpenShare } from "./open-share";
import { sealPart, unsealPart } from "./sealed-parts";

/**
 * The address of a file in a shown cell or above a form, valid for one to two hours, and no longer than the link. It hides the id of the
 * file.
 */
export function sharedAddressOf(
  file: Attachment,
  { token, sealingKey }: OpenShare,
  under: "shared" | "forms" = "shared",
): string {
  const sealed = sealPart("file", JSON.stringify([fileIdIn(file), endingHour()]), sealingKey);
  return `${env.APP_URL}/api/v1/${under}/${token}/attachments/${sealed}/${encodeURIComponent(file.filename)}`;
}

/** Opens a file by its address in a shared record. Throws a 404 once the address has expired. */
export async function openSharedFile(
  { sealingKey }: OpenShare,
  address: string,
  thumbnail?: ThumbnailSize,
): Promise<OpenAttachment> {
  const [id, endsIn] = JSON.parse(unsealPart("file", address, sealingKey) ?? "[]") as [string?, number?];
  if (id === undefined || endsIn === undefined || isOver(endsIn)) throw missingLink();
  const file = await openAttachment(id, thumbnail);
  const { "Cache-Control": _, ...headers } = file.headers;
  return { ...file, headers };
}
