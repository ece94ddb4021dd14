import type { Step } from "./cursor";

/** What a key asks of the grid. */
export type Command =
  | { readonly do: "move"; readonly step: Step }
  | { readonly do: "edit" }
  | { readonly do: "clear" }
  | { readonly do: "toggle" }
  | { readonly do: "today" }
  | { readonly do: "escape" }
  | { readonly do: "reveal" }
  /** Ends the edit and keeps what was typed; then goes a step on, if one is named. */
  | { readonly do: "commit"; readonly step?: Step };

/** Keys by the way a person would say them. `Mod` is Ctrl, or ⌘ on a Mac. */
type Keys = { readonly [chord: string]: Command };

/** Any key that is not here, and makes a character, replaces the value of the focused cell. */
export const selectingKeys: Keys = {
  ArrowUp: move("up"),
  ArrowDown: move("down"),
  ArrowLeft: move("left"),
  ArrowRight: move("right"),
  "Mod+ArrowUp": move("top"),
  "Mod+ArrowDown": move("bottom"),
  "Mod+ArrowLeft": move("first-field"),
  "Mod+ArrowRight": move("last-field"),
  Home: move("first-field"),
  End: move("last-field"),
  "Mod+Home": move("first-cell"),
  "Mod+End": move("last-cell"),
  PageUp: move("page-up"),
  PageDown: move("page-down"),
  "Alt+PageUp": move("page-left"),
  "Alt+PageDown": move("page-right"),
  Tab: move("next"),
  "Shift+Tab": move("previous"),
  Enter: { do: "edit" },
  F2: { do: "edit" },
  Delete: { do: "clear" },
  Backspace: { do: "clear" },
  Space: { do: "toggle" },
  "Mod+;": { do: "today" },
  "Mod+Backspace": { do: "reveal" },
  Escape: { do: "escape" },
};

/** Any other key belongs to the editor. */
export const editingKeys: Keys = {
  Enter: { do: "commit", step: "down" },
  "Shift+Enter": { do: "commit", step: "up" },
  "Mod+Enter": { do: "commit" },
  Tab: { do: "commit", step: "next" },
  "Shift+Tab": { do: "commit", step: "previous" },
  Escape: { do: "escape" },
};

/** The parts of a keyboard event that say which key it was. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** `Mod+Shift+ArrowDown`, `Space`, `Mod+;`: the modifiers always in this order. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const parts = [key === " " ? "Space" : key.length === 1 ? key.toLowerCase() : key];
  if (shiftKey) parts.unshift("Shift");
  if (altKey) parts.unshift("Alt");
  if (ctrlKey || metaKey) parts.unshift("Mod");
  return parts.join("+");
}

function move(step: Step): Command {
  return { do: "move", step };
}
