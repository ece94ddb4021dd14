import { type Command, commandList, editingList } from "./command-list";

/** Keys by the way a person would say them, each with what it asks for. */
type Keys = { readonly [chord: string]: Command };

/** Any key that is not here, and makes a character, replaces the value of the active cell. */
export const selectingKeys: Keys = keysOf(commandList.filter(({ isEvent }) => !isEvent));

/** Any other key belongs to the editor. */
export const editingKeys: Keys = keysOf(editingList);

/** Those that work wherever the focus is on the page. */
export const pageKeys: Keys = keysOf(commandList.filter(({ isOfPage }) => isOfPage));

/** The parts of a keyboard event that say which key it was. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** `Mod+Shift+ArrowDown`, `Space`, `Mod+;`: the modifiers always in this order, a letter always small. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const parts = [keyName(key, ctrlKey || metaKey)];
  if (shiftKey) parts.unshift("Shift");
  if (altKey) parts.unshift("Alt");
  if (ctrlKey || metaKey) parts.unshift("Mod");
  return parts.join("+");
}

/** A chord as this machine's keys are labelled: `⇧⌘Z` on a Mac, else `Ctrl+Shift+Z`. */
export function keyLabel(chord: string, isMac: boolean): string {
  const parts = chord.split("+").map((part) => labelOf(part, isMac));
  return parts.join(isMac ? "" : "+");
}

function keyName(key: string, isWithMod: boolean): string {
  if (key === " ") return "Space";
  // With Shift some keys make another sign, on most keyboards these: the key is what is meant.
  if (isWithMod && Object.hasOwn(unshifted, key)) return unshifted[key] as string;
  return key.length === 1 ? key.toLowerCase() : key;
}

const unshifted: { readonly [key: string]: string } = {
  "+": "=",
  ":": ";",
  "?": "/",
  _: "-",
  "<": ",",
  ">": ".",
};

function keysOf(listed: readonly { readonly command: Command; readonly keys: readonly string[] }[]): Keys {
  return Object.fromEntries(
    listed.flatMap(({ command, keys }) => keys.map((chord) => [pressed(chord), command])),
  );
}

/** A chord as `chordOf` gives it. */
function pressed(chord: string): string {
  const parts = chord.replace("Ctrl+", "Mod+").split("+");
  const key = parts.pop() ?? "";
  return [...parts, key.length === 1 ? key.toLowerCase() : key].join("+");
}

function labelOf(part: string, isMac: boolean): string {
  return (isMac ? macLabels[part] : undefined) ?? labels[part] ?? part;
}

const labels: { readonly [part: string]: string } = {
  Mod: "Ctrl",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
  ContextMenu: "Menu",
  "-": "−",
};

const macLabels: { readonly [part: string]: string } = {
  Mod: "⌘",
  Ctrl: "⌃",
  Shift: "⇧",
  Alt: "⌥",
  Backspace: "⌫",
  Delete: "⌦",
  Enter: "⏎",
  Tab: "⇥",
};
