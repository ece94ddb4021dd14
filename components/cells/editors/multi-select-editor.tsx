import { readDraft } from "@/components/edits/read-draft";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { OptionTag } from "../views/option-tag";
import type { ComboBoxEntry } from "./combo-box";
import type { CellEditor, EditorProps } from "./editor";
import { labelOfNew, newOption } from "./new-option";
import { noteOn, searchOptions } from "./options";
import { PickBox, usePicks } from "./pick-box";
import { type Picks, picksIn } from "./picks";

export const multiSelectEditor: CellEditor = {
  Editor: MultiSelectEditor,
  /**
   * Parses labels of existing and new options. If the last text is neither, takes the first matching option, which was
   * highlighted.
   */
  read(field, fieldType, draft) {
    const exact = readDraft(field, fieldType, draft);
    if ("value" in exact) return exact;
    const template = field.template as SelectTemplate;
    const { picked, search } = picksOf(template, draft);
    const { byLabel } = indexOf(template);
    const labels = [...new Set(picked.map((pick) => labelOfNew(pick) ?? pick))];
    const found = searchOptions(template.options, search).find(({ label }) => !labels.includes(label));
    if (search !== "" && !found) return exact;
    const value = search !== "" && found ? [...labels, found.label] : labels;
    return value.every((label) => byLabel.has(label)) ? { value } : { value, addsOptions: true };
  },
};

function MultiSelectEditor({ column: { field }, draft, actions }: EditorProps) {
  const template = field.template as SelectTemplate;
  const [picks, setPicks] = usePicks(actions, () => picksOf(template, draft));
  const isPicked = (key: string) => picks.picked.includes(key);
  const wanted = picks.picked.flatMap((pick) => labelOfNew(pick) ?? []);
  const created = [...wanted, ...(isList(picks.search) ? [] : [picks.search])].flatMap(
    (label) => newOption(template.options, label) ?? [],
  );
  const entries = [
    ...searchOptions(template.options, picks.search).map((option) => ({
      key: option.label,
      content: <OptionTag option={option} isPlain={template.disableColors} />,
      isPicked: isPicked(option.label),
    })),
    ...uniqueByKey(created).map((entry) => ({ ...entry, isPicked: isPicked(entry.key) })),
  ];
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
  return picksIn(draft, (item) => indexOf(template).byLabel.has(item) || labelOfNew(item) !== undefined);
}

/** A typed list names existing options only. */
function isList(text: string): boolean {
  return text.includes(",");
}

function uniqueByKey(entries: readonly ComboBoxEntry[]): ComboBoxEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
