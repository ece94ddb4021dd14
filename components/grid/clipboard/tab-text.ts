/** A row of tab-separated text as spreadsheets exchange it, quoted only where necessary. */
export function tabTextOf(row: readonly string[]): string {
  return row.map(quoted).join("\t");
}

/** Joins rows to one text. */
export function joinTabText(rows: readonly string[]): string {
  const text = rows.join("\n");
  // A last row of one empty cell needs another line break: a final one belongs to the row before.
  return text === "" || text.endsWith("\n") ? `${text}\n` : text;
}

function quoted(text: string): string {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
