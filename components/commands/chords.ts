/** The parts of a keyboard event that identify the key. */
export interface KeyPress {
  readonly key: string;
  /** The physical key, named after the US layout. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Names a key press, such as `Mod+Shift+ArrowDown`, `Space` or `Mod+;`. Modifiers have a fixed order and letters are
 * lower case.
 */
export function chordOf(press: KeyPress): string {
  const isWithMod = press.ctrlKey || press.metaKey;
  const parts = [isWithMod ? nameWithMod(press) : nameOf(press.key)];
  if (press.shiftKey && !(isWithMod && isShiftForSign(press))) parts.unshift("Shift");
  if (press.altKey) parts.unshift("Alt");
  if (isWithMod) parts.unshift("Mod");
  return parts.join("+");
}

/** The key press of a chord on a keyboard with Ctrl, such as `Shift+Tab` or `Space`. */
export function pressOf(chord: string): Omit<KeyPress, "code"> {
  const modifiers = chord.split("+");
  const key = modifiers.pop() ?? "";
  return {
    key: key === "Space" ? " " : key,
    ctrlKey: modifiers.includes("Mod"),
    metaKey: false,
    altKey: modifiers.includes("Alt"),
    shiftKey: modifiers.includes("Shift"),
  };
}

function nameOf(key: string): string {
  if (key === " ") return "Space";
  return key.length === 1 ? key.toLowerCase() : key;
}

/** With Mod the key counts, not the character it types. */
function nameWithMod({ key, code, metaKey, altKey }: KeyPress): string {
  if (metaKey && altKey && Object.hasOwn(withoutOption, key)) return withoutOption[key] as string;
  // Shift changes the character of these keys on most keyboards.
  if (Object.hasOwn(unshifted, key)) return unshifted[key] as string;
  // No chord contains, say, a Greek or Hebrew letter: such keys are identified by position.
  return (isForeignLetter(key) ? atPlace(code) : undefined) ?? nameOf(key);
}

/**
 * True also for the several characters that some Arabic keys type; names of keys such as "Enter" start with a Latin
 * letter.
 */
function isForeignLetter(key: string): boolean {
  return /^\p{L}+$/u.test(key) && !/^[a-z]/i.test(key);
}

/** The US character at a position: letters, and the signs whose positions hold letters in other layouts. */
function atPlace(code: string): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? signs[code];
}

const signs: { readonly [code: string]: string } = { Semicolon: ";", Comma: ",", Period: "." };

/**
 * True if Shift only types the semicolon, as on a German keyboard, where the colon is on the same key. Shift then has no
 * further meaning.
 */
function isShiftForSign({ key, code }: KeyPress): boolean {
  return key === ";" && code !== "" && code !== "Semicolon";
}

/** Option types other characters with these keys on a Mac. */
const withoutOption: { readonly [key: string]: string } = { "–": "-", "≠": "=", º: "0" };

const unshifted: { readonly [key: string]: string } = {
  "+": "=",
  ":": ";",
  "?": "/",
  _: "-",
  "<": ",",
  ">": ".",
};
