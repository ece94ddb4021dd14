import { Menu } from "@base-ui/react/menu";
import { ChevronDown } from "lucide-react";
import { useEffect } from "react";
import { FieldMenu, type FieldMenuHandle, useFieldMenu } from "@/components/fields/field-menu";
import type { Field } from "@/lib/contract/fields";

interface ColumnMenuProps {
  /** Called when the menu can be opened. */
  readonly onReady: (menu: FieldMenuHandle) => void;
  readonly selectedWith: (field: Field) => readonly Field[];
}

/** The menu that the buttons of all column headers open. */
export function ColumnMenu({ onReady, selectedWith }: ColumnMenuProps) {
  const menu = useFieldMenu();
  useEffect(() => onReady(menu), [menu, onReady]);
  return <FieldMenu handle={menu} selectedWith={selectedWith} />;
}

interface ColumnMenuButtonProps {
  readonly handle: FieldMenuHandle;
  readonly field: Field;
  readonly id: string;
  /** True if the menu should open at once. */
  readonly isWanted: boolean;
  readonly onOpened: () => void;
}

/** The button in a column header. */
export function ColumnMenuButton({ handle, field, id, isWanted, onOpened }: ColumnMenuButtonProps) {
  useEffect(() => {
    if (!isWanted) return;
    handle.open(id);
    onOpened();
  }, [handle, id, isWanted, onOpened]);
  return (
    <Menu.Trigger
      handle={handle}
      payload={field}
      id={id}
      aria-label={`Options for ${field.name}`}
      tabIndex={-1}
      onPointerDown={(event) => event.stopPropagation()}
      className="absolute end-1 flex size-6 shrink-0 items-center justify-center rounded bg-inherit opacity-0 transition-opacity hover:bg-hover focus-visible:opacity-100 group-hover/header:opacity-100 data-popup-open:bg-hover data-popup-open:opacity-100 pointer-coarse:static pointer-coarse:ms-auto pointer-coarse:opacity-100"
    >
      <ChevronDown aria-hidden className="size-3.5" />
    </Menu.Trigger>
  );
}
