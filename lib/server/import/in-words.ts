import { ApiError } from "../../contract/errors";
import { UnreadableFile } from "../tabular";

/** Turns a defect of the file into a 400. */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The 400 for a defect of the file; other errors as they are. */
export function refusalOf(error: unknown): unknown {
  return error instanceof UnreadableFile ? new ApiError("BAD_REQUEST", error.message) : error;
}
