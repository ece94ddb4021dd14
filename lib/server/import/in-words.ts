import { ApiError } from "../../contract/errors";
import { UnreadableFile } from "../tabular";

/** Turns a defect of the file into a 400. */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ApiError("BAD_REQUEST", error.message);
    throw error;
  }
}
