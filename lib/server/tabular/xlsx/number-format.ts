import type { Kind } from "../table";

/** The meaning of the numbers in a cell, by its number format. */
export interface NumberFormat {
  /** `moment` is a date, a time or both. */
  readonly type: "number" | "currency" | "percent" | "moment" | "duration" | "text";
  readonly kind?: Kind;
  /** Minimum number of digits of a code such as 00000, for postcodes. */
  readonly digits?: number;
  /** True for a moment whose format shows a time. */
  readonly hasTime?: boolean;
}

export const generalFormat: NumberFormat = { type: "number", kind: { type: "number" } };

/** Interprets a number format's code, such as `#,##0.00`, by its first section, which is for positive numbers. */
export function numberFormat(code: string): NumberFormat {
  const literal = /"[^"]*"|\\.|_.|\*./g;
  // Excel allows 255 characters.
  const given = code.slice(0, 300);
  const [section = ""] = given.replace(literal, "").split(";");
  if (/\[(?:h+|m+|s+)\]/i.test(section)) return { type: "duration", kind: { type: "duration" } };
  const plain = section.replace(/\[[^\]]*\]/g, "");
  if (plain === "@") return { type: "text" };
  if (plain === "" || /general|standard/i.test(plain)) return generalFormat;
  // Other texts in the code make it a serial number, such as A-007.
  if (/^0{2,}(?:;|$)/.test(given)) return { type: "text", digits: plain.length };
  const isMoment = !/[0#?]/.test(plain.replace(/s[.,]0+/gi, "s")) && /[ymdhsegb]/i.test(plain);
  return isMoment ? momentFormat(plain) : amountFormat(plain, given);
}

function momentFormat(plain: string): NumberFormat {
  return { type: "moment", hasTime: /[hs]|am\/pm|a\/p/i.test(plain) };
}

function amountFormat(plain: string, code: string): NumberFormat {
  const hasPlaces = /[0#?]/.test(plain) && !/[eE][+-]|\//.test(plain);
  const places = hasPlaces && { decimalPlaces: /\.([0#?]+)/.exec(plain)?.[1]?.length ?? 0 };
  if (plain.includes("%")) return { type: "percent", kind: { type: "percent", ...places } };
  const symbol = /\[\$([^\]-]+)/.exec(code)?.[1] ?? /\p{Sc}/u.exec(code.replace(/\[[^\]]*\]/g, ""))?.[0];
  if (symbol !== undefined)
    return { type: "currency", kind: { type: "currency", symbol: symbol.trim(), ...places } };
  return { type: "number", kind: { type: "number", ...places } };
}

/**
 * Codes of the built-in formats, by id. Those of 27 to 36 and 50 to 58 are dates in East Asian versions and unused
 * in others.
 */
export function builtInCode(id: number): string {
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58))
    return id === 32 || id === 33 ? "h:mm:ss" : "yyyy-mm-dd";
  return builtInCodes[id] ?? "General";
}

const builtInCodes: { readonly [id: number]: string } = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: "$#,##0",
  6: "$#,##0",
  7: "$#,##0.00",
  8: "$#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  41: "#,##0",
  42: "$#,##0",
  43: "#,##0.00",
  44: "$#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};
