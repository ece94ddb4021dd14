import type { Attachment } from "@/lib/contract/attachments";
import { ApiError, type ErrorBody } from "@/lib/contract/errors";

/** Sends a file to the service and gives what a cell holds of it; every failure is an `ApiError`. */
export async function uploadFile(databaseId: string, file: File, signal: AbortSignal): Promise<Attachment> {
  const address = `/api/v1/bases/${databaseId}/attachments?filename=${encodeURIComponent(file.name)}`;
  const response = await fetch(address, {
    method: "POST",
    // What it is, the service finds out itself.
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError("UNAVAILABLE", "The server cannot be reached");
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Attachment;
  const error = (body as Partial<ErrorBody> | undefined)?.error;
  throw error
    ? new ApiError(error.code, error.message)
    : new ApiError("INTERNAL_SERVER_ERROR", `The server answered ${response.status} without saying why.`);
}
