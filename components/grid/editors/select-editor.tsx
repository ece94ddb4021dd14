import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Field } from "@/lib/contract/fields";
import type { SelectTemplate } from "@/lib/field-types/option";
import { OptionTag } from "../cells/option-tag";
import { readDraft } from "../read-draft";
import type { CellEditor, EditorProps } from "./editor";
import { boxLook, editorLook } from "./look";
import { type Option, searchOptions } from "./options";
import { useBox } from "./use-box";
import { useFocusAtEnd } from "./use-focus-at-end";

export const selectEditor: CellEditor = {
  Editor: SelectEditor,
  /** An option by its label, else the first that the text finds: the one that was marked. */
  read(field, fieldType, draft) {
    const exact = readDraft(field, fieldType, draft);
    const [found] = "value" in exact ? [] : searchOptions(templateOf(field).options, draft);
    return found ? { value: found.label } : exact;
  },
};

/** An input to search in, and the list of options below it. The draft is always what Enter would take. */
function SelectEditor({ column, draft, actions }: EditorProps) {
  const { options, disableColors } = templateOf(column.field);
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const boxRef = useBox<HTMLDivElement>("below");
  const listId = useId();
  const [search, setSearch] = useState(() => (isLabel(options, draft) ? "" : draft));
  const [wasSet] = useState(draft !== "");
  const found = searchOptions(options, search);
  // Clearing is an entry too, whose text is none.
  const entries = [...found.map(({ label }) => label), ...(wasSet && search === "" ? [""] : [])];
  const marked = isLabel(options, draft) || search === "" ? entries.indexOf(draft) : 0;

  function onKeyDown(event: KeyboardEvent): void {
    const to = entries[stepOf(event.key, marked, entries.length) ?? -1];
    if (to === undefined || event.nativeEvent.isComposing) return;
    event.preventDefault();
    actions.type(to);
  }

  return (
    <>
      <input
        ref={inputRef}
        role="combobox"
        aria-label={column.field.name}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries[marked] === undefined ? undefined : `${listId}-${marked}`}
        className={editorLook}
        dir="auto"
        value={draft}
        onChange={(event) => {
          setSearch(event.target.value);
          actions.type(event.target.value);
        }}
        onKeyDown={onKeyDown}
        autoComplete="off"
      />
      <div ref={boxRef} popover="manual" className={`${boxLook} max-w-80`}>
        <div
          id={listId}
          role="listbox"
          aria-label={column.field.name}
          // The focus stays in the input.
          onMouseDown={(event) => event.preventDefault()}
          className="max-h-64 min-w-48 overflow-y-auto p-1"
        >
          {entries.map((label, index) => (
            <Entry
              key={label}
              id={`${listId}-${index}`}
              isMarked={index === marked}
              onChoose={() => {
                actions.type(label);
                actions.commit();
              }}
            >
              {label === "" ? (
                <span className="text-muted">Clear</span>
              ) : (
                <OptionTag option={found[index]} isPlain={disableColors} />
              )}
            </Entry>
          ))}
        </div>
        {entries.length === 0 && (
          <p role="status" className="px-2 pb-2 text-muted">
            {options.length === 0 ? "This field has no options yet." : "No option fits."}
          </p>
        )}
      </div>
    </>
  );
}

interface EntryProps {
  id: string;
  isMarked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Entry({ id, isMarked, onChoose, children }: EntryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isMarked]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input points to it by aria-activedescendant
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isMarked}
      onClick={onChoose}
      className="flex h-7 cursor-pointer items-center rounded px-1.5 hover:bg-hover aria-selected:bg-accent-soft"
    >
      {children}
    </div>
  );
}

function templateOf(field: Field): SelectTemplate {
  return field.template as SelectTemplate;
}

function isLabel(options: readonly Option[], text: string): boolean {
  return options.some(({ label }) => label === text);
}

/** The entry that an arrow key leads to, round and round. */
function stepOf(key: string, from: number, count: number): number | undefined {
  if (key === "ArrowDown") return from + 1 < count ? from + 1 : 0;
  if (key === "ArrowUp") return from > 0 ? from - 1 : count - 1;
  return undefined;
}
