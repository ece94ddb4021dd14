import type { GridColumn } from "@/components/cells/columns";
import { type Block, widthOf } from "./block";

/** Leaves out a first row that has the names of the fields pasted into, as of a copy with field names. */
export function withoutNames(block: Block, columns: readonly GridColumn[]): Block {
  const [head, ...rows] = block;
  if (!head || rows.length === 0 || head.length !== widthOf(block)) return block;
  return head.every(({ text }, at) => text.trim() === columns[at]?.field.name) ? rows : block;
}
