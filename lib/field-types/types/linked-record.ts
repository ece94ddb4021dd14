import * as z from "zod";
import { defineFieldType } from "../field-type";
import { listFromText, listOf, listToText, maxListLength } from "../list";
import { stacksOfValues } from "../stacks";
import { quote } from "../text";

const ada = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const bob = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f24";
const people = { tableId: "tAbcdefghij" };

const recordId = z
  .guid({ error: (issue) => `takes record ids, which are UUIDs; ${quote(issue.input)} is not one` })
  .toLowerCase()
  .meta({ format: "uuid" });

export const linkedRecord = defineFieldType({
  type: "linked_record",
  label: "Linked records",
  description: "Records of another table or the same one; that table gets a field with the reverse links.",
  canBePrimary: false,
  storage: "links",
  empty: [],
  template: z.strictObject({
    tableId: z.string().min(1).describe("The id of the linked table; requests may give its name."),
    allowMultiple: z.boolean().default(true),
    isInverse: z
      .boolean()
      .optional()
      .meta({ readOnly: true })
      .describe("True for the field with the reverse links."),
    inverseFieldId: z.string().optional().meta({ readOnly: true }),
  }),
  serverKeys: ["isInverse", "inverseFieldId"],
  value: ({ allowMultiple }) => {
    const ids = listOf(recordId, "record ids");
    return allowMultiple ? ids : ids.pipe(atMostOne);
  },
  toText: listToText,
  maxTextLength: maxListLength,
  fromText: (text, { allowMultiple }) => {
    const ids = new Set<string>();
    for (const item of listFromText(text)) {
      const id = recordId.safeParse(item);
      if (!id.success) return undefined;
      ids.add(id.data);
    }
    return ids.size > 1 && !allowMultiple ? undefined : [...ids];
  },
  display: (value) => value.join(", "),
  stacks: ({ allowMultiple }) => (allowMultiple ? undefined : stacksOfValues),
  look: { align: "start", editor: "records", cell: "records" },
  examples: [
    { template: people, input: [ada, bob], text: `${ada}, ${bob}` },
    { template: people, input: ada.toUpperCase(), value: [ada], text: ada },
    { template: { ...people, allowMultiple: false }, input: [bob], text: bob },
    { template: people, input: [], text: "" },
  ],
  counterexamples: [
    { template: people, input: ["Ada"] },
    { template: people, input: "" },
    { template: people, input: [ada, ada.toUpperCase()] },
    { template: { ...people, allowMultiple: false }, input: [ada, bob] },
    { template: people, input: [{ id: ada }] },
    { template: people, input: 5 },
  ],
});

const atMostOne = z.array(z.string().meta({ format: "uuid" })).max(1, {
  error: (issue) => `takes one record, not ${(issue.input as string[]).length}, because allowMultiple is off`,
});
