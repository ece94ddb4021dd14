import * as z from "zod";
import { defineFieldType } from "../field-type";
import { maxLineLength, noTemplate, quote, sameText, textUpTo } from "../text";

/** A local part that needs no quotes, and a host of at least two labels, in any script. */
const address = z.email({
  pattern:
    /^(?=[^@]{1,64}@)[^\s@"(),:;<>[\]\\.\p{C}]+(?:\.[^\s@"(),:;<>[\]\\.\p{C}]+)*@(?=.{1,255}$)(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u,
});

export const email = defineFieldType({
  type: "email",
  label: "Email",
  description: "An e-mail address.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () =>
    textUpTo(maxLineLength).refine((text) => address.safeParse(text).success, {
      error: (issue) => `takes an e-mail address such as ada@example.com; ${quote(issue.input)} is not one`,
    }),
  toText: sameText,
  fromText: (text) => {
    const trimmed = text.trim();
    return trimmed.length <= maxLineLength && address.safeParse(trimmed).success ? trimmed : undefined;
  },
  display: (value) => value,
  // Escapes only the characters with a meaning in a mailto: URL.
  href: (value) => `mailto:${value.replace(/[%?#&]/g, encodeURIComponent)}`,
  look: { align: "start", editor: "text", cell: "link" },
  examples: [
    { input: "ada@example.com", text: "ada@example.com" },
    { input: "first.last+tag@sub.example.co.uk", text: "first.last+tag@sub.example.co.uk" },
    { input: "a&b@example.com", text: "a&b@example.com" },
    { input: "ivan@xn--e1afmkfd.xn--p1ai", text: "ivan@xn--e1afmkfd.xn--p1ai" },
    { input: "info@bücher.de", text: "info@bücher.de" },
    { input: "用户@例子.广告", text: "用户@例子.广告" },
    { input: "उपयोगकर्ता@उदाहरण.कॉम", text: "उपयोगकर्ता@उदाहरण.कॉम" },
    { input: "o'hara/x=1@a-b.example", text: "o'hara/x=1@a-b.example" },
  ],
  counterexamples: [
    { input: "" },
    { input: "ada" },
    { input: "ada@" },
    { input: "a b@example.com" },
    { input: "ada@example" },
    { input: "ada@@example.com" },
    { input: "ada@.com" },
    { input: "ada@example..com" },
    { input: "ada@example.com." },
    { input: "ada@-example.com" },
    { input: "ada@exam_ple.com" },
    { input: "ada@192.168.0.1" },
    { input: ".ada@example.com" },
    { input: "a..da@example.com" },
    { input: "Ada <ada@example.com>" },
    { input: "ada@example.com,bob@example.com" },
    { input: "ada@example.com\n" },
    { input: `${"a".repeat(65)}@example.com` },
    { input: 5 },
    { input: [] },
  ],
});
