"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import { GridTableProvider } from "@/components/cells/grid-table-provider";
import { LinkTabIndexProvider } from "@/components/cells/views/open-link";
import { chordOf } from "@/components/commands/chords";
import { countWaiting, shownValue } from "@/components/edits/edits";
import { unsavedText } from "@/components/edits/edits-texts";
import { useEdits } from "@/components/edits/use-edits";
import { nameOf, unnamed } from "@/components/listing/record-names";
import type { RecordListing } from "@/components/listing/record-queries";
import { closeRecord, recordPanelId, switchToRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { recordEntryId } from "@/components/open-table/palette/entry-ids";
import { useNoteRecent } from "@/components/open-table/palette/use-note-recent";
import { requestPrint } from "@/components/open-table/print-request";
import { useMay } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { hasCode } from "@/lib/contract/errors";
import { recordId as recordIdType } from "@/lib/contract/ids";
import { MissingRecord } from "./missing-record";
import type { PlaceInView } from "./place-in-view";
import { RecordBar } from "./record-bar";
import { recordQuery } from "./record-queries";
import { RecordTabs } from "./record-tabs";
import { useModalInert } from "./use-modal-inert";
import { useNeighbours } from "./use-place-in-view";
import { useRecordActions } from "./use-record-actions";

interface OpenRecordProps {
  readonly recordId: string;
  /** The listing beside the panel, for the previous and next record. */
  readonly listing: RecordListing;
  /** The record's position in the listing. */
  readonly place: PlaceInView | undefined;
}

/** The panel of a record with its fields and history. */
export function OpenRecord({ recordId, listing, place: inView }: OpenRecordProps) {
  const ref = useRef<HTMLElement>(null);
  const { databaseId, table } = useOpenTable();
  const queryClient = useQueryClient();
  const place = { databaseId, tableId: table.id, recordId };
  const mayRead = useMay("read");
  const mayPrint = useMay("export-records");
  const isId = recordIdType.safeParse(recordId).success;
  const query = useQuery({
    ...recordQuery(queryClient, listing, recordId),
    enabled: isId,
    placeholderData: keepPreviousData,
  });
  const { edits, store } = useEdits(listing);
  const neighbours = useNeighbours(listing, { recordId, place: inView });
  const actions = useRecordActions(listing);
  useModalInert(ref, useIsNarrow() === true);

  const isMissing = !isId || isNotFound(query.error);
  const record = isMissing ? undefined : query.data?.[0];
  /** While another record loads, the query still holds the previous one. */
  const opened = record?.id === recordId ? record : undefined;
  useNoteRecent(mayRead && opened ? recordEntryId(place) : null);
  useFocusWithin(ref, { opened: recordId, shown: record?.id });
  const ofRecord = record && edits.records.get(record.id);
  const { primaryFieldId } = table;
  const primary = record && shownValue(ofRecord, primaryFieldId, record.data[primaryFieldId]);
  const name = record && (nameOf({ ...record, data: { [primaryFieldId]: primary } }, table) || unnamed);
  const gridTable = useMemo(() => ({ databaseId, table }), [databaseId, table]);

  async function step(by: 1 | -1): Promise<void> {
    try {
      const next = await neighbours.find(by);
      if (next !== undefined) switchToRecord(next);
    } catch (error) {
      toast.error(`The ${by === 1 ? "next" : "previous"} record could not be loaded`, {
        description: error instanceof Error ? error.message : String(error),
      });
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    // React events of popups arrive here although they are outside this element.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    const act = keys[chordOf(event)];
    if (!act) return;
    event.preventDefault();
    act();
  }
  const print =
    opened && name !== undefined ? () => requestPrint({ record: { id: opened.id, name } }) : undefined;
  const keys: { readonly [chord: string]: (() => void) | undefined } = {
    Escape: closeRecord,
    "Mod+p": mayPrint ? print : undefined,
    "Mod+Shift+.": () => void step(1),
    "Mod+Shift+,": () => void step(-1),
  };

  return (
    <aside
      ref={ref}
      id={recordPanelId}
      aria-label={name ?? (isMissing ? "Record not found" : "Record")}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="fixed inset-0 z-30 flex min-w-0 flex-col border-border bg-background text-dense outline-none sm:static sm:z-auto sm:w-88 sm:shrink-0 sm:border-s lg:w-md"
    >
      <RecordBar
        neighbours={neighbours}
        place={inView}
        address={`${table.url}?record=${recordId}`}
        isLoaded={opened !== undefined}
        onStep={(by) => void step(by)}
        onPrint={() => print?.()}
        onDuplicate={() => opened && void actions.duplicate(opened)}
        onDelete={() => opened && void actions.remove(opened.id)}
        onClose={closeRecord}
      />
      <GridTableProvider value={gridTable}>
        <LinkTabIndexProvider value={0}>
          {isMissing && <MissingRecord place={place} />}
          {query.error && !isMissing && <LoadProblem error={query.error} onRetry={query.refetch} />}
          {record && <RecordTabs record={record} name={name ?? unnamed} edits={ofRecord} store={store} />}
        </LinkTabIndexProvider>
      </GridTableProvider>
      {/* On a phone the panel covers the footer with this text. */}
      <p
        role="status"
        className="shrink-0 border-border border-t px-4 py-2 text-danger empty:hidden sm:hidden"
      >
        {edits.isUnreachable && countWaiting(edits) > 0 && unsavedText(countWaiting(edits), edits)}
      </p>
    </aside>
  );
}

function LoadProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="flex items-center gap-3 p-2">
      <div className="flex-1">
        <Notice>The record could not be loaded. {error.message}</Notice>
      </div>
      <Button onClick={() => onRetry()}>Try again</Button>
    </div>
  );
}

function isNotFound(error: Error | null): boolean {
  return hasCode(error, "NOT_FOUND");
}

/** Focuses the panel when a record opens, and again when the focused element disappears with the previous record. */
function useFocusWithin(
  ref: RefObject<HTMLElement | null>,
  { opened, shown }: { opened: string; shown: string | undefined },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each opened record
  useEffect(() => {
    if (!ref.current?.contains(document.activeElement)) ref.current?.focus({ preventScroll: true });
  }, [ref, opened]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each shown record
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [ref, shown]);
}
