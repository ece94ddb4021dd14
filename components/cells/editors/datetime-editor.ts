import { onDemand } from "@/components/ui/on-demand";
import { beginOfDay } from "./begin-of-day";
import type { CellEditor } from "./editor";
import { typedText } from "./wall-time";

export const datetimeEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./datetime-box")).DatetimeBox),
  today: (now, column) => typedText(beginOfDay(now, column)),
  now: (now) => now.toISOString(),
};
