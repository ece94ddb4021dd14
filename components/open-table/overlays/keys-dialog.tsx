import type { AnyCommand } from "@/components/commands/command";
import {
  commandGroups,
  editingList,
  groupHeaderList,
  type ListedCommand,
  wholeList,
} from "@/components/commands/command-list";
import { type Offered, offered } from "@/components/commands/command-needs";
import { gestures } from "@/components/commands/gestures";
import { keyLabel } from "@/components/commands/key-label";
import { isMac } from "@/components/commands/platform";
import { useRights } from "@/components/rights/rights";
import { Dialog } from "@/components/ui/dialog";
import type { Action } from "@/lib/contract/actions";
import type { OverlayProps } from "./overlay-props";

interface KeysDialogProps extends OverlayProps {
  readonly commands: readonly ListedCommand<AnyCommand>[];
  /** True if there are cells, with their own keys and gestures. */
  readonly isOfGrid?: boolean;
}

/** The list of keyboard shortcuts. */
export function KeysDialog({ commands, isOfGrid = false, onClose, finalFocus }: KeysDialogProps) {
  const may = useRights();
  const ofGrid = isOfGrid ? sectionsOfGrid.filter(({ needs }) => !needs || may(needs)) : [];
  const sections = [
    ...sectionsOf(offered(commands, may)),
    ...ofGrid.map((section) => ({ ...section, rows: offered(section.rows, may) })),
  ];
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="wide" finalFocus={finalFocus}>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keys scroll it
        tabIndex={0}
        className="gap-x-8 overflow-y-auto border-transparent border-t p-4 outline-none focus-visible:border-accent sm:columns-2"
      >
        {sections.map(({ title, rows }) => (
          <section key={title} aria-label={title} className="break-inside-avoid pb-4">
            <h3 className="pb-1 font-semibold">{title}</h3>
            <dl>
              {rows.map(({ name, keys }) => (
                <div key={name} className="flex items-baseline justify-between gap-3 py-0.5">
                  <dt className="min-w-0 text-muted">{name}</dt>
                  <dd className="flex shrink-0 flex-wrap justify-end gap-1">
                    {keys.map((chord) => (
                      <kbd
                        key={chord}
                        className="rounded border border-border bg-background px-1.5 font-sans text-xs leading-5"
                      >
                        {keyLabel(chord, isMac())}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

interface Section {
  readonly title: string;
  readonly rows: readonly (Pick<ListedCommand, "name" | "keys"> & Offered)[];
  readonly needs?: Action;
}

/** Leaves out moves with Shift, which are one line among the gestures, and commands without keys. */
function sectionsOf(commands: readonly ListedCommand<AnyCommand>[]): Section[] {
  return commandGroups
    .map((title) => ({
      title,
      rows: commands.filter(
        ({ group, command, keys }) => group === title && command.do !== "extend" && keys.length > 0,
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
}

const sectionsOfGrid: readonly Section[] = [
  { title: "With entire records or fields selected", rows: wholeList },
  { title: "While editing", rows: editingList, needs: "update-records" },
  { title: "On a group header", rows: groupHeaderList },
  { title: "Mouse and typing", rows: gestures },
];
