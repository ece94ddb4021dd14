import * as z from "zod";
import { defineFieldType } from "../field-type";
import { nameOf, noTemplate } from "../text";

const yes = ["true", "yes", "y", "1", "x", "on", "checked", "✓", "✔", "☑"];
const no = ["false", "no", "n", "0", "", "off", "unchecked", "☐"];

export const checkbox = defineFieldType({
  type: "checkbox",
  label: "Checkbox",
  description: "True or false.",
  canBePrimary: false,
  storage: "boolean",
  empty: false,
  template: noTemplate,
  value: () => z.boolean({ error: (issue) => `takes true or false, not ${nameOf(issue.input)}` }),
  toText: String,
  fromText: (text) => {
    const word = text.trim().toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : undefined;
  },
  display: (value) => (value ? "✓" : ""),
  isDrawn: true,
  stacks: () => ({ keys: [false, true] }),
  look: { align: "center", editor: "checkbox", cell: "checkbox" },
  examples: [
    { input: true, text: "true" },
    { input: false, text: "false" },
  ],
  counterexamples: [{ input: "true" }, { input: 1 }, { input: "" }, { input: [] }],
});
