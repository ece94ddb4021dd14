import type { SelectTemplate } from "@/lib/field-types/option";
import { OptionTag } from "../views/option-tag";
import type { ComboBoxEntry } from "./combo-box";
import type { EditorProps } from "./editor";
import { labelOfNew } from "./label-of-new";
import { useNewOption } from "./new-option";
import { optionPicksIn } from "./option-picks";
import { noteOn, searchOptions } from "./options";
import { PickBox, usePicks } from "./pick-box";

export function MultiSelectBox({ column: { field }, draft, actions }: EditorProps) {
  const template = field.template as SelectTemplate;
  const [picks, setPicks] = usePicks(actions, () => optionPicksIn(draft, template));
  const newOption = useNewOption();
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

/** A typed list names existing options only. */
function isList(text: string): boolean {
  return text.includes(",");
}

function uniqueByKey(entries: readonly ComboBoxEntry[]): ComboBoxEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
