/**
 * Builds Markdown in which interpolated names are plain text, never a link or a heading. CommonMark allows a
 * backslash before any ASCII punctuation. Line breaks become spaces, because they would begin another block.
 */
export function markdown(texts: TemplateStringsArray, ...names: readonly string[]): string {
  return String.raw({ raw: texts }, ...names.map(escapeMarkdown));
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/\s+/g, " ");
}
