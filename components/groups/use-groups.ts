import { useMemo } from "react";
import * as z from "zod";
import type { RecordListing } from "@/components/listing/record-queries";
import { type StoredState, useStoredState } from "@/components/ui/stored-state";
import type { Field } from "@/lib/contract/fields";
import { filterKindOf, isOrdered } from "@/lib/contract/filters";
import type { Table } from "@/lib/contract/tables";
import type { ConfigOf } from "@/lib/contract/views";
import { fieldTypeOf } from "@/lib/field-types";
import type { Aggregation } from "./aggregate-query";
import { type Group, groupsOf } from "./group";
import { useAggregates } from "./use-aggregates";

/** The groups of a listing and which of them are collapsed. */
export interface Grouping {
  /** The fields that each level is grouped by, outermost first. */
  readonly levels: readonly Level[];
  /** Empty until all levels are counted. */
  readonly groups: readonly Group[];
  /** True if there are more groups than the server returns: the others have no headers. */
  readonly isCut: boolean;
  /** The reason why they could not be counted. */
  readonly error: Error | null;
  /** The ids of the collapsed groups. */
  readonly collapsed: ReadonlySet<string>;
  readonly setCollapsed: (collapsed: ReadonlySet<string>) => void;
}

export interface Level {
  readonly fields: readonly Field[];
  readonly groupBy: Aggregation["groupBy"];
}

export function useGroups(table: Table, listing: RecordListing): Grouping {
  const levels = useMemo(() => levelsOf(table, listing.groups), [table, listing.groups]);
  const { answers: counted, error } = useAggregates(
    listing,
    levels.map(({ groupBy }) => ({ groupBy, aggregates: [] })),
  );
  const { viewId } = listing;
  const [ids, keep] = useStoredState(useMemo(() => collapsedIn(viewId), [viewId]));
  return useMemo(() => {
    const known = levels.flatMap(({ fields }, level) => {
      const groups = counted[level]?.groups;
      return groups ? [{ fields, groups }] : [];
    });
    return {
      levels,
      groups: known.length === levels.length ? groupsOf(known) : [],
      isCut: counted.some((each) => each?.hasMore),
      error,
      collapsed: new Set(ids),
      setCollapsed: (collapsed) => keep([...collapsed]),
    };
  }, [levels, counted, error, ids, keep]);
}

/** Skips fields that were deleted or became lists, as the listing does. */
function levelsOf({ fields }: Table, groups: ConfigOf<"grid">["groups"]): Level[] {
  const levels: Level[] = [];
  for (const group of groups) {
    const field = fields.find(({ id }) => id === group.fieldId);
    if (!field || !isOrdered(filterKindOf(fieldTypeOf(field)))) continue;
    const around = levels.at(-1);
    levels.push({
      fields: [...(around?.fields ?? []), field],
      groupBy: [...(around?.groupBy ?? []), group],
    });
  }
  return levels;
}

function collapsedIn(viewId: string): StoredState<readonly string[]> {
  return { name: `folded-groups:${viewId}`, shape: z.array(z.string()), fallback: noneCollapsed };
}

const noneCollapsed: readonly string[] = [];
