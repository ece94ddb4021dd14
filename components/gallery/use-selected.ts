import { useMemo, useState } from "react";
import { type Rows, recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import { useStable } from "@/components/ui/use-stable";
import type { Record } from "@/lib/contract/records";

interface SelectedRecord {
  readonly record: Record;
  /** The row in which it was last seen. */
  readonly row: number;
}

export interface SelectedCards {
  readonly ids: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  /** The selected records in order, also those that are not loaded any more. */
  readonly records: () => readonly Record[];
}

/** Keeps the selected records, as those that are scrolled out of view are dropped from memory. */
export function useSelected(rows: Rows): SelectedCards {
  const [selected, setSelected] = useState<ReadonlyMap<string, SelectedRecord>>(none);
  const ids = useMemo(() => new Set(selected.keys()), [selected]);

  function seen(id: string): SelectedRecord | undefined {
    const row = rowOfRecord(rows, id);
    const record = row === undefined ? undefined : recordAt(rows, row);
    return row !== undefined && record ? { record, row } : selected.get(id);
  }
  return {
    ids,
    select: useStable((wanted) => {
      const known = [...wanted].flatMap((id) => {
        const one = seen(id);
        return one ? [[id, one] as const] : [];
      });
      setSelected(known.length === 0 ? none : new Map(known));
    }),
    records: useStable(() =>
      [...ids]
        .flatMap((id) => seen(id) ?? [])
        .toSorted((one, other) => one.row - other.row)
        .map(({ record }) => record),
    ),
  };
}

const none: ReadonlyMap<string, SelectedRecord> = new Map();
