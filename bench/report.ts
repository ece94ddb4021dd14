import type { Outcome } from "./compare";

export function printLine(line: string): void {
  console.log(line);
}

/** Prints a Markdown table. All columns but the first are right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map((_, index) => (index === 0 ? "---" : "---:")), ...rows];
  printLine("");
  for (const cells of lines) printLine(`| ${cells.join(" | ")} |`);
  printLine("");
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : whole(value)} ms`;
}

/** Prints and returns the outcomes with their ratio to the first. */
export function printOutcomes(outcomes: readonly Outcome[]): (Outcome & { ratio: number })[] {
  const baseline = outcomes[0]?.perSecond ?? Number.NaN;
  const compared = outcomes.map((outcome) => ({ ...outcome, ratio: outcome.perSecond / baseline }));
  printTable(
    ["", "requests/s", "ratio", "p50", "p99", "server's CPU per request"],
    compared.map(({ name, perSecond, ratio, p50, p99, processor }) => [
      name,
      whole(perSecond),
      ratio.toFixed(2),
      milliseconds(p50),
      milliseconds(p99),
      milliseconds(processor),
    ]),
  );
  return compared;
}

export function ratio(ours: number, theirs: number): string {
  return `${(ours / theirs).toFixed(2)} (${whole(ours)} to ${whole(theirs)} a second)`;
}
