import { ApiError } from "../../contract/errors";

/** The error for a file that is refused: whole sentences that say what is wrong, then what to do. */
export function badFile(message: string): ApiError {
  return new ApiError("BAD_REQUEST", message);
}

export function damaged(): ApiError {
  return badFile("The file is cut off or damaged. Export the database again and upload the new file.");
}

/** `what` is the name of a part of the file. */
export function altered(what: string): ApiError {
  return badFile(
    `The file was changed after it was exported: ${what} is not as it was. Export the database again.`,
  );
}

/** `problem` is a predicate that continues the name of a part of the file. */
export function invalid(what: string, problem: string): ApiError {
  return badFile(`The file is not valid: ${what} ${problem}. Export the database again.`);
}
