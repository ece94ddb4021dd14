import { ApiError } from "@/lib/contract/errors";
import { errorOf } from "./api";

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Called with the share that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads a file as the body of a POST to an address below the API's. Failures are ApiErrors, except the `AbortError` of
 * the signal. Uses XMLHttpRequest, because `fetch` does not report the progress of uploads.
 */
export function upload<Body>(
  address: string,
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1${address}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      const { status, responseText: text } = request;
      if (status === 201) resolve(JSON.parse(text));
      else reject(errorOf({ response: { status }, text }));
    };
    request.onerror = () => reject(new ApiError("UNAVAILABLE", "The server can't be reached."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
