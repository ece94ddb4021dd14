import { type Cursor, type WholeReach, wholeReachOf } from "../cursor/cursor";
import {
  type Command,
  type CommandGroup,
  commandList,
  editingList,
  headingList,
  typingList,
  wholeList,
} from "./command-list";

/** Keys by the way a person would say them, each with what it asks for. */
type Keys = { readonly [chord: string]: Command };

/** Any key that is not here, and makes a character, replaces the value of the active cell. */
export const selectingKeys: Keys = keysOf(commandList.filter(({ isEvent }) => !isEvent));

/** Any other key belongs to the editor. */
export const editingKeys: Keys = keysOf(editingList);

/** What is for a cell is left to the browser. */
const ofCells: ReadonlySet<CommandGroup> = new Set(["Edit", "Copy and paste", "Fill", "Rows", "Fields"]);

/** On the header of a group. */
export const headingKeys: Keys = {
  ...keysOf(
    commandList.filter(
      ({ group, command, isEvent }) => !isEvent && !ofCells.has(group) && command.do !== "menu",
    ),
  ),
  ...keysOf(headingList),
};

/** The same where arrows lead on to other cells. */
export const typingKeys: Keys = { ...editingKeys, ...keysOf(typingList) };

const keysIn: { readonly [State in Cursor["state"]]: Keys } = {
  idle: selectingKeys,
  selecting: selectingKeys,
  heading: headingKeys,
  editing: editingKeys,
};

/** While whole rows or fields are selected; in any other state these keys are the browser's. */
const wholeKeys: { readonly [Of in WholeReach]: Keys } = {
  rows: keysOf(wholeList.filter(({ reach }) => reach === "rows")),
  fields: keysOf(wholeList.filter(({ reach }) => reach === "fields")),
};

/** What a key asks for, where the cursor is. */
export function commandOf(chord: string, cursor: Cursor): Command | undefined {
  const reach = cursor.state === "selecting" ? wholeReachOf(cursor) : undefined;
  const ofWhole = reach && wholeKeys[reach][chord];
  if (ofWhole) return ofWhole;
  const keys = cursor.state === "editing" && cursor.isTyped ? typingKeys : keysIn[cursor.state];
  return keys[chord];
}

/** Whether a key asks for something anywhere in the grid, or where the cursor is. */
export function isKnown(chord: string, cursor: Cursor): boolean {
  const isAnywhere = [...Object.values(keysIn), typingKeys].some((keys) => Object.hasOwn(keys, chord));
  return isAnywhere || commandOf(chord, cursor) !== undefined;
}

/** Those that work wherever the focus is on the page. */
export const pageKeys: Keys = keysOf(commandList.filter(({ isOfPage }) => isOfPage));

/** The parts of a keyboard event that say which key it was. */
export interface KeyPress {
  readonly key: string;
  /** Where the key is, by what a US keyboard has there. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** `Mod+Shift+ArrowDown`, `Space`, `Mod+;`: the modifiers always in this order, a letter always small. */
export function chordOf(press: KeyPress): string {
  const isWithMod = press.ctrlKey || press.metaKey;
  const parts = [isWithMod ? nameWithMod(press) : nameOf(press.key)];
  if (press.shiftKey && !(isWithMod && isShiftForSign(press))) parts.unshift("Shift");
  if (press.altKey) parts.unshift("Alt");
  if (isWithMod) parts.unshift("Mod");
  return parts.join("+");
}

/** A chord as this machine's keys are labelled: `⇧⌘Z` on a Mac, else `Ctrl+Shift+Z`. */
export function keyLabel(chord: string, isMac: boolean): string {
  const parts = chord.split("+").map((part) => labelOf(part, isMac));
  return parts.join(isMac ? "" : "+");
}

function nameOf(key: string): string {
  if (key === " ") return "Space";
  return key.length === 1 ? key.toLowerCase() : key;
}

/** With Mod it is the key that is meant, whatever it makes. */
function nameWithMod({ key, code, metaKey, altKey }: KeyPress): string {
  if (metaKey && altKey && Object.hasOwn(withoutOption, key)) return withoutOption[key] as string;
  // With Shift some keys make another sign, on most keyboards these.
  if (Object.hasOwn(unshifted, key)) return unshifted[key] as string;
  // A Greek or a Hebrew letter, say, is in no chord: the key goes by its place.
  return (isForeignLetter(key) ? atPlace(code) : undefined) ?? nameOf(key);
}

/** Also one of several characters, as some Arabic keys make; the names of keys, as "Enter", begin otherwise. */
function isForeignLetter(key: string): boolean {
  return /^\p{L}+$/u.test(key) && !/^[a-z]/i.test(key);
}

/** What a US keyboard has at a place, of letters and of the signs that others have letters for. */
function atPlace(code: string): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? signs[code];
}

const signs: { readonly [code: string]: string } = { Semicolon: ";", Comma: ",", Period: "." };

/** Where a semicolon is made by Shift, as on a German keyboard, Shift says nothing more; with it is the colon there too. */
function isShiftForSign({ key, code }: KeyPress): boolean {
  return key === ";" && code !== "" && code !== "Semicolon";
}

/** A Mac makes other signs of these with Option. */
const withoutOption: { readonly [key: string]: string } = { "–": "-", "≠": "=", º: "0" };

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
