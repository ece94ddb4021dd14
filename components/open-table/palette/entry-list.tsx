import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import type { EntryGroup, PaletteEntry } from "./entry";

interface EntryListProps {
  /** The accessible name of the input, and its placeholder. */
  readonly label: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The entries for the query. */
  readonly groups: readonly EntryGroup[];
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Shown below the entries, and alone if there are none. */
  readonly note?: ReactNode;
}

/** An input with the entries that it finds, which arrow keys and Enter choose from. */
export function EntryList({ label, query, onQuery, groups, onChoose, inputRef, note }: EntryListProps) {
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={query}
      onValueChange={(value, { reason }) => {
        // Choosing an entry would write its label into the input.
        if (reason !== "item-press") onQuery(value);
      }}
      itemToStringValue={({ label }: PaletteEntry) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex shrink-0 items-center gap-2 border-border border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <Autocomplete.Input
          ref={inputRef}
          aria-label={label}
          placeholder={label}
          className="h-11 w-full min-w-0 bg-transparent text-sm outline-none"
        />
      </div>
      <div className="min-h-0 overflow-y-auto p-1">
        <Autocomplete.List>
          {(group: EntryGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              {group.value && (
                <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-muted text-xs">
                  {group.value}
                </Autocomplete.GroupLabel>
              )}
              <Autocomplete.Collection>
                {(entry: PaletteEntry) => <Entry key={entry.id} entry={entry} onChoose={onChoose} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <p role="status" className="px-3 py-2 text-muted empty:p-0">
          {note}
        </p>
      </div>
    </Autocomplete.Root>
  );
}

function Entry({ entry, onChoose }: { entry: PaletteEntry; onChoose: (entry: PaletteEntry) => void }) {
  const { icon: Icon, label, detail, keys } = entry;
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onChoose(entry)}
      className="flex h-8 cursor-default items-center gap-2 rounded-md px-3 outline-none select-none data-highlighted:bg-accent-soft"
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />}
      <span dir="auto" className="min-w-0 truncate">
        {label}
      </span>
      {detail !== undefined && (
        <span dir="auto" className="min-w-0 shrink-9999 truncate text-muted text-xs">
          {detail}
        </span>
      )}
      {keys && (
        <span aria-hidden className="ms-auto shrink-0 text-muted text-xs">
          {keys}
        </span>
      )}
    </Autocomplete.Item>
  );
}
