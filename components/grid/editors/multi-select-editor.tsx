import { readDraft } from "@/components/edits/read-draft";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { OptionTag } from "../cells/option-tag";
import type { Entry } from "./combo-box";
import type { CellEditor, EditorProps } from "./editor";
import { labelOfNew, newOption } from "./new-option";
import { noteOn, searchOptions } from "./options";
import { PickBox, usePicks } from "./pick-box";
import { type Picks, picksIn } from "./picks";

export const multiSelectEditor: CellEditor = {
  Editor: MultiSelectEditor,
  /**
   * Options by their labels, and those that are to be made; where the last text is none, the first option that it
   * finds: the one that was marked.
   */
  read(field, fieldType, draft) {
    const exact = readDraft(field, fieldType, draft);
    if ("value" in exact) return exact;
    const template = field.template as SelectTemplate;
    const { picked, search } = picksOf(template, draft);
    const { byLabel } = indexOf(template);
    const labels = picked.map((pick) => (byLabel.has(pick) ? pick : (labelOfNew(pick) ?? pick)));
    const found =
      search === ""
        ? []
        : searchOptions(template.options, search).filter(({ label }) => !labels.includes(label));
    const value = [...new Set([...labels, ...found.slice(0, 1).map(({ label }) => label)])];
    if (search !== "" && found.length === 0) return exact;
    return labels.every((label) => byLabel.has(label)) ? { value } : { value, addsOptions: true };
  },
};

function MultiSelectEditor({ column: { field }, draft, actions }: EditorProps) {
  const template = field.template as SelectTemplate;
  const [picks, setPicks] = usePicks(actions, () => picksOf(template, draft));
  const isPicked = (key: string) => picks.picked.includes(key);
  const created = picks.picked
    .filter((pick) => !indexOf(template).byLabel.has(pick))
    .concat(isList(picks.search) ? [] : picks.search)
    .flatMap((each) => newOption(template.options, each) ?? []);
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

/** A list that is typed names what there is. */
function isList(text: string): boolean {
  return text.includes(",");
}

function uniqueByKey(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
