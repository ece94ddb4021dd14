import { answerTo, errorOf } from "@/lib/client/api";
import type { Attachment } from "@/lib/contract/attachments";

/** Sends a file to the service and gives what a cell holds of it; every failure is an `ApiError`. */
export async function uploadFile(databaseId: string, file: File, signal: AbortSignal): Promise<Attachment> {
  const address = `/api/v1/bases/${databaseId}/attachments?filename=${encodeURIComponent(file.name)}`;
  const answer = await answerTo(address, {
    method: "POST",
    // What it is, the service finds out itself.
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
    signal,
  });
  if (!answer.response.ok) throw errorOf(answer);
  return JSON.parse(answer.text);
}
