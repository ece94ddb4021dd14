import {
  ArrowLeft,
  ArrowRight,
  ChevronsRightLeft,
  EyeOff,
  Palette,
  Pencil,
  Plus,
  Trash2,
} from "lucide-react";
import { colorChoices } from "@/components/fields/option-colors";
import { useOpenTable } from "@/components/open-table/open-table";
import { useMay } from "@/components/rights/rights";
import { MenuChoices, MenuItem, MenuList, MenuSeparator, Submenu } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { Field } from "@/lib/contract/fields";
import { settingOf } from "@/lib/contract/views";
import type { BoardState, ShownStack } from "../board-state";
import { movedKeys } from "./moved-keys";
import { optionOf, optionsOf } from "./options-of";
import { useStackActions } from "./use-stack-actions";

interface StackMenuProps {
  readonly stack: ShownStack;
  readonly field: Field;
  readonly state: () => BoardState;
}

/** The menu of a stack: its option, its place and its look. */
export function StackMenu({ stack, field, state }: StackMenuProps) {
  const { databaseId, table, view, changeView } = useOpenTable();
  const { services, stacks } = state();
  const { recolor } = useStackActions({ databaseId, tableId: table.id }, { field, tasks: services.tasks });
  const mayChange = useMay("change-structure");
  const { key, id } = stack;
  const option = mayChange ? optionOf(field, key) : undefined;
  const mayAdd = mayChange && optionsOf(field) !== undefined;
  const index = stacks.findIndex((each) => each.id === id);
  const fixed = stacks[0]?.key === null ? 1 : 0;
  const order = settingOf(view.config, "stackOrder");
  const move = (to: number) =>
    changeView({ stackOrder: movedKeys(stacks, { from: index, before: to, order }) });
  const isHidingEmpty = settingOf(view.config, "hideEmptyStacks");

  async function change(color: string): Promise<void> {
    await recolor(key, color).catch((error: Error) =>
      toast.error("The colour was not changed", { description: error.message }),
    );
  }
  return (
    <MenuList align="end">
      {option && (
        <>
          <MenuItem icon={Pencil} onClick={() => services.show({ is: "rename-stack", key })}>
            Rename
          </MenuItem>
          <Submenu icon={Palette} label="Colour">
            <MenuChoices
              label="Colour"
              value={option.color ?? "gray"}
              choices={colorChoices}
              onChange={(color) => void change(color)}
            />
          </Submenu>
        </>
      )}
      <MenuItem
        icon={ChevronsRightLeft}
        onClick={() => changeView({ collapsedStacks: [...settingOf(view.config, "collapsedStacks"), key] })}
      >
        Collapse
      </MenuItem>
      <MenuItem icon={EyeOff} onClick={() => changeView({ hideEmptyStacks: !isHidingEmpty })}>
        {isHidingEmpty ? "Show empty stacks" : "Hide empty stacks"}
      </MenuItem>
      {key !== null && (
        <>
          <MenuSeparator />
          <MenuItem icon={ArrowLeft} disabled={index <= fixed} onClick={() => move(index - 1)} staysOpen>
            Move left
          </MenuItem>
          <MenuItem
            icon={ArrowRight}
            disabled={index === stacks.length - 1}
            onClick={() => move(index + 2)}
            staysOpen
          >
            Move right
          </MenuItem>
        </>
      )}
      {mayAdd && (
        <>
          <MenuSeparator />
          <MenuItem icon={Plus} onClick={() => services.show({ is: "add-stack" })}>
            Add stack
          </MenuItem>
        </>
      )}
      {option && (
        <MenuItem icon={Trash2} look="danger" onClick={() => services.show({ is: "delete-stack", key })}>
          Delete
        </MenuItem>
      )}
    </MenuList>
  );
}
