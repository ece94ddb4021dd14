import { answerTo, errorOf } from "@/lib/client/api";
import type { Attachment } from "@/lib/contract/attachments";

/** Uploads a file and returns the attachment; every failure is an `ApiError`. */
export async function uploadFile(databaseId: string, file: File, signal: AbortSignal): Promise<Attachment> {
  const address = `/api/v1/bases/${databaseId}/attachments?filename=${encodeURIComponent(file.name)}`;
  const answer = await answerTo(address, {
    method: "POST",
    // The server detects the type itself.
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
    signal,
  });
  if (!answer.response.ok) throw errorOf(answer);
  return JSON.parse(answer.text);
}
