import * as z from "zod";
import { formatTemplate, results, serverKeys, serverTemplate } from "../computed/results";
import { emptyForVisitors, withheldText } from "../computed/withheld";
import { defineFieldType } from "../field-type";

export const formulaTemplate = z.strictObject({
  formula: withheldText({
    error: "takes a formula as text, such as {Price} * {Quantity}",
    empty: "cannot be empty; write a formula such as {Price} * {Quantity}",
  })
    .max(10_000, { error: "takes at most 10,000 characters" })
    .describe(`The formula, with fields as {Name}. ${emptyForVisitors}`),
  ...serverTemplate,
  ...formatTemplate,
});
export type FormulaTemplate = z.infer<typeof formulaTemplate>;

const product = { formula: "{fAbcdefghij} * {fBcdefghijk}", resultType: "number" } as const;
const link = { formula: "{fAbcdefghij} & {fBcdefghijk}", resultType: "text" } as const;

export const formula = defineFieldType<unknown, FormulaTemplate>({
  type: "formula",
  label: "Formula",
  description: "A value computed from other fields of the record.",
  canBePrimary: true,
  ...results,
  template: formulaTemplate,
  serverKeys,
  reads: ({ fieldIds = [] }) => fieldIds,
  withoutReads: (template) => ({ ...template, formula: "", fieldIds: [] }),
  examples: [
    { template: product, input: 59.97, text: "59.97" },
    { template: { ...product, showAs: "percent" }, input: -0.125, text: "-0.125" },
    { template: { ...product, showAs: "currency", decimalPlaces: 2 }, input: 1234.5, text: "1234.5" },
    { template: { ...product, showAs: "duration" }, input: 5400, text: "5400" },
    { template: link, input: "Ada Lovelace", text: "Ada Lovelace" },
    { template: { formula: "TRUE", resultType: "checkbox" }, input: true, text: "true" },
    { template: { formula: "TODAY()", resultType: "date" }, input: "2026-01-31", text: "2026-01-31" },
    {
      template: { formula: "NOW()", resultType: "datetime", timezone: "Asia/Kolkata" },
      input: "2026-01-31T09:30:00.000Z",
      text: "2026-01-31T15:00:00.000+05:30",
    },
    { template: { formula: "{fAbcdefghij}", resultType: "list" }, input: ["Ada", "Bob"], text: "Ada, Bob" },
  ],
  counterexamples: [
    { template: product, input: "abc" },
    { template: link, input: 5 },
  ],
});
