import { readDraft } from "@/components/edits/read-draft";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { OptionTag } from "../cells/option-tag";
import type { CellEditor, EditorProps } from "./editor";
import { noteOn, searchOptions } from "./options";
import { PickBox, usePicks } from "./pick-box";
import { type Picks, picksIn } from "./picks";

export const multiSelectEditor: CellEditor = {
  Editor: MultiSelectEditor,
  /** Options by their labels; where the last text is none, the first option that it finds: the one that was marked. */
  read(field, fieldType, draft) {
    const exact = readDraft(field, fieldType, draft);
    if ("value" in exact) return exact;
    const template = field.template as SelectTemplate;
    const { picked, search } = picksOf(template, draft);
    const found = searchOptions(template.options, search).find(({ label }) => !picked.includes(label));
    return found && search !== "" ? { value: [...picked, found.label] } : exact;
  },
};

function MultiSelectEditor({ column: { field }, draft, actions }: EditorProps) {
  const template = field.template as SelectTemplate;
  const [picks, setPicks] = usePicks(actions, () => picksOf(template, draft));
  const entries = searchOptions(template.options, picks.search).map((option) => ({
    key: option.label,
    content: <OptionTag option={option} isPlain={template.disableColors} />,
    isPicked: picks.picked.includes(option.label),
  }));
  return (
    <PickBox
      label={field.name}
      picks={picks}
      onPicks={setPicks}
      entries={entries}
      allowMultiple
      actions={actions}
      note={noteOn(template.options, entries)}
    />
  );
}

function picksOf(template: SelectTemplate, draft: string): Picks {
  return picksIn(draft, (item) => indexOf(template).byLabel.has(item));
}
