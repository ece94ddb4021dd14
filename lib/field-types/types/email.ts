import { z } from "zod";
import { defineFieldType } from "../field-type";
import { longestLine, noTemplate, quote, textUpTo } from "../text";

const address = z.email();

export const email = defineFieldType({
  type: "email",
  label: "Email",
  description: "An e-mail address.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () =>
    textUpTo(longestLine).refine((text) => address.safeParse(text).success, {
      error: (issue) => `takes an e-mail address such as ada@example.com; ${quote(issue.input)} is not one`,
    }),
  toText: (value) => value,
  fromText: (text) => {
    const trimmed = text.trim();
    return trimmed.length <= longestLine && address.safeParse(trimmed).success ? trimmed : undefined;
  },
  display: (value) => value,
  href: (value) => `mailto:${value}`,
  look: { align: "start", editor: "text", cell: "link" },
  examples: [
    { input: "ada@example.com", text: "ada@example.com" },
    { input: "first.last+tag@sub.example.co.uk", text: "first.last+tag@sub.example.co.uk" },
  ],
  counterexamples: [
    { input: "" },
    { input: "ada" },
    { input: "ada@" },
    { input: "a b@example.com" },
    { input: 5 },
    { input: [] },
  ],
});
