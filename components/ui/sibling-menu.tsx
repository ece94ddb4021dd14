import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Copy,
  type LucideIcon,
  Pencil,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import { MenuItem, MenuList, MenuSeparator } from "./menu";

interface SiblingMenuProps {
  /** Its index among its siblings, and their number. */
  place: { readonly index: number; readonly count: number };
  /** The direction of the siblings' layout. */
  direction: "across" | "down";
  align?: "start" | "end";
  /** Prevents deleting the last one. */
  keepsLast?: boolean;
  /** Further items, such as an export. */
  children?: ReactNode;
  onDo: (what: "rename" | "duplicate" | "delete") => void;
  onMove: (to: number) => void;
}

/** The menu of an item in a sortable list, such as a table or view: rename, duplicate, move, delete. */
export function SiblingMenu(props: SiblingMenuProps) {
  const { place, direction, align, keepsLast = false, children, onDo, onMove } = props;
  const { index, count } = place;
  const { back, forth } = moves[direction];
  return (
    <MenuList align={align}>
      <MenuItem icon={Pencil} onClick={() => onDo("rename")}>
        Rename
      </MenuItem>
      <MenuItem icon={Copy} onClick={() => onDo("duplicate")}>
        Duplicate
      </MenuItem>
      {children}
      <MenuSeparator />
      <MenuItem icon={back.icon} disabled={index === 0} onClick={() => onMove(index - 1)} staysOpen>
        {back.label}
      </MenuItem>
      <MenuItem icon={forth.icon} disabled={index === count - 1} onClick={() => onMove(index + 1)} staysOpen>
        {forth.label}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        look="danger"
        disabled={keepsLast && count === 1}
        onClick={() => onDo("delete")}
      >
        Delete
      </MenuItem>
    </MenuList>
  );
}

interface Move {
  readonly icon: LucideIcon;
  readonly label: string;
}

const moves: { readonly [Direction in SiblingMenuProps["direction"]]: { back: Move; forth: Move } } = {
  across: {
    back: { icon: ArrowLeft, label: "Move left" },
    forth: { icon: ArrowRight, label: "Move right" },
  },
  down: { back: { icon: ArrowUp, label: "Move up" }, forth: { icon: ArrowDown, label: "Move down" } },
};
