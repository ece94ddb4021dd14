"use client";

import { columnOf } from "@/components/cells/columns";
import { functionsFor } from "@/components/cells/summary/summary-functions";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { stackableFields } from "@/components/fields/stackable-fields";
import { useOpenTable } from "@/components/open-table/open-table";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { SwitchRow } from "@/components/ui/switch-row";
import type { Field } from "@/lib/contract/fields";
import { configKeys } from "@/lib/contract/view-types";
import { settingOf } from "@/lib/contract/views";

/** Stands for no field in a select. */
const none = "";

/** Edits the field that records are stacked by, the pictures of cards, and the amount of each stack. */
export function StackForm() {
  const { table, view, changeView } = useOpenTable();
  const { config } = view;
  const aggregate = settingOf(config, "stackAggregate");
  const coverFieldId = settingOf(config, "coverFieldId");
  const covers = table.fields.filter((field) => configKeys.coverFieldId.fields?.takes?.isMet(field) ?? false);
  const summed = table.fields.find(({ id }) => id === aggregate?.fieldId);
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 pt-1 pb-3">
      <SelectField
        label="Field"
        value={settingOf(config, "stackFieldId") ?? none}
        choices={stackableFields(table.fields).map(choiceOf)}
        placeholder="Choose a field"
        onChange={(stackFieldId) => changeView({ stackFieldId })}
      />
      <SwitchRow
        label="Hide empty stacks"
        value={settingOf(config, "hideEmptyStacks")}
        onChange={(hideEmptyStacks) => changeView({ hideEmptyStacks })}
      />
      <SelectField
        label="Cover picture"
        value={coverFieldId ?? none}
        choices={[{ value: none, label: "None" }, ...covers.map(choiceOf)]}
        onChange={(id) => changeView({ coverFieldId: id === none ? null : id })}
      />
      {coverFieldId !== null && (
        <SelectField
          label="Fit"
          value={settingOf(config, "coverFit")}
          choices={[
            { value: "crop", label: "Crop to fill" },
            { value: "fit", label: "Show whole picture" },
          ]}
          onChange={(fit) => changeView({ coverFit: fit === "fit" ? "fit" : "crop" })}
        />
      )}
      <SelectField
        label="Amount of each stack"
        value={aggregate?.fieldId ?? none}
        choices={[{ value: none, label: "None" }, ...table.fields.filter(isSummed).map(choiceOf)]}
        onChange={(fieldId) => {
          const field = table.fields.find(({ id }) => id === fieldId);
          const [first] = field ? amountsOf(field) : [];
          changeView({ stackAggregate: field && first ? { fieldId, function: first.does } : null });
        }}
      />
      {aggregate && summed && (
        <SelectField
          label="Function"
          value={aggregate.function}
          choices={amountsOf(summed).map(({ does, name }) => ({ value: does, label: name }))}
          onChange={(name) => {
            const chosen = amountsOf(summed).find(({ does }) => does === name);
            if (chosen) changeView({ stackAggregate: { fieldId: summed.id, function: chosen.does } });
          }}
        />
      )}
    </div>
  );
}

/** The functions for a field, amounts before counts. */
function amountsOf(field: Field) {
  const functions = functionsFor(columnOf(field, { index: 0, width: 0, isLocked: true }));
  return functions.toSorted((one, other) => Number(one.isCount ?? false) - Number(other.isCount ?? false));
}

/** True for fields whose values have more than counts. */
function isSummed(field: Field): boolean {
  return amountsOf(field).some(({ isCount }) => !isCount);
}

function choiceOf({ id, name, type }: Field): Choice {
  return { value: id, label: name, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
