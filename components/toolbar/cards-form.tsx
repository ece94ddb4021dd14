"use client";

import { useOpenTable } from "@/components/open-table/open-table";
import { SelectField } from "@/components/ui/select-field";
import { settingOf } from "@/lib/contract/views";
import { CoverSettings } from "./cover-settings";

const sizes = [
  { value: "small", label: "Small" },
  { value: "medium", label: "Medium" },
  { value: "large", label: "Large" },
] as const;

/** Edits the look of a gallery's cards. */
export function CardsForm() {
  const { view, changeView } = useOpenTable();
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 pt-1 pb-3">
      <CoverSettings />
      <SelectField
        label="Card size"
        value={settingOf(view.config, "cardSize")}
        choices={sizes}
        onChange={(chosen) => {
          const size = sizes.find(({ value }) => value === chosen);
          if (size) changeView({ cardSize: size.value });
        }}
      />
    </div>
  );
}
