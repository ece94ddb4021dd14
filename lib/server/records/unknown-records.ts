import { type ApiError, notFound, problemsError } from "../../contract/errors";

/** A 404 that names the path of each unknown id. */
export function unknownRecords(missing: readonly { id: string; path?: string }[]): ApiError {
  const details = missing.flatMap(({ id, path }) =>
    path === undefined ? [] : [{ path, message: `is ${id}, which is not a record of this table` }],
  );
  if (details.length === 0) return notFound("record", missing[0]?.id ?? "");
  return problemsError("NOT_FOUND", details);
}
