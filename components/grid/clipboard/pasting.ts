import { loadable } from "@/components/ui/loadable";
import { type GridState, reachesUncounted } from "../grid-state";
import type { ClipboardTexts } from "./block";
import { normalizeLineBreaks } from "./own-text";

/** `paste`, whose script is loaded with the first paste, or before, when the page is idle. */
export const pasting = loadable(async () => (await import("./paste")).paste);

/** True if the paste may reach past the rows counted so far, so that the number of new rows is unknown. */
export function pasteAwaitsCount({ text }: ClipboardTexts, grid: GridState): boolean {
  return reachesUncounted(grid, normalizeLineBreaks(text).split("\n").length);
}
