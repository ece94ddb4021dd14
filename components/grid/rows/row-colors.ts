import { useMemo } from "react";
import type { RecordEdits } from "@/components/edits/edits";
import { shownValue } from "@/components/edits/edits";
import { type Today, useToday } from "@/components/listing/use-today";
import { useOpenTable } from "@/components/open-table/open-table";
import { fieldIdsIn } from "@/lib/contract/config-fields";
import type { Field } from "@/lib/contract/fields";
import { matchesFilter } from "@/lib/contract/matches-filter";
import type { Record } from "@/lib/contract/records";
import type { RowColor } from "@/lib/contract/row-color";
import { settingOf } from "@/lib/contract/views";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { type Clock, clockIn } from "@/lib/field-types/relative-days";

/** The colour of a record's row; undefined for none. */
export type ColorOf = (record: Record, edits: RecordEdits | undefined) => string | undefined;

/** The colours of rows by the settings of the view. */
export function useRowColors(): ColorOf | null {
  const { table, view } = useOpenTable();
  const rowColor = settingOf(view.config, "rowColor");
  const today = useToday(table.fields, noDay);
  return useMemo(
    () => rowColor && colorsBy(rowColor, table.fields, clockIn(today.timeZone)),
    [rowColor, table.fields, today],
  );
}

/** The day of the server, which does not know the zone of the viewer. */
const noDay: Today = { timeZone: "UTC", days: "" };

export function colorsBy(rowColor: RowColor, fields: readonly Field[], clock: Clock = clockIn()): ColorOf {
  const used = [...fieldIdsIn({ rowColor })];
  const colorOf =
    "fieldId" in rowColor
      ? colorsOfOptions(rowColor.fieldId, fields)
      : colorsOfRules(rowColor, { fields, clock });
  return ({ data }, edits) =>
    colorOf(edits ? Object.fromEntries(used.map((id) => [id, shownValue(edits, id, data[id])])) : data);
}

type ColorOfValues = (values: Record["data"]) => string | undefined;

function colorsOfOptions(fieldId: string, fields: readonly Field[]): ColorOfValues {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) return () => undefined;
  const { byLabel } = indexOf(field.template as SelectTemplate);
  return (values) => byLabel.get(values[fieldId] as string)?.color;
}

function colorsOfRules(
  rules: Exclude<RowColor, { readonly fieldId: string }>,
  { fields, clock }: { readonly fields: readonly Field[]; readonly clock: Clock },
): ColorOfValues {
  return (values) => rules.find(({ filter }) => matchesFilter(filter, values, fields, clock))?.color;
}
