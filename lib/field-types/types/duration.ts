import * as z from "zod";
import {
  displayDuration,
  durationFormats,
  durationFromText,
  durationFromTyped,
  durationToTyped,
} from "../duration";
import { defineFieldType } from "../field-type";
import { numberToText, wholeNumber } from "../number";

export const duration = defineFieldType({
  type: "duration",
  label: "Duration",
  description: "A length of time, in whole seconds.",
  canBePrimary: true,
  storage: "number",
  empty: null,
  template: z.strictObject({ format: z.enum(durationFormats).default("h:mm") }),
  value: () => wholeNumber(0, Number.MAX_SAFE_INTEGER, "a whole number of seconds, 0 or more"),
  toText: numberToText,
  fromText: (text, { format }) => durationFromText(text, format),
  typing: {
    toText: (value, { format }) => durationToTyped(value, format),
    fromText: (text, { format }) => durationFromTyped(text, format),
    words: "a length of time such as 1:30 or 1h 30m",
  },
  display: (value, { format }) => displayDuration(value, format),
  shown: ({ format }) => ({ kind: "duration", hasSeconds: format === "h:mm:ss" }),
  look: { align: "end", editor: "number" },
  examples: [
    { input: 0, text: "0" },
    { input: 5400, text: "5400" },
    { template: { format: "h:mm:ss" }, input: "5415", value: 5415, text: "5415" },
  ],
  counterexamples: [
    { input: -1 },
    { input: 1.5 },
    { input: "1:30" },
    { input: "" },
    { input: "1e16" },
    { input: false },
    { input: {} },
  ],
});
