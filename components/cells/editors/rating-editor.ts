import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";

export const ratingEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./rating-box")).RatingBox, { preload: "soon" }),
  /** Digits save at once; other text does nothing. */
  typed: (text) => (/^\d+$/.test(text) ? { commit: text } : "nothing"),
};
