/** The formats of a copy besides a table of cells, by the name in menus. */
export const copyFormats = {
  named: "Copy with field names",
  markdown: "Copy as Markdown",
  json: "Copy as JSON",
} as const;
export type CopyFormat = keyof typeof copyFormats;
export const copyFormatNames = Object.keys(copyFormats) as readonly CopyFormat[];
