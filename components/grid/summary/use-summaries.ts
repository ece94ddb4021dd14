import { useMemo } from "react";
import * as z from "zod";
import type { GridColumn } from "@/components/cells/columns";
import { functionsFor, summaryText } from "@/components/cells/summary/summary-functions";
import { groupId } from "@/components/groups/group";
import { useAggregates } from "@/components/groups/use-aggregates";
import type { Grouping } from "@/components/groups/use-groups";
import type { RecordListing } from "@/components/listing/record-queries";
import { type StoredState, useStoredState } from "@/components/ui/stored-state";
import { type AggregateFunction, aggregateFunctions } from "@/lib/contract/aggregate-functions";

/** A field's summary. */
export interface Summary {
  readonly column: GridColumn;
  readonly name: string;
  readonly text: string;
}

/** Summaries of a group or of all records, by field id. */
export type SummaryRow = ReadonlyMap<string, Summary>;

export interface Summaries {
  /** The chosen functions by field id; fields without one have no summary. */
  readonly chosen: Chosen;
  readonly choose: (fieldId: string, chosen: AggregateFunction | null) => void;
  /** The summaries of all records. */
  readonly ofAll: SummaryRow;
  /** The summaries of groups, by group id. */
  readonly ofGroups: ReadonlyMap<string, SummaryRow>;
}

type Chosen = { readonly [fieldId: string]: AggregateFunction };

/** Loads the summaries of a listing and its groups, by the functions a person has chosen. */
export function useSummaries(
  listing: RecordListing,
  { columns, levels }: { columns: readonly GridColumn[]; levels: Grouping["levels"] },
): Summaries {
  const { viewId } = listing;
  const [chosen, keep] = useStoredState(useMemo(() => chosenOf(viewId), [viewId]));
  const asked = useMemo(() => askedOf(columns, chosen), [columns, chosen]);
  const aggregates = asked.map(({ column, by }) => ({ field: column.field.id, function: by.does }));
  const wanted = asked.length === 0 ? [] : [[], ...levels.map(({ groupBy }) => groupBy)];
  const { answers } = useAggregates(
    listing,
    wanted.map((groupBy) => ({ groupBy, aggregates })),
  );
  return useMemo(() => {
    const [all, ...ofLevels] = answers;
    const rowOf = (values: readonly (number | string | null)[] = []): SummaryRow =>
      new Map(
        asked.flatMap(({ column, by }, index) => {
          const value = values[index];
          if (value === undefined) return [];
          return [[column.field.id, { column, name: by.name, text: summaryText(by, column, value) }]];
        }),
      );
    return {
      chosen,
      choose: (fieldId, by) => {
        const { [fieldId]: _, ...others } = chosen;
        keep(by ? { ...others, [fieldId]: by } : others);
      },
      ofAll: rowOf(all?.groups[0]?.values),
      ofGroups: new Map(
        ofLevels.flatMap((answer, level) =>
          (answer?.groups ?? []).map(
            ({ key, values }) => [groupId(levels[level]?.fields ?? [], key), rowOf(values)] as const,
          ),
        ),
      ),
    };
  }, [answers, asked, chosen, keep, levels]);
}

/** Skips choices that no longer apply, because the field has another type now. */
function askedOf(columns: readonly GridColumn[], chosen: Chosen) {
  return columns.flatMap((column) => {
    const by = functionsFor(column).find(({ does }) => does === chosen[column.field.id]);
    return by ? [{ column, by }] : [];
  });
}

function chosenOf(viewId: string): StoredState<Chosen> {
  return { name: `summaries:${viewId}`, shape, fallback: none };
}

const shape = z.record(z.string(), z.enum(aggregateFunctions));
const none: Chosen = {};
