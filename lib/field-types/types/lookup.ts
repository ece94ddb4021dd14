import * as z from "zod";
import { emptyForVisitors, withheldText } from "../computed/withheld";
import { defineFieldType } from "../field-type";
import { listToText } from "../list";
import { nameOf } from "../text";

const prices = { linkFieldId: "fAbcdefghij", targetFieldId: "fBcdefghijk" };

/** Template keys of types that read linked records. */
export const linkTemplate = {
  linkFieldId: withheldText().describe(
    `The id of a link field of the same table; requests may give its name. ${emptyForVisitors}`,
  ),
  targetFieldId: withheldText().describe(
    `The id of a field of the linked table; requests may give its name. ${emptyForVisitors}`,
  ),
};

export const lookup = defineFieldType({
  type: "lookup",
  label: "Lookup",
  description: "The values of a field in the linked records.",
  canBePrimary: false,
  isComputed: true,
  storage: "lookup",
  empty: [],
  template: z.strictObject(linkTemplate),
  reads: ({ linkFieldId, targetFieldId }) => [linkFieldId, targetFieldId],
  value: () => z.array(z.unknown(), { error: (issue) => `takes a list, not ${nameOf(issue.input)}` }),
  toText: (value) => listToText(value.map(textOf)),
  // Only the source field determines whether `5` is a number or a label.
  fromText: () => undefined,
  textSaysLess: true,
  display: (value) => value.map(textOf).join(", "),
  look: { align: "start", editor: "none", cell: "lookup" },
  examples: [
    { template: prices, input: [9.99, 25], text: "9.99, 25" },
    { template: prices, input: ["Ada", "Bob, Jr."], text: 'Ada, "Bob, Jr."' },
    { template: prices, input: [], text: "" },
  ],
  counterexamples: [
    { template: prices, input: "Ada" },
    { template: prices, input: 9.99 },
    { template: prices, input: { 0: "Ada" } },
  ],
});

/** Strings are their own text; other values, such as files, become JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
