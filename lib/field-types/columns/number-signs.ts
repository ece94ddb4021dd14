import type { NumberFormat } from "../number";

/** A way of writing numbers. */
export interface NumberSigns {
  readonly name: SignsName;
  /** The format of a field that shows numbers so. No format has Swiss groups. */
  readonly format: NumberFormat;
  readonly decimal: "." | ",";
  /** Finds the separators of groups. */
  readonly groups: RegExp;
  /** Matches the digits of a number with their separators. No number with groups begins with a zero. */
  readonly whole: RegExp;
}

export type SignsName = Exclude<NumberFormat, "local"> | "apostrophe_period";

/** In order of preference where a column fits several. */
export const allSigns: readonly NumberSigns[] = [
  signs("comma_period", ",", "."),
  signs("period_comma", ".", ","),
  signs("space_comma", " \u00a0\u2009\u202f", ","),
  signs("space_period", " \u00a0\u2009\u202f", "."),
  signs("apostrophe_period", "'\u2019", "."),
];

export const signsByName: ReadonlyMap<string, NumberSigns> = new Map(
  allSigns.map((each) => [each.name, each]),
);

function signs(name: SignsName, groups: string, decimal: "." | ","): NumberSigns {
  return {
    name,
    format: name === "apostrophe_period" ? "local" : name,
    decimal,
    groups: new RegExp(`[${groups}]`, "g"),
    whole: new RegExp(
      `^(?:(?:\\d+|[1-9]\\d{0,2}(?:[${groups}]\\d{3})+)(?:[${decimal}]\\d+)?|[${decimal}]\\d+)$`,
    ),
  };
}

/** A number within its text: `-`, `1.234,50` and ` €` of `-1.234,50 €`. */
export interface NumberParts {
  readonly before: string;
  readonly digits: string;
  readonly after: string;
}

export function numberParts(text: string): NumberParts | undefined {
  const [, before, digits, after] = (text.length <= maxLength && form.exec(text)) || [];
  if (before === undefined || digits === undefined || after === undefined) return undefined;
  return { before, digits: digits.trimEnd(), after };
}

const form = /^([^\d.,]{0,8})([\d.,][\d.,'\u2019 \u00a0\u2009\u202f]*)([^\d]{0,8})$/;

/** Exceeds any written number, and is short enough to match quickly. */
const maxLength = 60;

/** Writes digits as JSON does: `1.234,50` → `1234.50`. */
export function plainDigits(digits: string, { groups, decimal }: NumberSigns): string {
  const joined = digits.replace(groups, "");
  const plain = decimal === "," ? joined.replace(",", ".") : joined;
  return plain.startsWith(".") ? `0${plain}` : plain;
}
