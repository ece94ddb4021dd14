import { ApiError } from "../../../contract/errors";

/** Throws if an import has been cancelled, or if its caller has gone away. */
export function requireActive({ aborted, reason }: AbortSignal): void {
  if (!aborted) return;
  throw reason instanceof ApiError ? reason : gone;
}

const gone = new ApiError("BAD_REQUEST", "The caller has gone away, so nothing was imported.");
