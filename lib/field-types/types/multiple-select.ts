import { defineFieldType } from "../field-type";
import { limits } from "../limits";
import { listFromText, listOf, listToText, maxListLength } from "../list";
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

const tags = {
  options: [
    { value: "aaaa", label: "Red" },
    { value: "bbbb", label: "Large, or larger" },
    { value: "cccc", label: '12" wide' },
    { value: "dddd", label: " " },
  ],
};

export const multipleSelect = defineFieldType({
  type: "multiple_select",
  label: "Multiple select",
  description: "Any number of options from a list.",
  canBePrimary: false,
  storage: "options",
  empty: [],
  template: selectTemplate,
  completeTemplate: completeOptions,
  followTemplate: followOptions,
  removedOptions,
  optionsFrom: (texts, template) => {
    const unknown = texts.filter((text) => fromText(text, template) === undefined).flatMap(listFromText);
    return addOptions(
      unknown.filter((label) => labelFromText(label, template) === undefined),
      template,
      maxOptionsFromText,
    );
  },
  optionsFor: (written, template) => {
    const labels = Array.isArray(written) ? written : [written];
    return addOptions(
      labels.filter((label) => typeof label === "string"),
      template,
    );
  },
  value: (template) => listOf(optionLabel(template), "option labels", limits.optionsPerField),
  store: (labels, template) => labels.map((label) => optionIdOf(label, template)),
  present: (stored: readonly string[], template) =>
    stored.map((id) => optionLabelOf(id, template)).filter((label) => label !== null),
  toText: listToText,
  maxTextLength: maxListLength,
  fromText,
  display: (value) => value.join(", "),
  look: { align: "start", editor: "multi-select", cell: "options" },
  examples: [
    { template: tags, input: ["Red"], text: "Red" },
    { template: tags, input: "Red", value: ["Red"], text: "Red" },
    {
      template: tags,
      input: ['12" wide', "Large, or larger", "Red", " "],
      text: '"12"" wide", "Large, or larger", Red, " "',
    },
    { template: tags, input: [], text: "" },
  ],
  counterexamples: [
    { template: tags, input: ["red"] },
    { template: tags, input: "" },
    { template: tags, input: "Red, Red" },
    { template: tags, input: ["Red", "Red"] },
    { template: tags, input: ["Red", null] },
    { template: tags, input: 5 },
    { input: ["Red"] },
  ],
});

/** Parses labels separated by commas, or a single label that contains commas. */
function fromText(text: string, template: SelectTemplate): string[] | undefined {
  const labels = labelsIn(text, template);
  if (labels) return [...labels];
  const label = labelFromText(text, template);
  return label === undefined ? undefined : [label];
}

/** Undefined if an item is not a label. */
function labelsIn(text: string, template: SelectTemplate): Set<string> | undefined {
  const labels = new Set<string>();
  for (const item of listFromText(text)) {
    const label = labelFromText(item, template);
    if (label === undefined) return undefined;
    labels.add(label);
  }
  return labels;
}
