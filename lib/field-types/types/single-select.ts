import { defineFieldType } from "../field-type";
import { completeOptions, optionIdOf, optionLabel, optionLabelOf, selectTemplate } from "../option";

const stages = {
  options: [
    { value: "aaaa", label: "Open" },
    { value: "bbbb", label: "In progress, almost" },
  ],
};

export const singleSelect = defineFieldType({
  type: "single_select",
  label: "Single select",
  description: "One of a list of options.",
  canBePrimary: true,
  storage: "option",
  empty: null,
  template: selectTemplate,
  completeTemplate: completeOptions,
  value: optionLabel,
  store: optionIdOf,
  present: (stored: string, template) => optionLabelOf(stored, template) as string,
  toText: (value) => value,
  fromText: (text, template) => {
    const labels = template.options.map((each) => each.label);
    const wanted = text.trim();
    return (
      labels.find((label) => label === text) ??
      labels.find((label) => label === wanted) ??
      labels.find((label) => label.toLowerCase() === wanted.toLowerCase())
    );
  },
  display: (value) => value,
  look: { align: "start", editor: "select", cell: "option" },
  examples: [
    { template: stages, input: "Open", text: "Open" },
    { template: stages, input: "In progress, almost", text: "In progress, almost" },
  ],
  counterexamples: [
    { template: stages, input: "open" },
    { template: stages, input: "aaaa" },
    { template: stages, input: "" },
    { template: stages, input: ["Open"] },
    { input: "Open" },
  ],
});
