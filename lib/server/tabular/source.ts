import type { ReadOptions } from "./table";
import type { TextFile } from "./text/text-file";

/** A file to be opened. */
export interface Source {
  readonly path: string;
  /** First bytes. */
  readonly head: Buffer;
  readonly options: ReadOptions;
  /** Opens the file as text; throws if it is none. */
  readonly text: () => Promise<TextFile>;
}
