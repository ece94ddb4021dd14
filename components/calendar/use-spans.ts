import { useMemo, useState } from "react";
import type { Edits } from "@/components/edits/edits";
import { shownValue } from "@/components/edits/edits";
import type { Record } from "@/lib/contract/records";
import type { Carried } from "./calendar-state";
import { shownOf } from "./commands/move-record";
import type { DateValues } from "./spans/shift";
import { bySpan, type DateFields, type Span, spanOf } from "./spans/span";

/** A record with dates that the server has not confirmed yet. */
export interface PendingMove {
  readonly record: Record;
  readonly values: DateValues;
}

interface Shown {
  readonly records: readonly Record[];
  readonly edits: Edits;
  readonly pending: readonly PendingMove[];
  readonly carried: Carried | null;
  readonly dates: DateFields;
}

interface Spans {
  /** In the order of `bySpan`. */
  readonly spans: readonly Span[];
  /** The days of a record without being carried. */
  readonly settled: ReadonlyMap<string, Span>;
}

/** The days of all records, with edits and moves that are not saved yet. */
export function useSpans({ records, edits, pending, carried, dates }: Shown): Spans {
  const [known] = useState(() => new WeakMap<DateFields, WeakMap<Record, Span | null>>());
  const settled = useMemo(() => {
    const cache = known.get(dates) ?? new WeakMap<Record, Span | null>();
    known.set(dates, cache);
    const find = (record: Record) => {
      const before = cache.get(record);
      const span = before === undefined ? spanOf(record, dates) : before;
      cache.set(record, span);
      return span;
    };
    const moved = new Map(pending.map(({ record, values }) => [record.id, withValues(record, values)]));
    const shown = [...records.filter(({ id }) => !moved.has(id)), ...moved.values()];
    const found = shown.flatMap((record) => find(withEdits(record, edits)) ?? []);
    return new Map(found.sort(bySpan).map((span) => [span.record.id, span]));
  }, [records, edits, pending, dates, known]);
  const spans = useMemo(() => {
    const own = carried && spanOf(shownOf(carried), dates);
    if (!own) return [...settled.values()];
    const others = [...settled.values()].filter(({ record }) => record.id !== own.record.id);
    return [...others, own].sort(bySpan);
  }, [settled, carried, dates]);
  return { spans, settled };
}

function withValues(record: Record, values: DateValues): Record {
  return { ...record, data: { ...record.data, ...values } };
}

function withEdits(record: Record, edits: Edits): Record {
  const own = edits.records.get(record.id);
  if (!own || own.queue.length === 0) return record;
  const data = Object.entries(record.data).map(([id, value]) => [id, shownValue(own, id, value)] as const);
  return { ...record, data: Object.fromEntries(data) };
}
