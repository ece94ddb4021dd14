/**
 * An error for a file that cannot be read as a table. The message is a whole sentence for the person who chose the
 * file, and says what to do. Errors of the file system are thrown as they are.
 */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  /** Number of the row where reading ended, if there is one, as in `Row.number`. */
  readonly row: number | undefined;

  constructor(message: string, { row, cause }: { row?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.row = row;
  }
}
