import { type Dispatch, type SetStateAction, useMemo, useState } from "react";
import { useEdits } from "@/components/edits/use-edits";
import { nameOf as nameOfRecord } from "@/components/listing/record-names";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { useOverlay } from "@/components/open-table/use-overlay";
import { useRepositionAfterEdit } from "@/components/open-table/use-reposition-after-edit";
import { useTableServices } from "@/components/open-table/use-table-services";
import { selectedText } from "@/components/record-card/announcements";
import { useCardMoves } from "@/components/record-card/moves/use-card-moves";
import { withMoved } from "@/components/record-card/rows/moved-rows";
import { countRows, type Rows, recordAt } from "@/components/record-card/rows/segments";
import { withEdits } from "@/components/record-card/rows/with-edits";
import { useMay } from "@/components/rights/rights";
import { useTasks } from "@/components/tasks/use-tasks";
import { useStable } from "@/components/ui/use-stable";
import type { Record } from "@/lib/contract/records";
import type { Carried, GalleryFocus, GalleryMove, GalleryOverlay, GalleryState } from "./gallery-state";
import type { GalleryShape } from "./layout/gallery-steps";
import { resolvedFocus } from "./resolved-focus";
import { useSelected } from "./use-selected";

interface Source {
  readonly listing: RecordListing;
  readonly rows: Rows;
  /** The place that was focused last, and the function that changes it. */
  readonly wantedFocus: GalleryFocus | null;
  readonly setFocus: Dispatch<SetStateAction<GalleryFocus | null>>;
  readonly titleId: string;
  readonly columns: number;
  /** The number of lines that fit on the page. */
  readonly pageLines: () => number;
}

/** The place where a selection by Shift began, and what was selected before. */
interface Anchor {
  readonly row: number;
  readonly selected: ReadonlySet<string>;
}

/** Everything that a gallery shows and does. */
export function useGallery(source: Source) {
  const { listing, rows: loaded, wantedFocus, setFocus, titleId, columns, pageLines } = source;
  const { table, view } = useOpenTable();
  const { edits, store } = useEdits(listing);
  const { task, tasks } = useTasks(listing);
  const { overlay, show, closeThis: closeOverlay } = useOverlay<GalleryOverlay>();
  const tableServices = useTableServices(listing, tasks);
  const services = useMemo(() => ({ ...tableServices, show }), [tableServices, show]);
  const { pending, move, hindrance } = useCardMoves<GalleryMove>({ store, services });
  const hasNew = useMay("create-records");

  const [carried, carry] = useState<Carried | null>(null);
  const [isComposing, compose] = useState(false);
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const [announcement, announce] = useState("");

  const settled = pending.reduce(withMoved, withEdits(loaded, edits));
  const rows = carried
    ? withMoved(settled, { records: carried.records, row: carried.at, after: undefined })
    : settled;
  const { ids: selected, select, records: selectedRecords } = useSelected(rows);
  const shape: GalleryShape = { columns, count: countRows(rows), hasNew, page: pageLines() };
  const focus = resolvedFocus(wantedFocus, { shape, rows });
  const nameOf = useStable((record: Record) => nameOfRecord(record, { ...table, primaryFieldId: titleId }));

  const focusAt = (row: number, recordId: string | null, by: 0 | 1) =>
    setFocus((before) => ({ row, recordId, turn: (before?.turn ?? 0) + by }));
  const noteFocus = useStable((row: number, recordId: string | null) => {
    setAnchor(null);
    focusAt(row, recordId, 0);
  });
  const focusOn = useStable((row: number, recordId: string | null = null) => {
    setAnchor(null);
    focusAt(row, recordId, 1);
  });
  const selectTo = useStable((row: number) => {
    const from = anchor ?? { row: focus?.row ?? row, selected };
    const ids = new Set([...from.selected, ...loadedIdsBetween(rows, from.row, row)]);
    select(ids);
    announce(selectedText(ids.size));
    setAnchor(from);
    focusAt(row, recordAt(rows, row)?.id ?? null, 1);
  });
  const recordsWith = useStable((record: Record) => (selected.has(record.id) ? selectedRecords() : [record]));
  const sortedBy = view.config.sorts.map(
    ({ fieldId: id }) => table.fields.find((each) => each.id === id)?.name ?? id,
  );
  const gallery: GalleryState = {
    store,
    services,
    table,
    rows,
    shape,
    focus,
    selected,
    recordsWith,
    carried,
    sortedBy,
    nameOf,
    focusOn,
    select,
    selectTo,
    carry,
    move,
    announce,
    compose,
  };
  const state = useStable(() => gallery);
  const { reloadRows, reloadSummaries } = tableServices;
  useRepositionAfterEdit(edits, { table, view, listing }, { reloadRows, reloadSummaries });
  return {
    ...gallery,
    ...{ state, edits, noteFocus, hindrance, task, overlay, closeOverlay, isComposing, announcement },
  };
}

export type GalleryModel = ReturnType<typeof useGallery>;

/** The ids of the loaded cards from one row to another, both included. */
export function loadedIdsBetween(rows: Rows, one: number, other: number): string[] {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  const ids: string[] = [];
  let at = 0;
  for (const segment of rows) {
    if (segment.records) {
      const own = segment.records.slice(Math.max(0, first - at), Math.max(0, last + 1 - at));
      ids.push(...own.map(({ id }) => id));
    }
    at += segment.records ? segment.records.length : segment.missing.end - segment.missing.first;
  }
  return ids;
}
