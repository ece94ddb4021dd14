import { tooSmall } from "../field-types/number";
import { ApiError } from "./errors";
import { limits } from "./limits";
import { findHostile, type Hostile, printable } from "./plain-json";

/** A parsed JSON text, and the first value in it that no operation accepts. */
interface Read {
  readonly json: unknown;
  readonly hostile: Hostile | undefined;
}

/** Parses a JSON text in one step. Throws if it is not valid JSON. */
export function readJson(text: string, maxValues = Number.POSITIVE_INFINITY): Read {
  return finish(readJsonInSteps(text, maxValues, Number.POSITIVE_INFINITY));
}

/**
 * Parses a JSON text in steps of less than a millisecond; ten megabytes in one step would block for half a second.
 * Items of a list in the outermost object, such as the records of a bulk call, are parsed one by one.
 */
export function* readJsonInSteps(
  text: string,
  maxValues: number,
  stepLength = maxStepLength,
): Generator<void, Read> {
  const bounded = yield* boundInSteps(text, maxValues, stepLength);
  if (text.length <= stepLength) {
    const json: unknown = JSON.parse(bounded.text);
    return { json, hostile: bounded.hostile ?? findHostile(json) };
  }
  const { rest, pieces } = takeOut(bounded);
  const json: unknown = parseFrom(rest);
  let { hostile = findHostile(json) } = bounded;
  let done = 0;
  for (const [key, list] of pieces.length === 0 ? [] : Object.entries(json as object)) {
    if (!Array.isArray(list)) continue;
    for (const [index, each] of list.entries()) {
      if (!Array.isArray(each)) continue;
      const piece = pieces[each[0]];
      if (piece === undefined) continue;
      const value: unknown = parseFrom(piece, bounded.parts[each[0]]?.start);
      list[index] = value;
      hostile ??= findHostile(value, [printable(key), index]);
      done += piece.length;
      if (done < stepLength) continue;
      done = 0;
      yield;
    }
  }
  return { json, hostile };
}

/** UTF-16 code units scanned in one step. */
const maxStepLength = 50_000;

/** Parses a part of a text. Errors give the position in the whole text if `start` is known. */
function parseFrom(part: string, start?: number): unknown {
  try {
    return JSON.parse(part);
  } catch (error) {
    const at = /at position (\d+)/.exec(String(error))?.[1];
    throw new SyntaxError(
      start === undefined || at === undefined ? "no JSON" : `no JSON at position ${start + Number(at)}`,
    );
  }
}

function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Replaces each part by a list of its index, such as `[0]`, and returns the shortened text with the parts. */
function takeOut({ text, parts }: Bounded): { rest: string; pieces: string[] } {
  let rest = "";
  let end = 0;
  const pieces = parts.map((part, index) => {
    rest += `${text.slice(end, part.start)}[${index}]`;
    end = part.end;
    return text.slice(part.start, part.end);
  });
  return { rest: rest + text.slice(end), pieces };
}

interface Bounded {
  readonly text: string;
  /** Complete lists and objects within lists of the outermost object. */
  readonly parts: readonly { readonly start: number; readonly end: number }[];
  /** Problems that parsing would hide: a duplicate key, a number rounded to 0. */
  readonly hostile: Hostile | undefined;
}

/**
 * Scans a JSON text before it is parsed, because building millions of values blocks the process for seconds. Throws
 * a 413 for too many values or keys. Cuts off and closes a text that nests too deep, so that the parser finds that
 * place and nothing after it.
 */
export function boundJson(text: string, maxValues: number): Bounded {
  return finish(boundInSteps(text, maxValues, Number.POSITIVE_INFINITY));
}

