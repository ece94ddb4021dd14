import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useRef, useState } from "react";
import type { AnyCommand, Command } from "@/components/commands/command";
import type { ListedCommand } from "@/components/commands/command-list";
import { offered } from "@/components/commands/command-needs";
import { usePersonId, useRights } from "@/components/rights/rights";
import { backdropLook, focusAtOnce, popupLook } from "@/components/ui/dialog";
import { useStoredState } from "@/components/ui/stored-state";
import { usePortalPlace } from "@/components/ui/use-portal-place";
import { useOpenTableIfAny } from "../open-table";
import type { OverlayProps } from "../overlays/overlay-props";
import { commandEntries } from "./command-entries";
import type { EntryGroup, EntryKind, PaletteEntry } from "./entry";
import { tableEntryId } from "./entry-ids";
import { EntryList } from "./entry-list";
import { useOfferedEntries } from "./offered-entries";
import { rankEntries } from "./rank-entries";
import { noteRecent, recentOf } from "./recent";
import { useEntries } from "./use-entries";

interface PaletteProps<Does extends AnyCommand> extends OverlayProps {
  readonly commands: readonly ListedCommand<Does>[];
  /** Closes the palette and runs the command. */
  readonly onChoose: (command: Does) => void;
  /** The database of a page without an open table. */
  readonly databaseId?: string | null;
  /** Goes to a field where fields are columns; false if it is not shown there. */
  readonly onField?: (fieldId: string) => boolean;
  /** Adds a record as the button below the records does; left out in views that have a command for it. */
  readonly onAdd?: (() => void) | undefined;
}

/** Finds commands, what controls of the page do, tables, views, fields, records, databases and pages by what is typed. */
export function Palette<Does extends AnyCommand = Command>({
  commands,
  onChoose,
  databaseId = null,
  onField,
  onAdd,
  onClose,
  finalFocus,
}: PaletteProps<Does>) {
  const may = useRights();
  const personId = usePersonId();
  const opened = useOpenTableIfAny();
  const [query, setQuery] = useState("");
  const [stored] = useStoredState(useMemo(() => recentOf(personId), [personId]));
  // Choosing an entry changes the order only for the next time.
  const [recentIds] = useState(stored);
  const openDatabaseId = opened?.databaseId ?? databaseId;
  const found = useEntries({ databaseId: openDatabaseId, query, recentIds, onField, onAdd });
  const ofCommands = useMemo(
    () => commandEntries(offered(commands, may), onChoose),
    [commands, may, onChoose],
  );
  const ofControls = useOfferedEntries();
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<PaletteEntry>(undefined);

  const openId = opened
    ? tableEntryId({ databaseId: opened.databaseId, tableId: opened.table.id })
    : undefined;
  const groups = rankEntries([...found.entries, ...ofControls, ...ofCommands], { query, recentIds, openId });
  const shown = withRecords(groups, found.records);

  function choose(entry: PaletteEntry): void {
    chosen.current = entry;
    if (!entry.isNeverRecent) noteRecent(personId, entry.id);
    // Commands close the palette themselves, as what they open takes its place.
    if (entry.kind !== "Commands") onClose();
    entry.open();
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal container={usePortalPlace()}>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Popup
          className={`${popupLook} max-w-xl`}
          initialFocus={() => !focusAtOnce(input.current)}
          finalFocus={() => {
            if (chosen.current?.takesFocus) return false;
            return finalFocus ? finalFocus() : true;
          }}
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <EntryList
            label={may("read") ? "Find a command, table, view or record" : "Find a command"}
            query={query}
            onQuery={setQuery}
            groups={shown}
            onChoose={choose}
            inputRef={input}
            isSearching={found.isSearching}
            note={found.isSearching ? "Searching records…" : shown.length === 0 && "Nothing found"}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Adds found records after the others, because they come later and must not move what Enter would choose. */
function withRecords(groups: readonly EntryGroup[], records: readonly PaletteEntry[]): EntryGroup[] {
  const shown = new Set(groups.flatMap(({ items }) => items.map(({ id }) => id)));
  const items = records.filter(({ id }) => !shown.has(id));
  const [recent] = groups.filter(({ value }) => value === recordsHeading);
  if (items.length === 0) return [...groups];
  if (!recent) return [...groups, { value: recordsHeading, items }];
  return groups.map((group) => (group === recent ? { ...group, items: [...group.items, ...items] } : group));
}

const recordsHeading = "Records" satisfies EntryKind;
