/** A row of a Markdown table. Signs that would end a cell are escaped, and line breaks become `<br>`. */
export function markdownRowOf(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(" | ")} |`;
}

/** The line between the head and the rows of a Markdown table. */
export function markdownRuleOf(columns: number): string {
  return `|${" --- |".repeat(columns)}`;
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~]/g, "\\$&")
    .replace(/\r\n|[\r\n]/g, "<br>")
    .trim();
}
