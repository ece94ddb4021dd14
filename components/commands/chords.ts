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
