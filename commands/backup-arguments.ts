import { resolve } from "node:path";
import type { Amounts } from "@/lib/server/backup/backup";

/** Describes the amounts in a backup. */
export function describeAmounts({ tables, rows, files }: Pick<Amounts, "tables" | "rows" | "files">): string {
  const [t, r, f] = [tables, rows, files].map((amount) => amount.toLocaleString("en"));
  return `${r} rows in ${t} tables, ${f} files`;
}

/** The path argument of a command, relative to the person's working directory. */
export function pathArgument(given: readonly string[]): string | undefined {
  const file = given.find((each) => each !== "--");
  return file && resolve(process.env.INIT_CWD ?? "", file);
}
