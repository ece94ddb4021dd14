"use client";

import { Menu } from "@base-ui/react/menu";
import {
  ArrowDownAZ,
  ArrowLeft,
  ArrowLeftFromLine,
  ArrowRight,
  ArrowRightFromLine,
  ArrowUpAZ,
  Copy,
  EyeOff,
  FoldHorizontal,
  Group,
  ListFilter,
  Lock,
  MoveHorizontal,
  Palette,
  Pencil,
  Pin,
  PinOff,
  Replace,
  Trash2,
  UnfoldHorizontal,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePanels } from "@/components/open-table/panels";
import { fieldParts, ruleTitle } from "@/components/open-table/rules/with-rule";
import { useMaySave } from "@/components/open-table/use-view";
import { useMay } from "@/components/rights/rights";
import { counted } from "@/components/tasks/counted";
import { MenuItem, MenuList, MenuSeparator } from "@/components/ui/menu";
import type { Direction } from "@/lib/contract/direction";
import { widthOf } from "@/lib/contract/field-widths";
import type { Field } from "@/lib/contract/fields";
import { filterKindOf, isOrdered } from "@/lib/contract/filters";
import { isSettingOf, maxViewGroups } from "@/lib/contract/view-types";
import { settingOf } from "@/lib/contract/views";
import { fieldTypeOf } from "@/lib/field-types";
import { useFieldActions } from "./field-actions";
import { hiddenWith, mayStep, shownFields, steppedField, withoutPrimary } from "./field-order";
import { contentWidth, fittingWidth, widthStep } from "./field-widths";
import { mayFreeze } from "./frozen-fields";
import { orderedFirst } from "./ordered-first";

/** Connects the buttons of many fields to one menu, which shows the field of the pressed button. */
export type FieldMenuHandle = Menu.Handle<Field>;

export function useFieldMenu(): FieldMenuHandle {
  const [handle] = useState(() => Menu.createHandle<Field>());
  return handle;
}

interface FieldMenuProps {
  handle: FieldMenuHandle;
  align?: "start" | "end";
  /** The selected fields including the given one. Default: only that one. */
  selectedWith?: (field: Field) => readonly Field[];
}

/** The menu of a field. */
export function FieldMenu({ handle, align, selectedWith = only }: FieldMenuProps) {
  return (
    <Menu.Root handle={handle} modal={false}>
      {({ payload: field }) => (
        <MenuList align={align}>
          {field && <FieldMenuItems field={field} selected={selectedWith(field)} />}
        </MenuList>
      )}
    </Menu.Root>
  );
}

function only(field: Field): readonly Field[] {
  return [field];
}

interface FieldMenuItemsProps {
  field: Field;
  /** The fields that "Hide" and "Delete" act on: the field and others selected with it. */
  selected: readonly Field[];
}

