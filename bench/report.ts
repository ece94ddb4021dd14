import type { Result } from "./load";

export function say(line: string): void {
  console.log(line);
}

/** A table in Markdown; all columns but the first are numbers. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map((_, index) => (index === 0 ? "---" : "---:")), ...rows];
  say("");
  for (const cells of lines) say(`| ${cells.join(" | ")} |`);
  say("");
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : whole(value)} ms`;
}

/** Prints how the others compare with the first; gives each with its ratio. */
export function printResults(
  lines: readonly { name: string; result: Result }[],
): (Result & { ratio: number })[] {
  const baseline = lines[0]?.result.perSecond ?? Number.NaN;
  const compared = lines.map(({ result }) => ({ ...result, ratio: result.perSecond / baseline }));
  printTable(
    ["", "requests/s", "p50", "p99", "ratio"],
    compared.map(({ perSecond, p50, p99, ratio }, index) => [
      lines[index]?.name ?? "",
      whole(perSecond),
      milliseconds(p50),
      milliseconds(p99),
      ratio.toFixed(2),
    ]),
  );
  return compared;
}
