import { Menu } from "@base-ui/react/menu";
import { CalendarPlus, CopyPlus, type LucideIcon, Maximize2, Plus, Trash2 } from "lucide-react";
import { Fragment } from "react";
import { calendarList } from "@/components/commands/calendar-list";
import type { AnyCommand } from "@/components/commands/command";
import { offered } from "@/components/commands/command-needs";
import { keyLabel } from "@/components/commands/key-label";
import { isMac } from "@/components/commands/platform";
import { useRights } from "@/components/rights/rights";
import { MenuItem, MenuList, MenuSeparator } from "@/components/ui/menu";
import type { MenuAnchor } from "./overlay";

interface RecordMenuProps {
  readonly at: MenuAnchor;
  readonly recordElement: () => HTMLElement | null;
  readonly onChoose: (command: AnyCommand) => void;
  readonly onClose: () => void;
}

/** The menu of a record on a calendar. */
export function RecordMenu({ at, recordElement, onChoose, onClose }: RecordMenuProps) {
  const commands = offered(
    calendarList.filter(({ isInCellMenu }) => isInCellMenu),
    useRights(),
  );
  const anchor =
    at === "record" ? recordElement : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Menu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuList label="Record" anchor={anchor} finalFocus={recordElement}>
        {commands.map(({ name, command, keys }) => (
          <Fragment key={name}>
            {command.do === "delete" && <MenuSeparator />}
            <MenuItem
              icon={icons[command.do]}
              keys={keys[0] && keyLabel(keys[0], isMac())}
              look={command.do === "delete" ? "danger" : "plain"}
              onClick={() => onChoose(command)}
            >
              {command.do === "open" ? "Open record" : name}
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
  "move-to-day": CalendarPlus,
  duplicate: CopyPlus,
  delete: Trash2,
};