function FieldMenuItems({ field, selected }: FieldMenuItemsProps) {
  const { begin } = useFieldActions();
  const { table } = useOpenTable();
  const isPrimary = field.id === table.primaryFieldId;
  const mayGo = withoutPrimary(table, selected);
  const mayChange = useMay("change-structure");
  const parts = fieldParts({ isPrimary, isComputed: fieldTypeOf(field).isComputed });
  const mayRule = useMay("manage-rules") && parts.length > 0;
  const several = mayGo.length > 1 ? ` ${counted(mayGo.length, "field")}` : "";
  return (
    <>
      {field.description !== undefined && (
        <>
          <p
            dir="auto"
            className="max-h-40 max-w-72 overflow-y-auto whitespace-pre-wrap break-words px-2 py-1.5 text-muted"
          >
            {field.description}
          </p>
          <MenuSeparator />
        </>
      )}
      {mayChange && <FieldItems field={field} isPrimary={isPrimary} />}
      {mayRule && (
        <>
          <MenuItem icon={Lock} onClick={() => begin({ what: "rule", field, parts })}>
            {ruleTitle(parts)}…
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <RecordItems field={field} />
      <MenuSeparator />
      <ColumnItems field={field} />
      <MenuSeparator />
      <HideItem fields={mayGo}>Hide{several}</HideItem>
      {mayChange && (
        <MenuItem
          icon={Trash2}
          look="danger"
          disabled={mayGo.length === 0}
          onClick={() => begin({ what: "delete", fields: mayGo })}
        >
          Delete{several}
        </MenuItem>
      )}
    </>
  );
}

/** Items that edit the field or create another. */
function FieldItems({ field, isPrimary }: { field: Field; isPrimary: boolean }) {
  const { begin } = useFieldActions();
  return (
    <>
      <MenuItem icon={Pencil} onClick={() => begin({ what: "edit", field, focus: "name" })}>
        Rename
      </MenuItem>
      <MenuItem icon={Replace} onClick={() => begin({ what: "edit", field, focus: "type" })}>
        Change type and options
      </MenuItem>
      <MenuItem icon={Copy} onClick={() => begin({ what: "duplicate", field })}>
        Duplicate
      </MenuItem>
      <MenuItem
        icon={ArrowLeftFromLine}
        disabled={isPrimary}
        onClick={() => begin({ what: "create", beside: { fieldId: field.id, side: "left" } })}
      >
        Insert left
      </MenuItem>
      <MenuItem
        icon={ArrowRightFromLine}
        onClick={() => begin({ what: "create", beside: { fieldId: field.id, side: "right" } })}
      >
        Insert right
      </MenuItem>
      <MenuSeparator />
    </>
  );
}

/** Items that sort, filter and group by the field. */
function RecordItems({ field }: { field: Field }) {
  const { view, changeView } = useOpenTable();
  const { openPanel } = usePanels();
  const mayColor = useMaySave(view) && isSettingOf(view.type, "rowColor");
  const { sorts } = view.config;
  const groups = settingOf(view.config, "groups");
  const isSortable = isOrdered(filterKindOf(fieldTypeOf(field)));
  const isGrouped = groups.some(({ fieldId }) => fieldId === field.id);
  const sort = (direction: Direction) =>
    changeView({ sorts: orderedFirst(sorts, { fieldId: field.id, direction }) });
  return (
    <>
      <MenuItem icon={ArrowDownAZ} disabled={!isSortable} onClick={() => sort("asc")}>
        Sort ascending
      </MenuItem>
      <MenuItem icon={ArrowUpAZ} disabled={!isSortable} onClick={() => sort("desc")}>
        Sort descending
      </MenuItem>
      <MenuItem icon={ListFilter} onClick={() => openPanel({ name: "filter", fieldId: field.id })}>
        Filter by this field
      </MenuItem>
      <MenuItem
        icon={Group}
        disabled={!isSortable || isGrouped || groups.length >= maxViewGroups}
        onClick={() => changeView({ groups: [...groups, { fieldId: field.id, direction: "asc" }] })}
      >
        Group by this field
      </MenuItem>
      {mayColor && (
        <MenuItem icon={Palette} onClick={() => openPanel({ name: "colors", fieldId: field.id })}>
          Colour cells…
        </MenuItem>
      )}
    </>
  );
}

/** Items that move, freeze and resize the column. */
function ColumnItems({ field }: { field: Field }) {
  const { table, view, changeView } = useOpenTable();
  const { config } = view;
  const { id } = field;
  const shown = shownFields(table, config);
  const at = shown.findIndex((each) => each.id === id);
  const isHidden = at === -1;
  const isLastFrozen = !isHidden && at + 1 === settingOf(config, "frozenFieldCount");
  const width = widthOf(field, table, config);

  function setWidth(next: number) {
    changeView({ fieldWidths: { ...config.fieldWidths, [id]: fittingWidth(next) } });
  }
  function step(by: 1 | -1) {
    changeView({ orderedFieldIds: steppedField(table, config, { id, by }) });
  }

  return (
    <>
      {isLastFrozen ? (
        <MenuItem icon={PinOff} onClick={() => changeView({ frozenFieldCount: 0 })}>
          Unfreeze
        </MenuItem>
      ) : (
        <MenuItem
          icon={Pin}
          disabled={isHidden}
          whyOff={mayFreeze(shown.slice(0, at + 1), table, config) ? undefined : "Not enough room"}
          onClick={() => changeView({ frozenFieldCount: at + 1 })}
        >
          Freeze up to here
        </MenuItem>
      )}
      <MenuItem
        icon={ArrowLeft}
        disabled={!mayStep(table, config, { id, by: -1 })}
        onClick={() => step(-1)}
        staysOpen
      >
        Move left
      </MenuItem>
      <MenuItem
        icon={ArrowRight}
        disabled={!mayStep(table, config, { id, by: 1 })}
        onClick={() => step(1)}
        staysOpen
      >
        Move right
      </MenuItem>
      <MenuItem
        icon={UnfoldHorizontal}
        disabled={isHidden}
        onClick={() => setWidth(width + widthStep)}
        staysOpen
      >
        Wider
      </MenuItem>
      <MenuItem
        icon={FoldHorizontal}
        disabled={isHidden}
        onClick={() => setWidth(width - widthStep)}
        staysOpen
      >
        Narrower
      </MenuItem>
      <MenuItem icon={MoveHorizontal} disabled={isHidden} onClick={() => setWidth(contentWidth(id) ?? width)}>
        Fit to content
      </MenuItem>
    </>
  );
}

function HideItem({ fields, children }: { fields: readonly Field[]; children: ReactNode }) {
  const { view, changeView } = useOpenTable();
  const { hiddenFieldIds } = view.config;
  return (
    <MenuItem
      icon={EyeOff}
      disabled={fields.every(({ id }) => hiddenFieldIds.includes(id))}
      onClick={() => changeView({ hiddenFieldIds: hiddenWith(view.config, fields) })}
    >
      {children}
    </MenuItem>
  );
}
