"use client";

import { columnOf } from "@/components/cells/columns";
import { functionsFor } from "@/components/cells/summary/summary-functions";
import { stackableFields } from "@/components/fields/stackable-fields";
import { useOpenTable } from "@/components/open-table/open-table";
import { SelectField } from "@/components/ui/select-field";
import { SwitchRow } from "@/components/ui/switch-row";
import type { Field } from "@/lib/contract/fields";
import { settingOf } from "@/lib/contract/views";
import { CoverSettings } from "./cover-settings";
import { fieldChoice, noField } from "./field-choice";

/** Edits the field that records are stacked by, the pictures of cards, and the amount of each stack. */
export function StackForm() {
  const { table, view, changeView } = useOpenTable();
  const { config } = view;
  const aggregate = settingOf(config, "stackAggregate");
  const summed = table.fields.find(({ id }) => id === aggregate?.fieldId);
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 pt-1 pb-3">
      <SelectField
        label="Field"
        value={settingOf(config, "stackFieldId") ?? noField.value}
        choices={stackableFields(table.fields).map(fieldChoice)}
        placeholder="Choose a field"
        onChange={(stackFieldId) => changeView({ stackFieldId })}
      />
      <SwitchRow
        label="Hide empty stacks"
        value={settingOf(config, "hideEmptyStacks")}
        onChange={(hideEmptyStacks) => changeView({ hideEmptyStacks })}
      />
      <CoverSettings />
      <SelectField
        label="Amount of each stack"
        value={aggregate?.fieldId ?? noField.value}
        choices={[noField, ...table.fields.filter(isSummed).map(fieldChoice)]}
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
  return functions.toSorted((one, other) => Number(one.isCount) - Number(other.isCount));
}

/** True for fields whose values have more than counts. */
function isSummed(field: Field): boolean {
  return amountsOf(field).some(({ isCount }) => !isCount);
}
