import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";
import { toIso } from "./iso-date";

export const dateEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./date-box")).DateBox, { preload: "soon" }),
  today: toIso,
  now: toIso,
};
