import * as z from "zod";
import { defineFieldType } from "../field-type";
import { listToText } from "../list";
import { nameOf, noTemplate } from "../text";

/** A list as the result of a formula or rollup. Not a type of fields, but the part of those types for lists. */
export const valueList = defineFieldType({
  type: "list",
  label: "List",
  description: "A list of texts or numbers.",
  canBePrimary: false,
  isComputed: true,
  storage: "list",
  empty: [],
  template: noTemplate,
  value: () =>
    z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]), {
      error: (issue) => `takes a list, not ${nameOf(issue.input)}`,
    }),
  toText: (value) => listToText(value.map(itemText)),
  fromText: () => undefined,
  textSaysLess: true,
  display: (value) => value.map(itemText).join(", "),
  look: { align: "start", editor: "none" },
  examples: [
    { input: ["Ada", "Bob, Jr."], text: 'Ada, "Bob, Jr."' },
    { input: [1, null, 2.5], text: '1, "", 2.5' },
  ],
  counterexamples: [{ input: "Ada" }],
});

function itemText(item: string | number | boolean | null): string {
  return item === null ? "" : String(item);
}
