import { useOpenTable } from "@/components/open-table/open-table";
import { SelectField } from "@/components/ui/select-field";
import { configKeys } from "@/lib/contract/view-types";
import { settingOf } from "@/lib/contract/views";
import { fieldChoice, noField } from "./field-choice";

/** Edits the pictures on top of cards. */
export function CoverSettings() {
  const { table, view, changeView } = useOpenTable();
  const coverFieldId = settingOf(view.config, "coverFieldId");
  const covers = table.fields.filter((field) => configKeys.coverFieldId.fields?.takes?.isMet(field) ?? false);
  return (
    <>
      <SelectField
        label="Cover picture"
        value={coverFieldId ?? noField.value}
        choices={[noField, ...covers.map(fieldChoice)]}
        onChange={(id) => changeView({ coverFieldId: id === noField.value ? null : id })}
      />
      {coverFieldId !== null && (
        <SelectField
          label="Fit"
          value={settingOf(view.config, "coverFit")}
          choices={[
            { value: "crop", label: "Crop to fill" },
            { value: "fit", label: "Show whole picture" },
          ]}
          onChange={(fit) => changeView({ coverFit: fit === "fit" ? "fit" : "crop" })}
        />
      )}
    </>
  );
}
