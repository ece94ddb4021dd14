import * as z from "zod";
import { defineFieldType } from "../field-type";
import { numberFromText, numberToText, wholeNumber } from "../number";

export const autonumber = defineFieldType({
  type: "autonumber",
  label: "Autonumber",
  description: "A number that is assigned to each record in order of creation and never changes.",
  canBePrimary: true,
  isComputed: true,
  isSerial: true,
  storage: "number",
  empty: null,
  template: z.strictObject({
    prefix: z.string().max(50).default(""),
    padding: z.int().min(0).max(16).default(0),
  }),
  value: () => wholeNumber(1, Number.MAX_SAFE_INTEGER, "a whole number from 1 up"),
  toText: numberToText,
  fromText: (text, { prefix }) => numberOf(text.trim()) ?? numberOf(withoutPrefix(text.trim(), prefix)),
  display: (value, { prefix, padding }) => `${prefix}${String(value).padStart(padding, "0")}`,
  shown: ({ prefix, padding }) => ({ kind: "serial", prefix, padding }),
  look: { align: "end", editor: "none" },
  examples: [
    { input: 1, text: "1" },
    { template: { prefix: "INV-", padding: 4 }, input: 42, text: "42" },
  ],
  counterexamples: [{ input: 0 }, { input: -1 }, { input: 1.5 }, { input: "INV-0042" }, { input: true }],
});

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function numberOf(text: string): number | undefined {
  const number = numberFromText(text, "local");
  return number !== undefined && Number.isInteger(number) && number >= 1 ? number : undefined;
}
