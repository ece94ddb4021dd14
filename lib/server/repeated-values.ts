import { ApiError } from "../contract/errors";

/** Begins the names of the indexes of fields whose values are unique. */
export const uniquePrefix = "Unique_";

/** True if a write failed because another record has the value of a field whose values are unique. */
export function isRepeatedValue(error: unknown): boolean {
  return (
    error instanceof Object && "constraint" in error && String(error.constraint).startsWith(uniquePrefix)
  );
}

/** The 409 for such a write, where it is not known which record has the value. */
export function repeatedValue(): ApiError {
  return new ApiError("CONFLICT", "Another record has the same value in a field whose values are unique.");
}
