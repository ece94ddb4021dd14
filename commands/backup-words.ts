import { resolve } from "node:path";
import type { Amounts } from "@/lib/server/backup/backup";

/** How much a backup holds. */
export function amountsInWords({ tables, rows, files }: Pick<Amounts, "tables" | "rows" | "files">): string {
  const [t, r, f] = [tables, rows, files].map((amount) => amount.toLocaleString("en"));
  return `${r} rows of ${t} tables, ${f} files`;
}

/** The one file or folder that a command was given, resolved from where the person is. */
export function namedFile([file, ...more]: readonly string[]): string | undefined {
  if (more.length > 0 || file?.startsWith("-")) throw new Error(`npm run ${process.argv[2]} takes one file.`);
  return file && resolve(process.env.INIT_CWD ?? "", file);
}
