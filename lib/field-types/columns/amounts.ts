import { numberFromText } from "../number";
import { type NumberParts, numberParts } from "./number-signs";
import { remembered } from "./remembered";

/** A number as a cell writes it. */
export interface Amount {
  readonly kind: AmountKind;
  /** The currency symbol; empty for other kinds. */
  readonly symbol: string;
  /** The digits with their separators; those of a number in scientific notation are expanded. */
  readonly digits: string;
  /** True for a negative number in parentheses. */
  readonly hasBrackets: boolean;
}

export type AmountKind = "number" | "percent" | "currency";

/** Reads a number with what surrounds it; undefined for other text. */
export function readAmount(text: string): Amount | undefined {
  if (text.length <= 15 && /^\d+$/.test(text)) return plainAmount(text);
  const parts = numberParts(text);
  if (parts === undefined) return scientific(text);
  const { before, digits, after } = parts;
  return (before === "" || before === "-") && after === "" ? plainAmount(digits) : signedAmount(parts);
}

function plainAmount(digits: string): Amount {
  return { kind: "number", symbol: "", digits, hasBrackets: false };
}

function signedAmount({ before, digits, after }: NumberParts): Amount | undefined {
  const around = aroundDigits(`${before}0${after}`);
  return around && { kind: around.kind, symbol: around.symbol, digits, hasBrackets: around.hasBrackets };
}

type Around = Omit<Amount, "digits">;

/** Reads the signs around a 0, which stands for the digits. Columns have few different ones. */
const aroundDigits = remembered((text): Around | undefined => {
  const [before = "", after = ""] = text.split("0");
  const hasBrackets = before.includes("(") && after.includes(")");
  // A field does not read spaces within parentheses.
  if (hasBrackets && /\s/.test(text)) return undefined;
  const [start, end] = hasBrackets ? [before.replace("(", ""), after.replace(")", "")] : [before, after];
  const sign = /[-\u2212+]/.exec(start)?.[0] ?? "";
  if (hasBrackets && sign !== "") return undefined;
  const [left, right] = [start.replace(sign, "").trim(), end.trim()];
  // A number with a plus may be the beginning of a phone number.
  if (left + right === "") return sign === "+" ? undefined : { kind: "number", symbol: "", hasBrackets };
  if (left === "" && right === "%") return { kind: "percent", symbol: "", hasBrackets };
  const symbol = left === "" ? right : right === "" ? left : "";
  return currencySymbol.test(symbol) ? { kind: "currency", symbol, hasBrackets } : undefined;
});

/** `$`, `R$` and `€`, and the common ones of letters. Other letters are more often part of a code. */
const currencySymbol =
  /^(?:[A-Z]{0,3}\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|AUD|NZD|CAD|INR|BRL|MXN|ZAR|kr|zł|Kč|Ft|lei)$/u;

/** `1.5e-07`, written out. The exponent has its sign: `1E5` is more often a code. */
function scientific(text: string): Amount | undefined {
  const [, mantissa = "", exponent] = (text.length <= 30 && scientificForm.exec(text)) || [];
  const number = exponent === undefined ? undefined : numberFromText(text, "local");
  const places = Math.max(0, (mantissa.split(".")[1] ?? "").length - Number(exponent));
  if (number === undefined || places > 20) return undefined;
  const digits = Math.abs(number).toFixed(places);
  return significant(digits) === significant(mantissa) ? plainAmount(digits) : undefined;
}

const scientificForm = /^-?(\d(?:\.\d+)?)[eE]([+-]\d{1,3})$/;

/** True if a double keeps every digit of a number in JSON's form. */
export function isExact(digits: string): boolean {
  return significant(String(Number(digits))) === significant(digits);
}

function significant(digits: string): string {
  return digits
    .replace(/e.*/, "")
    .replace(/\D/g, "")
    .replace(/^0+|0+$/g, "");
}
