import { ApiError, type ErrorDetail } from "../../contract/errors";

/** Collects the problems of a reading of a list's part, under their path in a view. */
export async function problemsOf(
  reading: Promise<unknown>,
  [inList, inView]: [inList: string, inView: string] = ["", ""],
): Promise<ErrorDetail[]> {
  try {
    await reading;
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error;
    return error.details.map(({ path, message }) => ({ path: path.replace(inList, inView), message }));
  }
}
