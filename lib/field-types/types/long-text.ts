import { defineFieldType } from "../field-type";
import { isAtMost, maxTextLength, noTemplate, sameText, textUpTo } from "../text";

export const longText = defineFieldType({
  type: "long_text",
  label: "Long text",
  description: "Text of any number of lines: notes, descriptions.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () => textUpTo(maxTextLength),
  toText: sameText,
  maxTextLength: 2 * maxTextLength,
  fromText: (text) => (isAtMost(text, maxTextLength) ? text : undefined),
  display: (value) => value,
  look: { align: "start", editor: "long-text" },
  examples: [
    { input: "One line", text: "One line" },
    { input: "two\nlines\r\nand a\ttab", text: "two\nlines\r\nand a\ttab" },
    { input: "", text: "" },
  ],
  counterexamples: [{ input: "x".repeat(maxTextLength + 1) }, { input: 5 }, { input: {} }, { input: [] }],
});
