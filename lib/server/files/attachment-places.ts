import { env } from "../env";
import { attachmentsIn, fileOf } from "./attachment-files";

/** The path of a file. */
export function placeOf(id: string): string {
  return fileOf(id, folder());
}

/** The folder of all files. */
export function folder(): string {
  return attachmentsIn(env.ROWHOUSE_DATA_DIR);
}
