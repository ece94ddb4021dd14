import { Menu } from "@base-ui/react/menu";
import {
  ArrowDownToLine,
  ArrowRightToLine,
  ArrowUpToLine,
  ClipboardPaste,
  ClipboardType,
  Copy,
  CopyPlus,
  Eraser,
  ExternalLink,
  ListOrdered,
  type LucideIcon,
  Maximize2,
  MoveDown,
  MoveUp,
  Pencil,
  Scissors,
  Trash2,
} from "lucide-react";
import { Fragment, type RefObject } from "react";
import type { Command } from "@/components/commands/command";
import { commandGroups, commandList, type ListedCommand } from "@/components/commands/command-list";
import { offered } from "@/components/commands/command-needs";
import { keyLabel } from "@/components/commands/key-label";
import { isMac } from "@/components/commands/platform";
import type { OverlayProps } from "@/components/open-table/overlays/overlay-props";
import { type May, useRights } from "@/components/rights/rights";
import { MenuItem, MenuList, MenuSeparator, Submenu } from "@/components/ui/menu";
import type { MenuAnchor } from "../overlay";

interface CellMenuProps extends OverlayProps {
  readonly at: MenuAnchor;
  readonly gridRef: RefObject<HTMLElement | null>;
  /** True if one row is selected: names of commands are in the singular then. */
  readonly isOneRow: boolean;
  readonly onChoose: (command: Command) => void;
  /** The reason a command is disabled at the moment, if it is. */
  readonly whyOff: (command: Command) => string | undefined;
}

/** The context menu of a cell and the selection, opened by a right click or the menu keys. */
export function CellMenu({ at, gridRef, isOneRow, onChoose, whyOff, onClose, finalFocus }: CellMenuProps) {
  const groups = groupsFor(useRights(), whyOff);
  return (
    <Menu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuList label="Cell" anchor={anchorOf(at, gridRef)} finalFocus={finalFocus}>
        {groups.map(({ name, commands }, index) => (
          <Fragment key={name}>
            {index > 0 && <MenuSeparator />}
            {commands.filter(isDirect).map((each) => (
              <MenuItem
                key={each.name}
                icon={icons[each.name]}
                keys={each.keys[0] && keyLabel(each.keys[0], isMac())}
                whyOff={whyOff(each.command)}
                look={each.command.do === "delete" ? "danger" : "plain"}
                onClick={() => onChoose(each.command)}
              >
                {isOneRow ? each.name.replace(/\brecords\b/, "record") : each.name}
              </MenuItem>
            ))}
            {!commands.every(isDirect) && (
              <Submenu icon={Copy} label="Copy as">
                {commands
                  .filter((each) => !isDirect(each))
                  .map(({ name, command }) => (
                    <MenuItem key={name} onClick={() => onChoose(command)}>
                      {name}
                    </MenuItem>
                  ))}
              </Submenu>
            )}
          </Fragment>
        ))}
      </MenuList>
    </Menu.Root>
  );
}

function isDirect({ isInCellMenu }: ListedCommand): boolean {
  return isInCellMenu !== "submenu";
}

function groupsFor(may: May, whyOff: CellMenuProps["whyOff"]) {
  const commands = offered(
    commandList.filter(
      ({ isInCellMenu, command }) => isInCellMenu === true || (isInCellMenu && !whyOff(command)),
    ),
    may,
  );
  return commandGroups
    .map((name) => ({ name, commands: commands.filter(({ group }) => group === name) }))
    .filter((each) => each.commands.length > 0);
}

const icons: { readonly [name: string]: LucideIcon } = {
  Edit: Pencil,
  Clear: Eraser,
  Cut: Scissors,
  Copy,
  Paste: ClipboardPaste,
  "Paste as text": ClipboardType,
  "Fill down": ArrowDownToLine,
  "Fill right": ArrowRightToLine,
  "Continue series": ListOrdered,
  "Open record": Maximize2,
  "Open link": ExternalLink,
  "Insert record above": ArrowUpToLine,
  "Insert record below": ArrowDownToLine,
  "Move records up": MoveUp,
  "Move records down": MoveDown,
  "Duplicate records": CopyPlus,
  "Delete records": Trash2,
};

/** A point is a rectangle without a size. */
function anchorOf(at: MenuAnchor, gridRef: RefObject<HTMLElement | null>) {
  if (at === "cell") return () => gridRef.current?.querySelector("[data-active]") ?? null;
  return { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}
