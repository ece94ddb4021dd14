import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";
import { beginOfDay, typedText } from "./wall-time";

export const datetimeEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./datetime-box")).DatetimeBox, { preload: "soon" }),
  today: (now, column) => typedText(beginOfDay(now, column)),
  now: (now) => now.toISOString(),
};
