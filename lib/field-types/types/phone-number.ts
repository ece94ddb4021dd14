import { defineFieldType } from "../field-type";
import { noTemplate, quote, sameText, textUpTo } from "../text";

const maxNumberLength = 100;

export const phoneNumber = defineFieldType({
  type: "phone_number",
  label: "Phone number",
  description: "A phone number in any common notation.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () =>
    textUpTo(maxNumberLength).refine(isPhoneNumber, {
      error: (issue) => `takes a phone number such as +1 555 123 4567; ${quote(issue.input)} is not one`,
    }),
  toText: sameText,
  fromText: (text) => {
    const trimmed = text.trim();
    return trimmed.length <= maxNumberLength && isPhoneNumber(trimmed) ? trimmed : undefined;
  },
  display: (value) => value,
  href: toAddress,
  look: { align: "start", editor: "text", cell: "link" },
  examples: [
    { input: "+1 (555) 123-4567", text: "+1 (555) 123-4567" },
    { input: "030/123456-78", text: "030/123456-78" },
    { input: "555.123.4567 ext. 89", text: "555.123.4567 ext. 89" },
    { input: "112", text: "112" },
  ],
  counterexamples: [
    { input: "" },
    { input: "12" },
    { input: "call me" },
    { input: "555-HELLO" },
    { input: "ada@example.com" },
    { input: "1".repeat(maxNumberLength + 1) },
    { input: 5551234567 },
    { input: ["112"] },
  ],
});

/** At least three digits with the usual separators, and an optional extension. */
function isPhoneNumber(text: string): boolean {
  return (
    /^[+(*#\d][\d \u00a0()+\-\u2010-\u2013./*#]*(?:(?:x|ext|extension)\.? ?\d+)?$/i.test(text) &&
    /(?:\d\D*){3}/.test(text)
  );
}

/** The `tel:` URL, without separators. */
function toAddress(text: string): string {
  const [number, extension] = text
    .split(/[a-z]+/i)
    .map((part) => part.replace(/[^\d+*#]/g, "").replaceAll("#", "%23"));
  return `tel:${number}${extension ? `;ext=${extension}` : ""}`;
}
