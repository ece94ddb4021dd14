import type { KeyboardEvent } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import type { SelectTemplate } from "@/lib/field-types/option";
import { OptionTag } from "../views/option-tag";
import { ComboBox, type ComboBoxEntry, endingOf, stepOf } from "./combo-box";
import type { EditorProps } from "./editor";
import { useSessionState } from "./editor-frame";
import { labelOfNew } from "./label-of-new";
import { useNewOption } from "./new-option";
import { isHeld, noteOn, type Option, searchOptions } from "./options";

/** A search with the matching options. The draft is always the entry that Enter takes. */
export function SelectBox({ column, draft, actions }: EditorProps) {
  const { options, disableColors } = column.field.template as SelectTemplate;
  const [search, setSearch] = useSessionState(() =>
    isLabel(options, draft) ? "" : (labelOfNew(draft) ?? draft),
  );
  const [wasSet] = useSessionState(() => draft !== "");
  const found = searchOptions(options, search);
  const newOption = useNewOption();
  const created = newOption(options, search);
  const entries = [
    ...found.map(
      (option): ComboBoxEntry => ({
        key: option.label,
        content: <OptionTag option={option} isPlain={disableColors} />,
      }),
    ),
    ...(wasSet && search === "" ? [clear] : []),
    ...(created ? [created] : []),
  ];
  const isAtCreated = draft === created?.key;
  const isAtEntry = isLabel(options, draft) || search === "" || isAtCreated;
  const marked = isAtEntry ? entries.findIndex(({ key }) => key === draft) : 0;

  function onKeyDown(event: KeyboardEvent): void {
    if (isOfComposition(event.nativeEvent)) return;
    const to = entries[stepOf(event.key, marked, entries.length) ?? -1];
    if (to) {
      event.preventDefault();
      actions.type(to.key);
    } else if (created && entries[marked] === created && endingOf(event)) actions.type(created.key);
  }

  return (
    <ComboBox
      label={column.field.name}
      text={isAtCreated ? search : draft}
      selectsText={isHeld(options, draft)}
      onText={(text) => {
        setSearch(text);
        actions.type(text);
      }}
      entries={entries}
      marked={marked}
      onChoose={({ key }) => {
        actions.type(key);
        actions.commit();
      }}
      onKeyDown={onKeyDown}
      note={noteOn(options, entries)}
    />
  );
}

/** The entry that clears the cell. */
const clear: ComboBoxEntry = { key: "", content: <span className="text-muted">Clear</span> };

function isLabel(options: readonly Option[], text: string): boolean {
  return options.some(({ label }) => label === text);
}
