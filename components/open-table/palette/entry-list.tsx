import { Autocomplete } from "@base-ui/react/autocomplete";
import { Search } from "lucide-react";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { useStable } from "@/components/ui/use-stable";
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
  /** True while further entries for the query may come. */
  readonly isSearching?: boolean;
  /** Shown below the entries, and alone if there are none. */
  readonly note?: ReactNode;
}

/** An input with the entries that it finds, which arrow keys and Enter choose from. */
export function EntryList(props: EntryListProps) {
  const { label, query, onQuery, groups, onChoose, inputRef, note } = props;
  const { onHighlighted, onKeyDown } = useEnter(props);
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
      onItemHighlighted={onHighlighted}
    >
      <div className="flex shrink-0 items-center gap-2 border-border border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
        <Autocomplete.Input
          ref={inputRef}
          aria-label={label}
          placeholder={label}
          onKeyDown={onKeyDown}
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

/**
 * Makes Enter choose the highlighted entry for the text in the input, or else the first one, as soon as there is one. The
 * list of Base UI may still have the highlight of an earlier text.
 */
function useEnter({ query, groups, onChoose, isSearching = false }: EntryListProps) {
  const entries = groups.flatMap(({ items }) => items);
  const highlighted = useRef({ id: "", query });
  const [awaited, setAwaited] = useState<string | null>(null);
  const choose = useStable(onChoose);
  const isAwaited = awaited === query;
  const first = entries[0];
  useEffect(() => {
    if (awaited === null || (isAwaited && !first && isSearching)) return;
    setAwaited(null);
    if (isAwaited && first) choose(first);
  }, [awaited, isAwaited, first, isSearching, choose]);

  const onKeyDown: ComponentProps<typeof Autocomplete.Input>["onKeyDown"] = (event) => {
    if (event.key !== "Enter" || isOfComposition(event.nativeEvent)) return;
    event.preventDefault();
    event.preventBaseUIHandler();
    // Pressed for the grid while the palette was loading.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { id, query: of } = highlighted.current;
    const entry = (of === query && entries.find((each) => each.id === id)) || first;
    if (entry) onChoose(entry);
    else setAwaited(query);
  };
  function onHighlighted(entry: PaletteEntry | undefined): void {
    highlighted.current = { id: entry?.id ?? "", query };
  }
  return { onHighlighted, onKeyDown };
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