function* boundInSteps(text: string, maxValues: number, stepLength: number): Generator<void, Bounded> {
  /** Open lists and objects, the innermost last. */
  const open: Open[] = [];
  let inner: Open | undefined;
  let isKey = false;
  let values = 1;
  let hostile: Hostile | undefined;
  const parts: { start: number; end: number }[] = [];
  let partStart = -1;
  let stepEnd = stepLength;
  const refuse = (message: string) => {
    hostile ??= { path: open.map(({ at }) => (typeof at === "string" ? printable(at) : at)), message };
  };
  for (let at = 0; at < text.length; at++) {
    if (at > stepEnd) {
      stepEnd = at + stepLength;
      yield;
    }
    const sign = text.charCodeAt(at);
    if (sign === signs.quote) {
      const end = endOfString(text, at);
      if (isKey && inner?.keys) {
        inner.at = unescaped(text.slice(at + 1, end));
        if (inner.keys.has(inner.at)) refuse("is given more than once");
        inner.keys.add(inner.at);
        if (inner.keys.size > limits.objectKeys) throw tooManyKeys();
        isKey = false;
      }
      at = end;
    } else if (sign === signs.comma) {
      values++;
      if (inner?.keys) isKey = true;
      else if (inner) inner.at = Number(inner.at) + 1;
    } else if (sign === signs.list || sign === signs.object) {
      if (open.length === limits.jsonDepth) {
        const closers = open.map(({ keys }) => (keys ? "}" : "]")).reverse();
        return { text: `${text.slice(0, at)}[]${closers.join("")}`, hostile, parts };
      }
      isKey = sign === signs.object;
      inner = isKey ? { keys: new Set(), at: "" } : { at: 0 };
      if (open.length === 2 && open[0]?.keys && !open[1]?.keys) partStart = at;
      open.push(inner);
      values++;
    } else if (sign === signs.endOfList || sign === signs.endOfObject) {
      open.pop();
      if (open.length === 2 && partStart >= 0) {
        parts.push({ start: partStart, end: at + 1 });
        partStart = -1;
      }
      inner = open.at(-1);
      isKey = false;
    } else if (isOfNumber(sign)) {
      let end = endOfNumber(text, at);
      const isPower = isExponent(text.charCodeAt(end));
      if (isPower) end = endOfNumber(text, end + 1);
      if ((isPower || end - at > manyDigits) && isMadeZero(text.slice(at, end))) refuse(tooSmall);
      at = end - 1;
    }
    if (values > maxValues) throw tooMany(maxValues);
  }
  return { text, hostile, parts };
}

/** A list or object that is still open. */
interface Open {
  /** Keys of an object so far; undefined for a list. */
  readonly keys?: Set<string>;
  /** Current key or index. */
  at: string | number;
}

const signs = {
  quote: code('"'),
  backslash: code("\\"),
  comma: code(","),
  list: code("["),
  endOfList: code("]"),
  object: code("{"),
  endOfObject: code("}"),
  minus: code("-"),
  plus: code("+"),
  point: code("."),
  zero: code("0"),
  nine: code("9"),
  exponent: code("e"),
  capitalExponent: code("E"),
};

function code(sign: string): number {
  return sign.charCodeAt(0);
}

/** Index of the closing quote of the string that begins at `start`; the length of the text if there is none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === signs.backslash) first--;
    // An even number of backslashes escapes only backslashes; an odd number escapes the quote.
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}

/** Resolves escapes in a key: `"\u0041"` is `"A"`. Returns invalid JSON unchanged. */
function unescaped(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return JSON.parse(`"${key}"`) as string;
  } catch {
    return key;
  }
}

/** Digits, signs and the decimal point; not `e`. */
function isOfNumber(sign: number): boolean {
  if (sign >= signs.zero && sign <= signs.nine) return true;
  return sign === signs.point || sign === signs.minus || sign === signs.plus;
}

function isExponent(sign: number): boolean {
  return sign === signs.exponent || sign === signs.capitalExponent;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isOfNumber(text.charCodeAt(end))) end++;
  return end;
}

/** Numbers with fewer digits and no exponent never round to 0. */
const manyDigits = 300;

/** True if a number other than 0 rounds to 0 as a double. */
function isMadeZero(number: string): boolean {
  return Number(number) === 0 && /^[^eE]*[1-9]/.test(number);
}

function tooManyKeys(): ApiError {
  const max = limits.objectKeys.toLocaleString("en");
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `An object in the body has too many keys. At most ${max} are allowed.`,
  );
}

function tooMany(maxValues: number): ApiError {
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The body has too many values. At most ${maxValues.toLocaleString("en")} are allowed.`,
  );
}
