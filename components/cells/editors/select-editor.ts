import { readDraft } from "@/components/edits/read-draft";
import { onDemand } from "@/components/ui/on-demand";
import type { SelectTemplate } from "@/lib/field-types/option";
import type { CellEditor } from "./editor";
import { labelOfNew } from "./label-of-new";
import { searchOptions } from "./options";

export const selectEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./select-box")).SelectBox, { preload: "soon" }),
  /**
   * Parses the label of an existing or a new option; otherwise takes the first matching option, which was highlighted.
   */
  read(field, fieldType, draft) {
    const exact = readDraft(field, fieldType, draft);
    if ("value" in exact) return exact;
    const created = labelOfNew(draft);
    if (created !== undefined) return { value: created, addsOptions: true };
    const [found] = searchOptions((field.template as SelectTemplate).options, draft);
    return found ? { value: found.label } : exact;
  },
};
