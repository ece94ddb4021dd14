import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { chordOf } from "@/components/commands/chords";
import type { Command } from "@/components/commands/command";
import { editingKeys } from "@/components/commands/keys";
import { useEditorFrame, useInputAttributes } from "./editor-frame";
import { EditorPopup } from "./editor-popup";
import { useFocusAtEnd } from "./use-focus-at-end";

export interface ComboBoxEntry {
  readonly key: string;
  readonly content: ReactNode;
  /** Left out for single choice, where the highlighted entry is the choice. */
  readonly isPicked?: boolean;
}

interface ComboBoxProps {
  readonly label: string;
  /** The text in the input. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** True to select the initial text, so that typing replaces it. */
  readonly selectsText?: boolean;
  readonly entries: readonly ComboBoxEntry[];
  /** The index of the entry highlighted by keys; -1 for none. */
  readonly marked: number;
  readonly onChoose: (entry: ComboBoxEntry) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** A note below the entries. */
  readonly note?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** An input with a list of matching entries below it. The focus stays in the input. */
export function ComboBox(props: ComboBoxProps) {
  const { label, text, onText, entries, marked, onChoose, onKeyDown, note, placeholder, selectsText } = props;
  const inputRef = useFocusAtEnd<HTMLInputElement>({ selectsAll: selectsText ?? false });
  const attributes = useInputAttributes(label);
  const isOpen = useEditorFrame()?.isOpen ?? true;
  const listId = useId();
  const takesSeveral = entries.some(({ isPicked }) => isPicked !== undefined);
  return (
    <>
      <input
        ref={inputRef}
        {...attributes}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && entries[marked] ? `${listId}-${marked}` : undefined}
        dir="auto"
        placeholder={attributes.placeholder ?? placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <EditorPopup className="max-w-80">
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          aria-multiselectable={takesSeveral || undefined}
          className="max-h-64 min-w-48 overflow-y-auto p-1"
        >
          {entries.map((entry, index) => (
            <EntryRow
              key={entry.key}
              id={`${listId}-${index}`}
              entry={entry}
              isMarked={index === marked}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
        {note !== undefined && (
          <p role="status" className="px-2 pb-2 text-muted">
            {note}
          </p>
        )}
      </EditorPopup>
    </>
  );
}

interface EntryRowProps {
  id: string;
  entry: ComboBoxEntry;
  isMarked: boolean;
  onChoose: () => void;
}

function EntryRow({ id, entry: { content, isPicked }, isMarked, onChoose }: EntryRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  const height = useEditorFrame() ? "min-h-9 text-sm" : "h-7";
  useEffect(() => {
    if (isMarked) ref.current?.scrollIntoView({ block: "nearest" });
  }, [isMarked]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the input references it by aria-activedescendant
    <div
      ref={ref}
      id={id}
      role="option"
      aria-selected={isPicked ?? isMarked}
      data-highlighted={isMarked || undefined}
      onClick={onChoose}
      className={`flex ${height} cursor-pointer items-center gap-1.5 rounded px-1.5 ${isMarked ? "bg-accent-soft" : "hover:bg-hover"}`}
    >
      {isPicked !== undefined && (
        <span className="flex size-4 shrink-0 items-center justify-center">
          {isPicked && <Check aria-hidden className="size-3.5 text-accent" strokeWidth={2.5} />}
        </span>
      )}
      {content}
    </div>
  );
}

/** The index an arrow key moves to, wrapping at the ends. */
export function stepOf(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return from + 1 < count ? from + 1 : 0;
  if (key === "ArrowUp") return from > 0 ? from - 1 : count - 1;
  return undefined;
}

/**
 * The command of a key that ends the edit, if it does. The key that fills the selection only commits, because the
 * search must be resolved first.
 */
export function endingOf(event: KeyboardEvent): (Command & { do: "commit" }) | undefined {
  const command: Command | undefined = editingKeys[chordOf(event)];
  if (command?.do === "fill-selection") return { do: "commit" };
  return command?.do === "commit" ? command : undefined;
}
