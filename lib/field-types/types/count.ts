import * as z from "zod";
import { serverKeys, serverTemplate } from "../computed/results";
import { defineFieldType } from "../field-type";
import { numberToText, wholeNumber } from "../number";
import { linkTemplate } from "./lookup";
import { linkedFilter } from "./rollup";

export const countTemplate = z.strictObject({
  linkFieldId: linkTemplate.linkFieldId,
  filter: linkedFilter,
  ...serverTemplate,
});
export type CountTemplate = z.infer<typeof countTemplate>;

const deals = { linkFieldId: "fAbcdefghij" };

export const count = defineFieldType<number, CountTemplate>({
  type: "count",
  label: "Count",
  description: "The number of linked records.",
  canBePrimary: false,
  isComputed: true,
  storage: "number",
  empty: null,
  template: countTemplate,
  serverKeys,
  reads: ({ linkFieldId, fieldIds = [linkFieldId] }) => fieldIds,
  withoutReads: (template) => ({ ...template, linkFieldId: "", filter: null, fieldIds: [] }),
  value: () => wholeNumber(0, Number.MAX_SAFE_INTEGER, "a whole number, 0 or more"),
  toText: numberToText,
  fromText: () => undefined,
  textSaysLess: true,
  display: numberToText,
  look: { align: "end", editor: "none" },
  examples: [
    { template: deals, input: 0, text: "0" },
    { template: deals, input: 12, text: "12" },
  ],
  counterexamples: [
    { template: deals, input: -1 },
    { template: deals, input: 1.5 },
  ],
});
