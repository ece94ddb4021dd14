import { defineFieldType } from "../field-type";
import { isAtMost, maxLineLength, noTemplate, sameText, textUpTo } from "../text";

const lineBreak = /[\n\r\u2028\u2029]/;

export const singleLineText = defineFieldType({
  type: "single_line_text",
  label: "Single line text",
  description: "Text without line breaks: names, titles, codes.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () =>
    textUpTo(maxLineLength).refine((text) => !lineBreak.test(text), {
      error: "takes text without line breaks",
    }),
  toText: sameText,
  maxTextLength: 4 * maxLineLength,
  fromText: (text) => {
    const line = text.replace(/\r\n|[\n\r\u2028\u2029]/g, " ");
    return isAtMost(line, maxLineLength) ? line : undefined;
  },
  display: (value) => value,
  look: { align: "start", editor: "text" },
  examples: [
    { input: "Hello", text: "Hello" },
    { input: "", text: "" },
    { input: '  kept as given, "quotes", 🙂 and עברית ', text: '  kept as given, "quotes", 🙂 and עברית ' },
    { input: "x".repeat(maxLineLength), text: "x".repeat(maxLineLength) },
  ],
  counterexamples: [
    { input: "two\nlines" },
    { input: "x".repeat(maxLineLength + 1) },
    { input: 5 },
    { input: true },
    { input: ["Hello"] },
    { input: { text: "Hello" } },
  ],
});
