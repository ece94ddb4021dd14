import { useMemo } from "react";
import type { RecordEdits } from "@/components/edits/edits";
import { shownValue } from "@/components/edits/edits";
import type { Today } from "@/components/listing/today";
import { useToday } from "@/components/listing/use-today";
import { useOpenTable } from "@/components/open-table/open-table";
import { fieldIdsIn } from "@/lib/contract/config-fields";
import type { Field } from "@/lib/contract/fields";
import { matchesFilter } from "@/lib/contract/matches-filter";
import type { Record } from "@/lib/contract/records";
import type { ColorRule, RowColor } from "@/lib/contract/row-color";
import type { ViewConfig } from "@/lib/contract/views";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import { type Clock, clockIn } from "@/lib/field-types/relative-days";

/** The colours of a record. The same ones are the same object. */
export interface RecordColors {
  /** The colour of its row; undefined for none. */
  readonly row: string | undefined;
  /** The colours of single cells by field id, which lie over that of the row. */
  readonly cells: ReadonlyMap<string, string>;
}

export type ColorsOf = (record: Record, edits: RecordEdits | undefined) => RecordColors;

/** The colours of records by the settings of the view. */
export function useRecordColors(): ColorsOf | null {
  const { table, view } = useOpenTable();
  const rowColor = rowColorOf(view.config);
  const today = useToday(table.fields, noDay);
  return useMemo(
    () => rowColor && colorsBy(rowColor, table.fields, clockIn(today.timeZone)),
    [rowColor, table.fields, today],
  );
}

/** The colours that a view gives to its records; those of a calendar are by a select alone. */
export function rowColorOf({ rowColor, colorFieldId }: ViewConfig): RowColor | null {
  return rowColor ?? (colorFieldId ? { fieldId: colorFieldId } : null);
}

/** The day of the server, which does not know the zone of the viewer. */
const noDay: Today = { timeZone: "UTC", days: "" };

export function colorsBy(rowColor: RowColor, fields: readonly Field[], clock: Clock = clockIn()): ColorsOf {
  const used = [...fieldIdsIn({ rowColor })];
  const colorsOf =
    "fieldId" in rowColor
      ? colorsOfOptions(rowColor.fieldId, fields)
      : colorsOfRules(rowColor, { fields, clock });
  return ({ data }, edits) =>
    colorsOf(edits ? Object.fromEntries(used.map((id) => [id, shownValue(edits, id, data[id])])) : data);
}

type ColorsOfValues = (values: Record["data"]) => RecordColors;

const noCells: RecordColors["cells"] = new Map();
const noColors: RecordColors = { row: undefined, cells: noCells };

function colorsOfOptions(fieldId: string, fields: readonly Field[]): ColorsOfValues {
  const field = fields.find(({ id }) => id === fieldId);
  if (!field) return () => noColors;
  const { byLabel } = indexOf(field.template as SelectTemplate);
  return (values) => ({ row: byLabel.get(values[fieldId] as string)?.color, cells: noCells });
}

function colorsOfRules(
  rules: readonly ColorRule[],
  { fields, clock }: { readonly fields: readonly Field[]; readonly clock: Clock },
): ColorsOfValues {
  const known = new Map<string, RecordColors>();
  return (values) => {
    const matching = rules.filter(({ filter }) => matchesFilter(filter, values, fields, clock));
    const key = matching.map((rule) => rules.indexOf(rule)).join();
    const colors = known.get(key) ?? colorsOfMatching(matching);
    known.set(key, colors);
    return colors;
  };
}

/** The colours of a record that matches some rules, of which the first counts for the row and for each cell. */
function colorsOfMatching(rules: readonly ColorRule[]): RecordColors {
  const cells = rules.flatMap(({ fieldIds = [], color }) => fieldIds.map((id) => [id, color] as const));
  return {
    row: rules.find(({ fieldIds }) => fieldIds === undefined)?.color,
    cells: new Map(cells.toReversed()),
  };
}
