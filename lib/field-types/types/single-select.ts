import { defineFieldType } from "../field-type";
import { listFromText } from "../list";
import {
  completeOptions,
  labelFromText,
  optionIdOf,
  optionLabel,
  optionLabelOf,
  type SelectTemplate,
  selectTemplate,
} from "../option";
import { addOptions, followOptions, maxOptionsFromText, removedOptions } from "../option-changes";
import { sameText } from "../text";

const stages = {
  options: [
    { value: "aaaa", label: "Open" },
    { value: "bbbb", label: "In progress, almost" },
  ],
};

export const singleSelect = defineFieldType({
  type: "single_select",
  label: "Single select",
  description: "One option from a list.",
  canBePrimary: true,
  storage: "option",
  empty: null,
  template: selectTemplate,
  completeTemplate: completeOptions,
  followTemplate: followOptions,
  removedOptions,
  optionsFrom: (texts, template) => {
    const unknown = texts.filter((text) => fromText(text, template) === undefined);
    return addOptions(
      unknown.map((text) => text.trim()),
      template,
      maxOptionsFromText,
    );
  },
  optionsFor: (written, template) =>
    typeof written === "string" ? addOptions([written], template) : template,
  value: optionLabel,
  store: optionIdOf,
  present: (stored: string, template) => optionLabelOf(stored, template) as string,
  toText: sameText,
  fromText,
  display: (value) => value,
  stacks: ({ options }) => ({ keys: options.flatMap(({ value }) => value ?? []) }),
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

/** Parses a label, or a list of one as written by a multiple select. */
function fromText(text: string, template: SelectTemplate): string | undefined {
  const items = listFromText(text);
  return (
    labelFromText(text, template) ??
    (items.length === 1 ? labelFromText(items[0] as string, template) : undefined)
  );
}
