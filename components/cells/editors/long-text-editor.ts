import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";

export const longTextEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./long-text-box")).LongTextBox, { preload: "soon" }),
};
