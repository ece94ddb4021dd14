import type { Right } from "@/components/rights/rights";

/** Gestures and keys other than commands, for the shortcut list. */
export const gestures: readonly {
  readonly name: string;
  readonly keys: readonly string[];
  readonly needs?: Right;
}[] = [
  { name: "Replace value", keys: ["Any character"], needs: "update-records" },
  { name: "Set rating", keys: ["0–9"], needs: "update-records" },
  { name: "Save typed value and move", keys: ["Any arrow"], needs: "update-records" },
  { name: "Edit typed value", keys: ["F2"], needs: "update-records" },
  { name: "Insert line break", keys: ["Alt+Enter"], needs: "update-records" },
  { name: "Extend selection", keys: ["Shift+Any move"] },
  { name: "Select range", keys: ["Drag"] },
  { name: "Extend range", keys: ["Shift+Click"] },
  { name: "Add range", keys: ["Mod+Click"] },
  { name: "Select records or fields", keys: ["Click number or header"] },
  { name: "Move records", keys: ["Drag handle beside number"], needs: "update-records" },
  { name: "Next record, with one open", keys: ["Mod+Shift+."] },
  { name: "Previous record, with one open", keys: ["Mod+Shift+,"] },
  { name: "Print record, with one open", keys: ["Mod+P"], needs: "export-records" },
  { name: "Fill or continue series", keys: ["Drag fill handle"], needs: "update-records" },
  {
    name: "Continue series down to match adjacent column",
    keys: ["Double-click fill handle"],
    needs: "update-records",
  },
  { name: "Add files to cell", keys: ["Drop files"], needs: "update-records" },
];
