import type { AnyCommand } from "@/components/commands/command";
import { type CommandGroup, commandGroups, type ListedCommand } from "@/components/commands/command-list";
import { keyLabel } from "@/components/commands/key-label";
import { isMac } from "@/components/commands/platform";
import type { PaletteEntry } from "./entry";

/** The groups of commands for which everybody uses keys: only a query finds them. */
const hiddenGroups: ReadonlySet<CommandGroup> = new Set(["Move", "Select"]);

/** The commands of a page, under the headings of their groups. */
export function commandEntries<Does extends AnyCommand>(
  commands: readonly ListedCommand<Does>[],
  run: (command: Does) => void,
): PaletteEntry[] {
  return commandGroups.flatMap((heading) =>
    commands
      .filter(({ group, command }) => group === heading && command.do !== "commands")
      .map(({ name, keys, command, detail }) => ({
        id: `command:${name}`,
        kind: "Commands",
        heading,
        label: name,
        ...(detail !== undefined && { detail }),
        isHidden: hiddenGroups.has(heading),
        keys: keys[0] && keyLabel(keys[0], isMac()),
        // The search box and the dialog take the focus themselves.
        takesFocus: command.do === "search" || command.do === "replace",
        open: () => run(command),
      })),
  );
}
