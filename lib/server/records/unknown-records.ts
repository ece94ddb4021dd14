import { ApiError, notFound } from "../../contract/errors";

/** A 404 that says where each of these ids stands. */
export function unknownRecords(missing: readonly { id: string; path?: string }[]): ApiError {
  const details = missing.flatMap(({ id, path }) =>
    path === undefined ? [] : [{ path, message: `is ${id}, which is not a record of this table` }],
  );
  if (details.length === 0) return notFound("record", missing[0]?.id ?? "");
  const more = details.length > 1 ? ` (and ${details.length - 1} more: see details)` : "";
  return new ApiError("NOT_FOUND", `${details[0]?.path} ${details[0]?.message}${more}`, details);
}
