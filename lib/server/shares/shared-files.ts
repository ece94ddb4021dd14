import type { Attachment } from "../../contract/attachments";
import { env } from "../env";
import { fileIdIn, type OpenAttachment, openAttachment } from "../files/attachments";
import { missingLink, type OpenShare } from "./open-share";
import { sealPart, unsealPart } from "./sealed-parts";

const hour = 3_600_000;

/**
 * The address of a file in a shown cell, valid for one to two hours, and no longer than the link. It hides the file's own
 * address, which lasts and needs no link. It stays the same for an hour, so that a page need not load pictures again.
 */
export function sharedAddressOf(file: Attachment, { token, sealingKey }: OpenShare): string {
  const endsIn = Math.floor(Date.now() / hour) + 2;
  const sealed = sealPart("file", JSON.stringify([fileIdIn(file), endsIn]), sealingKey);
  return `${env.APP_URL}/api/v1/shared/${token}/attachments/${sealed}/${encodeURIComponent(file.filename)}`;
}

/** Opens a file by its address in a shared record. Throws a 404 once the address has expired. */
export async function openSharedFile({ sealingKey }: OpenShare, address: string): Promise<OpenAttachment> {
  const [id, endsIn] = JSON.parse(unsealPart("file", address, sealingKey) ?? "[]") as [string?, number?];
  if (id === undefined || endsIn === undefined || Date.now() >= endsIn * hour) throw missingLink();
  const file = await openAttachment(id);
  const { "Cache-Control": _, ...headers } = file.headers;
  return { ...file, headers };
}
