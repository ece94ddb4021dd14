import * as z from "zod";
import { defineFieldType } from "../field-type";
import { numberFromText, numberToText, wholeNumber } from "../number";

export const rating = defineFieldType({
  type: "rating",
  label: "Rating",
  description: "A number of stars.",
  canBePrimary: false,
  storage: "number",
  empty: null,
  template: z.strictObject({ maxRating: z.int().min(1).max(10).default(5) }),
  value: ({ maxRating }) => wholeNumber(0, maxRating, `a whole number from 0 to ${maxRating}`),
  toText: numberToText,
  fromText: (text, template) => starsIn(text, template),
  typing: {
    toText: numberToText,
    fromText: (text, template) => starsIn(text.trim().replace(`/${template.maxRating}`, ""), template),
  },
  display: (value, { maxRating }) => `${value}/${maxRating}`,
  isDrawn: true,
  stacks: ({ maxRating }) => ({ keys: Array.from({ length: maxRating + 1 }, (_, stars) => stars) }),
  look: { align: "start", editor: "rating", cell: "rating" },
  examples: [
    { input: 0, text: "0" },
    { input: "4", value: 4, text: "4" },
    { template: { maxRating: 10 }, input: 10, text: "10" },
  ],
  counterexamples: [
    { input: 6 },
    { input: -1 },
    { input: 3.5 },
    { template: { maxRating: 3 }, input: "4" },
    { input: "" },
    { input: true },
    { input: "★★★" },
  ],
});

function starsIn(text: string, { maxRating }: { maxRating: number }): number | undefined {
  const stars = drawnStars(text) ?? numberFromText(text, "local");
  return stars !== undefined && Number.isInteger(stars) && stars >= 0 && stars <= maxRating
    ? stars
    : undefined;
}

/** Reads drawn stars, filled ones before empty ones, as found in spreadsheets. */
function drawnStars(text: string): number | undefined {
  const [, filled] = /^((?:★|⭐)+)☆*$/u.exec(text.replace(/\s|\u{FE0F}/gu, "")) ?? [];
  return filled === undefined ? undefined : [...filled].length;
}
