"use client";

import { Menu } from "@base-ui/react/menu";
import { Rows3 } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { useOfferEntries } from "@/components/open-table/palette/offered-entries";
import { MenuChoices, MenuList } from "@/components/ui/menu";
import { settingOf } from "@/lib/contract/views";
import { ToolbarButton } from "./toolbar-button";

const heights = [
  { value: 24, label: "Short" },
  { value: 32, label: "Medium" },
  { value: 56, label: "Tall" },
  { value: 88, label: "Extra tall" },
];

export function RowHeightButton() {
  const { view, changeView } = useOpenTable();
  const choose = (rowHeight: number) => changeView({ rowHeight });
  useOfferEntries(
    heights.map(({ value, label }) => ({
      id: `row-height:${value}`,
      kind: "Settings",
      label: `Row height: ${label}`,
      icon: Rows3,
      isHidden: true,
      open: () => choose(value),
    })),
  );
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger render={<ToolbarButton icon={Rows3} label="Height" />} />
      <MenuList>
        <MenuChoices
          label="Row height"
          value={settingOf(view.config, "rowHeight")}
          choices={heights}
          onChange={choose}
        />
      </MenuList>
    </Menu.Root>
  );
}
