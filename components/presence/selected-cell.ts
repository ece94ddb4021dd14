import { createObservable } from "@/lib/client/observable";
import type { PresentCell } from "@/lib/contract/presence";

/** The cell that is active in the open grid, for others to see; null without a grid or selection. */
export const selectedCell = createObservable<PresentCell | null>(
  null,
  (one, other) => one?.recordId === other?.recordId && one?.fieldId === other?.fieldId,
);
