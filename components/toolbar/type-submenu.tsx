import { Shapes } from "lucide-react";
import { MenuChoices, Submenu } from "@/components/ui/menu";
import { viewTypeNames } from "@/lib/contract/view-types";
import type { View } from "@/lib/contract/views";
import type { ToolbarViewTypes } from "./tools";
import { useViewActions } from "./use-view-actions";

interface TypeSubmenuProps {
  readonly types: ToolbarViewTypes;
  readonly view: View;
}

/** Changes the type of a view, which keeps its filter, sorts and fields. */
export function TypeSubmenu({ types, view }: TypeSubmenuProps) {
  const actions = useViewActions();
  return (
    <Submenu icon={Shapes} label="Change type">
      <MenuChoices
        label="Type"
        value={view.type}
        choices={viewTypeNames.map((type) => {
          const { icon: Icon, label } = types[type];
          return {
            value: type,
            label,
            icon: <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />,
          };
        })}
        onChange={(type) => void actions.changeType(view, types[type], type)}
      />
    </Submenu>
  );
}
