"use client";

import { dateFields, endFields } from "@/components/fields/date-fields";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { useOpenTable } from "@/components/open-table/open-table";
import { type Choice, SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import { colorDemand } from "@/lib/contract/view-types";
import { type ConfigOf, settingOf } from "@/lib/contract/views";

/** Stands for no field in a select. */
const none = "";

type WeekStart = ConfigOf<"calendar">["weekStart"];

const weekStarts: readonly { readonly value: WeekStart; readonly label: string }[] = [
  { value: "monday", label: "Monday" },
  { value: "sunday", label: "Sunday" },
  { value: "saturday", label: "Saturday" },
];

/** Edits the fields with the first and last date of records, their colours, and the first day of a week. */
export function DatesForm() {
  const { table, view, changeView } = useOpenTable();
  const { config } = view;
  const startFieldId = settingOf(config, "startFieldId");
  const endFieldId = settingOf(config, "endFieldId");
  const start = table.fields.find(({ id }) => id === startFieldId);
  const ends = start ? endFields(table.fields, start) : [];
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 pt-1 pb-3">
      <SelectField
        label="Start"
        value={startFieldId ?? none}
        choices={dateFields(table.fields).map(choiceOf)}
        placeholder="Choose a field"
        onChange={(id) => changeView({ startFieldId: id, ...withoutEnd(id) })}
      />
      <SelectField
        label="End"
        value={endFieldId ?? none}
        choices={[{ value: none, label: "None" }, ...ends.map(choiceOf)]}
        onChange={(id) => changeView({ endFieldId: id === none ? null : id })}
      />
      <SelectField
        label="Colour"
        value={settingOf(config, "colorFieldId") ?? none}
        choices={[
          { value: none, label: "None" },
          ...table.fields.filter((field) => colorDemand.isMet(field)).map(choiceOf),
        ]}
        onChange={(id) => changeView({ colorFieldId: id === none ? null : id })}
      />
      <SelectField
        label="Weeks begin on"
        value={settingOf(config, "weekStart")}
        choices={[...weekStarts]}
        onChange={(chosen) => {
          const found = weekStarts.find(({ value }) => value === chosen);
          if (found) changeView({ weekStart: found.value });
        }}
      />
    </div>
  );

  /** Removes an end that does not fit the new start. */
  function withoutEnd(startId: string): { endFieldId?: null } {
    const next = table.fields.find(({ id }) => id === startId);
    const fits = next && endFields(table.fields, next).some(({ id }) => id === endFieldId);
    return endFieldId === null || fits ? {} : { endFieldId: null };
  }
}

function choiceOf({ id, name, type }: Field): Choice {
  return { value: id, label: name, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
