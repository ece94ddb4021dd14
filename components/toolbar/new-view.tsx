import { useState } from "react";
import { freeName } from "@/components/forms/free-name";
import { NameDialog } from "@/components/forms/name-dialog";
import { useOpenTable } from "@/components/open-table/open-table";
import type { Anchor } from "@/components/ui/anchor";
import { CheckField } from "@/components/ui/check-field";
import { SelectField } from "@/components/ui/select-field";
import { firstView, viewTypeNames } from "@/lib/contract/view-types";
import type { ToolbarViewTypes } from "./tools";
import { useViewActions } from "./use-view-actions";

interface NewViewProps {
  readonly types: ToolbarViewTypes;
  readonly anchor: Anchor;
  readonly onClose: () => void;
}

/** Asks for the type and name of a new view. */
export function NewView({ types, anchor, onClose }: NewViewProps) {
  const { table } = useOpenTable();
  const actions = useViewActions();
  const [type, setType] = useState(firstView.type as (typeof viewTypeNames)[number]);
  const [isPersonal, setPersonal] = useState(false);
  const taken = table.views.map(({ name }) => name);
  const typeName = types[type].label;
  return (
    <NameDialog
      title="New view"
      anchor={anchor}
      name={freeName(`${typeName} view`, taken)}
      words={{ save: "Create view", saving: "Creating…" }}
      onSave={async (name) =>
        actions.create(name, { type, config: await actions.initialSettings(types[type]), isPersonal })
      }
      onClose={onClose}
    >
      <SelectField
        label="Type"
        value={type}
        choices={viewTypeNames.map((each) => {
          const { icon: Icon, label, description } = types[each];
          return {
            value: each,
            label,
            description,
            icon: <Icon aria-hidden className="size-4 text-muted" strokeWidth={1.75} />,
          };
        })}
        onChange={(next) => setType(viewTypeNames.find((each) => each === next) ?? firstView.type)}
      />
      <CheckField label="Only for me" value={isPersonal} onChange={setPersonal} />
    </NameDialog>
  );
}
