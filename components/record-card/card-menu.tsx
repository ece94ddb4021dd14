import { Menu } from "@base-ui/react/menu";
import {
  ArrowRightLeft,
  CalendarPlus,
  CopyPlus,
  type LucideIcon,
  Maximize2,
  Plus,
  Trash2,
} from "lucide-react";
import { Fragment } from "react";
import type { AnyCommand } from "@/components/commands/command";
import type { ListedCommand } from "@/components/commands/command-list";
import { offered } from "@/components/commands/command-needs";
import { keyLabel } from "@/components/commands/key-label";
import { isMac } from "@/components/commands/platform";
import { useRights } from "@/components/rights/rights";
import { MenuItem, MenuList, MenuSeparator } from "@/components/ui/menu";

/** A point in the window, or the focused card. */
export type MenuAnchor = "card" | { readonly x: number; readonly y: number };

interface CardMenuProps {
  /** The commands of the view. */
  readonly list: readonly ListedCommand<AnyCommand>[];
  readonly at: MenuAnchor;
  readonly cardElement: () => HTMLElement | null;
  /** True if the menu is for one record: names of commands are in the singular then. */
  readonly isOne: boolean;
  readonly label?: string;
  readonly onChoose: (command: AnyCommand) => void;
  readonly onClose: () => void;
}

/** The menu of a card and the selected ones. */
export function CardMenu({ list, at, cardElement, isOne, label = "Card", onChoose, onClose }: CardMenuProps) {
  const commands = offered(
    list.filter(({ isInCellMenu }) => isInCellMenu),
    useRights(),
  );
  const anchor = at === "card" ? cardElement : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Menu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuList label={label} anchor={anchor} finalFocus={cardElement}>
        {commands.map(({ name, command, keys }) => (
          <Fragment key={name}>
            {command.do === "delete" && <MenuSeparator />}
            <MenuItem
              icon={icons[command.do]}
              keys={keys[0] && keyLabel(keys[0], isMac())}
              look={command.do === "delete" ? "danger" : "plain"}
              onClick={() => onChoose(command)}
            >
              {isOne ? name.replace(/\brecords\b/, "record") : name}
            </MenuItem>
          </Fragment>
        ))}
      </MenuList>
    </Menu.Root>
  );
}

const icons: { readonly [Name in AnyCommand["do"]]?: LucideIcon } = {
  open: Maximize2,
  insert: Plus,
  "move-to": ArrowRightLeft,
  "move-to-day": CalendarPlus,
  duplicate: CopyPlus,
  delete: Trash2,
};
