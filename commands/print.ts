import { reasonOf } from "@/lib/server/reason-of";

/** Prints lines for a person, indented and set apart. */
export function say(lines: readonly string[]): void {
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);
}

/** The same for what went wrong, on stderr. */
export function complain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\n  ${message.replaceAll("\n", "\n  ")}\n\n`);
}

/** Prefixes an error with what it has prevented. */
export function because(outcome: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${outcome} ${reasonOf(error)}`, { cause: error });
  };
}
