import { reasonOf } from "@/lib/server/reason-of";

/** Prints lines for a person, indented between blank lines. */
export function print(lines: readonly string[]): void {
  process.stdout.write(`\n${lines.map((line) => `  ${line}`.trimEnd()).join("\n")}\n\n`);
}

/** Prints an error for a person to stderr. */
export function printError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\n  ${message.replaceAll("\n", "\n  ")}\n\n`);
}

/** Rethrows an error with its consequence before the message. */
export function prefixError(outcome: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`${outcome} ${reasonOf(error)}`, { cause: error });
  };
}
