import { env } from "../env";
import { attachmentsIn, fileOf } from "./attachment-files";

/** Where the bytes of a file lie. */
export function placeOf(id: string): string {
  return fileOf(id, folder());
}

/** Where those of all files do. */
export function folder(): string {
  return attachmentsIn(env.ROWHOUSE_DATA_DIR);
}
