/**
 * Markdown in which what is put in is plain text: a name must not become a link or a heading. CommonMark lets a
 * backslash stand before any punctuation of ASCII; a line break would begin another block.
 */
export function markdown(texts: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw({ raw: texts }, ...names.map(escapeMarkdown));
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/\s+/g, " ");
}
