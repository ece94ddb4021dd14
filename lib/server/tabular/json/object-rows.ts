import { limits } from "../../../contract/limits";
import { endOfString } from "../../../contract/read-json";
import type { Tally } from "../notes";
import type { Kind, Row } from "../table";
import { plainText } from "../text/plain-text";
import type { TextFile } from "../text/text-file";
import { UnreadableFile } from "../unreadable-file";
import type { ObjectText } from "./split-json";

/** Turns objects into rows, and their keys into columns in the order first met. */
export class ObjectRows {
  readonly #columns = new Map<string, number>();
  readonly #textOf: (text: string) => string;

  constructor(tally: Tally, { isVerbatim }: Pick<TextFile, "isVerbatim">) {
    this.#textOf = (text) => (isVerbatim ? text : plainText(text, tally));
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  rowOf(object: ObjectText): Row {
    const cells: string[] = [];
    const kinds: (Kind | undefined)[] = [];
    for (const [key, value] of Object.entries(fieldsOf(parse(object)))) {
      const index = this.#indexOf(this.#textOf(key), object.number);
      while (cells.length <= index) {
        cells.push("");
        kinds.push(undefined);
      }
      cells[index] = this.#textOf(textOf(value));
      kinds[index] = kindOf(value);
    }
    return { number: object.number, cells, kinds };
  }

  #indexOf(key: string, row: number): number {
    const known = this.#columns.get(key);
    if (known !== undefined) return known;
    const index = this.#columns.size;
    if (index >= limits.importColumns) {
      const max = limits.importColumns.toLocaleString("en");
      throw new UnreadableFile(`Row ${row} brings the file to more than ${max} columns. Use fewer keys.`, {
        row,
      });
    }
    this.#columns.set(key, index);
    return index;
  }
}

type Values = Readonly<Record<string, unknown>>;

function parse({ text, members, number: row }: ObjectText): Values {
  let json: unknown;
  try {
    json = JSON.parse(keepDigits(text));
  } catch (cause) {
    throw new UnreadableFile(`Row ${row} is not valid JSON. Check its quotes, commas and brackets.`, {
      row,
      cause,
    });
  }
  // The text begins with a brace, so it is an object.
  const values = json as Values;
  if (Object.keys(values).length === members) return values;
  throw new UnreadableFile(`Row ${row} has a key twice. Each key may occur once in an object.`, { row });
}

/** Unpacks records in the form of the API and of exports. */
function fieldsOf(values: Values): Values {
  const { id, fields } = values;
  const isRecord =
    typeof id === "string" && isObject(fields) && Object.keys(values).every((key) => recordKeys.has(key));
  return isRecord ? fields : values;
}

const recordKeys = new Set(["id", "data", "fields", "createdAt", "updatedAt"]);

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function kindOf(value: unknown): Kind | undefined {
  return value === null ? undefined : kinds[typeof value];
}

const kinds: { [type: string]: Kind } = {
  number: { type: "number" },
  boolean: { type: "boolean" },
  object: { type: "json" },
};

/** Turns numbers that a double cannot hold into texts, so that no digit is lost. */
function keepDigits(text: string): string {
  if (!mayBeInexact.test(text)) return text;
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const start = quote < 0 ? text.length : quote;
    const end = quote < 0 ? start : endOfString(text, start) + 1;
    parts.push(text.slice(at, start).replace(inexactNumbers, quoteInexact), text.slice(start, end));
    at = end;
  }
  return parts.join("");
}

/** Doubles hold 15 digits, and powers of ten of two digits. */
const mayBeInexact = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const inexactNumbers = /-?(?=[\d.]{16}|[\d.]+[eE][+-]?\d{3})(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function quoteInexact(number: string): string {
  return isExact(number) ? number : `"${number}"`;
}

/** True if a double has the same digits. */
function isExact(number: string): boolean {
  const value = Number(number);
  // Doubles hold any 15 digits, except the smallest ones.
  if (/^-?[\d.]{1,15}[eE]/.test(number) && Number.isFinite(value) && Math.abs(value) > 1e-300) return true;
  return digitsOf(number) === digitsOf(String(value));
}

/** The significant digits and the power of ten: `1.50e3` is `15e2`. */
function digitsOf(number: string): string {
  const [mantissa = "", power = "0"] = number.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  const exponent = Number(power) - fraction.length + digits.length - short.length;
  return short === "" ? "0" : `${short}e${exponent}`;
}
