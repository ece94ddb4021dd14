"use client";

import { Menu } from "@base-ui/react/menu";
import { Ellipsis, Plus } from "lucide-react";
import { memo, useState } from "react";
import { useFieldActions } from "@/components/fields/field-actions";
import { FieldMenu, type FieldMenuHandle, useFieldMenu } from "@/components/fields/field-menu";
import { movedAmong, orderedFields } from "@/components/fields/field-order";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePanels } from "@/components/open-table/panels";
import { IfAllowed } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SortableList } from "@/components/ui/sortable-list";
import { SwitchRow } from "@/components/ui/switch-row";
import { TextField } from "@/components/ui/text-field";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";

/** The number of fields from which on the panel has a search. */
const many = 12;

export function Fields() {
  const { table, view, changeView } = useOpenTable();
  const { panel, openPanel } = usePanels();
  const { begin } = useFieldActions();
  const [find, setFind] = useState(
    () => (table.fields.length > many && table.fields.find(({ id }) => id === panel?.fieldId)?.name) || "",
  );
  const menu = useFieldMenu();
  const { hiddenFieldIds, orderedFieldIds } = view.config;
  const hidden = new Set(hiddenFieldIds);
  const [primary, ...others] = orderedFields(table, orderedFieldIds);
  const found = others.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()));

  const onShow = useStable((fieldId: string, isShown: boolean) => {
    const rest = hiddenFieldIds.filter((id) => id !== fieldId);
    changeView({ hiddenFieldIds: isShown ? rest : [...rest, fieldId] });
  });

  return (
    <>
      {others.length > many && (
        <div className="px-3 pb-1">
          <TextField
            label="Find a field"
            hideLabel
            placeholder="Find a field"
            value={find}
            onChange={setFind}
          />
        </div>
      )}
      <div className="min-h-0 overflow-y-auto px-2 py-1">
        {primary && find === "" && (
          <div className="flex items-center gap-1 pl-6">
            <FieldRow
              field={primary}
              isShown={!hidden.has(primary.id)}
              onShow={onShow}
              isFixed={!hidden.has(primary.id)}
              menu={menu}
            />
          </div>
        )}
        <SortableList
          label="Fields"
          items={found}
          onSort={(some, { item: { id }, to }) =>
            changeView({ orderedFieldIds: movedAmong(table, orderedFieldIds, { id, some, to }) })
          }
        >
          {(field) => <FieldRow field={field} isShown={!hidden.has(field.id)} onShow={onShow} menu={menu} />}
        </SortableList>
      </div>
      <div className="flex flex-wrap gap-1 p-2">
        <IfAllowed action="change-structure">
          <Button
            look="quiet"
            onClick={() => {
              openPanel(null);
              begin({ what: "create" });
            }}
          >
            <Plus aria-hidden className="size-4" />
            New field
          </Button>
        </IfAllowed>
        <span className="flex-1" />
        <Button look="quiet" disabled={hidden.size === 0} onClick={() => changeView({ hiddenFieldIds: [] })}>
          Show all
        </Button>
        <Button
          look="quiet"
          disabled={others.every(({ id }) => hidden.has(id))}
          onClick={() => changeView({ hiddenFieldIds: others.map(({ id }) => id) })}
        >
          Hide all
        </Button>
      </div>
      <FieldMenu handle={menu} align="end" />
    </>
  );
}

interface FieldRowProps {
  field: Field;
  isShown: boolean;
  onShow: (fieldId: string, isShown: boolean) => void;
  /** True if it cannot be hidden. */
  isFixed?: boolean;
  menu: FieldMenuHandle;
}

/** Memoized, as there may be hundreds of rows. */
const FieldRow = memo(function FieldRow({ field, isShown, onShow, isFixed, menu }: FieldRowProps) {
  return (
    <>
      <SwitchRow
        label={field.name}
        value={isShown}
        onChange={(next) => onShow(field.id, next)}
        disabled={isFixed}
        icon={<FieldTypeIcon type={field.type} className="text-muted" />}
      />
      <Menu.Trigger
        handle={menu}
        payload={field}
        render={<IconButton icon={Ellipsis} label={`Options for ${field.name}`} />}
      />
    </>
  );
});
