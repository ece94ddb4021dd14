import { readDraft } from "@/components/edits/read-draft";
import { onDemand } from "@/components/ui/on-demand";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import type { CellEditor } from "./editor";
import { labelOfNew } from "./label-of-new";
import { optionPicksIn } from "./option-picks";
import { searchOptions } from "./options";

export const multiSelectEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./multi-select-box")).MultiSelectBox, { preload: "soon" }),
  /**
   * Parses labels of existing and new options. If the last text is neither, takes the first matching option, which was
   * highlighted.
   */
  read(field, fieldType, draft) {
    const exact = readDraft(field, fieldType, draft);
    if ("value" in exact) return exact;
    const template = field.template as SelectTemplate;
    const { picked, search } = optionPicksIn(draft, template);
    const { byLabel } = indexOf(template);
    const labels = [...new Set(picked.map((pick) => labelOfNew(pick) ?? pick))];
    const found = searchOptions(template.options, search).find(({ label }) => !labels.includes(label));
    if (search !== "" && !found) return exact;
    const value = search !== "" && found ? [...labels, found.label] : labels;
    return value.every((label) => byLabel.has(label)) ? { value } : { value, addsOptions: true };
  },
};
