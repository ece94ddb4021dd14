import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useMemo, useRef } from "react";
import type { AnyCommand, Command } from "@/components/commands/command";
import { commandGroups, type ListedCommand } from "@/components/commands/command-list";
import { offered } from "@/components/commands/command-needs";
import { keyLabel } from "@/components/commands/key-label";
import { isMac } from "@/components/commands/platform";
import { useRights } from "@/components/rights/rights";
import { backdropLook, focusAtOnce, popupLook } from "@/components/ui/dialog";
import { usePortalPlace } from "@/components/ui/use-portal-place";
import type { OverlayProps } from "./overlay-props";

interface CommandsDialogProps<Does extends AnyCommand> extends OverlayProps {
  readonly commands: readonly ListedCommand<Does>[];
  readonly onChoose: (command: Does) => void;
}

/** The command palette. */
export function CommandsDialog<Does extends AnyCommand = Command>({
  commands,
  onChoose,
  onClose,
  finalFocus,
}: CommandsDialogProps<Does>) {
  const may = useRights();
  const groups = useMemo(() => groupsOf(offered(commands, may)), [commands, may]);
  const input = useRef<HTMLInputElement>(null);
  const opensSearch = useRef(false);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal container={usePortalPlace()}>
        <Dialog.Backdrop className={backdropLook} />
        <Dialog.Popup
          className={`${popupLook} max-w-lg`}
          initialFocus={() => !focusAtOnce(input.current)}
          finalFocus={() => {
            // The search box takes the focus itself.
            if (opensSearch.current) return false;
            return finalFocus ? finalFocus() : true;
          }}
        >
          <Dialog.Title className="sr-only">Commands</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            items={groups}
            itemToStringValue={({ name }: ListedCommand<Does>) => name}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex shrink-0 items-center gap-2 border-border border-b px-4">
              <Search aria-hidden className="size-4 text-muted" strokeWidth={1.75} />
              <Autocomplete.Input
                ref={input}
                aria-label="Find a command"
                placeholder="Find a command"
                className="h-11 w-full bg-transparent text-sm outline-none"
              />
            </div>
            <div className="min-h-0 overflow-y-auto p-1">
              <Autocomplete.Empty>
                <p className="px-3 py-2 text-muted empty:hidden">No matching commands</p>
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(group: Group<Does>) => (
                  <Autocomplete.Group key={group.value} items={group.items}>
                    <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-muted text-xs">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: ListedCommand<Does>) => (
                        <Autocomplete.Item
                          key={item.name}
                          value={item}
                          onClick={() => {
                            opensSearch.current = item.command.do === "search";
                            onChoose(item.command);
                          }}
                          className="flex h-8 cursor-default items-center gap-2 rounded-md px-3 outline-none select-none data-highlighted:bg-accent-soft"
                        >
                          <span className="min-w-0 flex-1 truncate">{item.name}</span>
                          {item.keys[0] && (
                            <span aria-hidden className="shrink-0 text-muted text-xs">
                              {keyLabel(item.keys[0], isMac())}
                            </span>
                          )}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface Group<Does extends AnyCommand> {
  readonly value: string;
  readonly items: readonly ListedCommand<Does>[];
}

function groupsOf<Does extends AnyCommand>(commands: readonly ListedCommand<Does>[]): Group<Does>[] {
  return commandGroups
    .map((value) => ({
      value,
      items: commands.filter(({ group, command }) => group === value && command.do !== "commands"),
    }))
    .filter(({ items }) => items.length > 0);
}
