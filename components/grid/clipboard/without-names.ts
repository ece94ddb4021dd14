import type { GridColumn } from "@/components/cells/columns";
import { type Block, widthOf } from "./block";

/**
 * Leaves out a first row that has the names of the fields pasted into, as of a copy with field names. Empty headings and
 * columns beyond the last field do not matter if two names are left: a single one may be a value.
 */
export function withoutNames(block: Block, columns: readonly GridColumn[]): Block {
  const [head, ...rows] = block;
  if (!head || rows.length === 0) return block;
  const texts = head.slice(0, columns.length).map(({ text }) => text.trim());
  const isOfNames = texts.every((text, at) => text === "" || text === columns[at]?.field.name);
  const names = texts.filter((text) => text !== "").length;
  return isOfNames && names >= Math.min(2, widthOf(block)) ? rows : block;
}
