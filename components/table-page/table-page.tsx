"use client";

import { useMemo, useState } from "react";
import { PictureViewer } from "@/components/cells/views/picture-viewer";
import { FieldActionsProvider } from "@/components/fields/field-actions";
import { FilterEditorProvider } from "@/components/fields/templates/filter-editor";
import { listingOf } from "@/components/listing/listing-of";
import type { SharedLink } from "@/components/listing/record-source";
import { todayOf } from "@/components/listing/today";
import { useListing } from "@/components/listing/use-listing";
import type { FirstPage } from "@/components/listing/use-records";
import { useToday } from "@/components/listing/use-today";
import { type LinkableTable, LinkableTablesProvider } from "@/components/open-table/linkable-tables";
import { OpenTableProvider } from "@/components/open-table/open-table";
import { tableEntryId } from "@/components/open-table/palette/entry-ids";
import { useNoteRecent } from "@/components/open-table/palette/use-note-recent";
import { PanelsProvider } from "@/components/open-table/panels";
import type { AskedSettings } from "@/components/open-table/use-settings-in-address";
import { useView } from "@/components/open-table/use-view";
import { useTableWithPeople } from "@/components/people/use-table-with-people";
import { PrintHost } from "@/components/print/print-host";
import { RecordPanel } from "@/components/record/record-panel";
import { useOpenRecordId } from "@/components/record/use-open-record-id";
import { useListingAround, usePlaceInView } from "@/components/record/use-place-in-view";
import { IfAllowed, RightsProvider, usePersonId } from "@/components/rights/rights";
import { noSearch } from "@/components/toolbar/search";
import { LoadWhenIdle, onceIdle, onDemand } from "@/components/ui/on-demand";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { viewTypes } from "@/components/views";
import type { Member } from "@/lib/contract/people";
import type { RuledTable } from "@/lib/contract/tables";
import { noSettings } from "@/lib/contract/view-settings";
import { showsRecords } from "@/lib/contract/view-types";
import type { View } from "@/lib/contract/views";
import { PageNotes } from "./page-notes";
import { useNewestTable } from "./use-newest-table";
import { useRememberLast } from "./use-remember-last";

// Nothing is missed: it begins where the page's data was read.
const LiveChanges = onceIdle(async () => (await import("@/components/live/live-changes")).LiveChanges, null);
const ReportPresence = onceIdle(
  async () => (await import("@/components/presence/report-presence")).ReportPresence,
  null,
);
const ReportVisit = onceIdle(
  async () => (await import("@/components/presence/report-visit")).ReportVisit,
  null,
);
const ConflictList = onceIdle(
  async () => (await import("@/components/conflicts/conflict-list")).ConflictList,
  null,
);
const RequiredValues = onceIdle(
  async () => (await import("@/components/questions/required-values")).RequiredValues,
  null,
);
const Toolbar = onceIdle(
  async () => (await import("@/components/toolbar/toolbar")).Toolbar,
  <div className="shrink-0 border-border border-b bg-surface pb-10" />,
);
const FilterForm = onDemand(async () => (await import("@/components/toolbar/filter-form")).FilterForm);

interface TablePageProps {
  readonly databaseId: string;
  /** Left out for visitors of a shared link, who do not know it. */
  readonly databaseName?: string;
  readonly tables: readonly LinkableTable[];
  readonly table: RuledTable;
  readonly view: View;
  readonly firstPage: FirstPage;
  /** The time zone by which the first page was read, UTC if left out. */
  readonly timeZone?: string;
  /** View settings given in the URL. */
  readonly asked: AskedSettings;
  /** Reasons why the page differs from what its URL names. */
  readonly notes: readonly string[];
  /** The estimated number of records. */
  readonly about: number;
  /** The position in the change log before the page's data was read. */
  readonly since: string;
  /** The people whom cells can hold, if fields hold any. */
  readonly members?: readonly Member[] | undefined;
  /** The shared link that the records are read from; left out for people with access to the table. */
  readonly link?: SharedLink;
}

/** A view of a table: toolbar above, records below. */
export function TablePage({
  databaseId,
  databaseName,
  tables,
  table: served,
  view: servedView,
  firstPage,
  timeZone = "UTC",
  asked,
  notes,
  about,
  since,
  members,
  link,
}: TablePageProps) {
  const place = useMemo(
    () => ({ databaseId, tableId: served.id, ...(link && { link }) }),
    [databaseId, served.id, link],
  );
  const table = useTableWithPeople(place, {
    table: useNewestTable(place, served, firstPage.readAt),
    members,
  });
  const saved = table.views.find(({ id }) => id === servedView.id) ?? servedView;
  const { view, own, changeView, resetOwn, saveOwn, isHeldUp } = useView(place, {
    saved,
    fields: table.fields,
    asked,
  });
  const personId = usePersonId();
  useRememberLast(link ? null : { databaseId, tableId: served.id, viewId: saved.id });
  useNoteRecent(link ? null : tableEntryId(place));
  const [search, setSearch] = useState(noSearch);
  const isNarrow = useIsNarrow();
  const isOfRecords = showsRecords(view.type);
  const openId = useOpenRecordId();
  const recordId = isOfRecords ? openId : null;

  const servedToday = useMemo(
    () => todayOf(served.fields, { timeZone, now: firstPage.readAt }),
    [served, timeZone, firstPage],
  );
  const today = useToday(table.fields, servedToday);
  const first = useMemo(
    () => ({
      listing: listingOf(place, {
        saved: servedView,
        own: asked.settings ?? noSettings,
        search: "",
        today: servedToday,
      }),
      first: firstPage,
    }),
    [place, servedView, asked, firstPage, servedToday],
  );
  const wanted = useMemo(
    () => listingOf(place, { saved, own, search: search.text, today }),
    [place, saved, own, search.text, today],
  );
  const { listing, first: shownFirst, isPending } = useListing(wanted, first, isOfRecords);

  const around = useListingAround(listing, { recordId, filter: view.config.filter });
  const inView = usePlaceInView(around, recordId);
  const openPlace = recordId === null ? null : { recordId, row: inView?.isInView ? inView.row : null };

  const openTable = useMemo(
    () => ({ databaseId, table, tables, view, own, changeView, resetOwn, saveOwn }),
    [databaseId, table, tables, view, own, changeView, resetOwn, saveOwn],
  );
  const { Component, Narrow } = viewTypes[view.type];
  const shown = { table, view, listing, firstPage: shownFirst, about, hit: search.hit, openPlace };
  return (
    <RightsProvider
      id={personId}
      actions={link ? link.rights : table.may}
      lockedFieldIds={table.lockedFieldIds}
    >
      <OpenTableProvider value={openTable}>
        <LoadWhenIdle />
        <IfAllowed action="read">
          <LiveChanges databaseId={databaseId} tables={tables} since={since} />
          <ReportPresence databaseId={databaseId} tableId={table.id} />
        </IfAllowed>
        {link && <ReportVisit link={link} tableId={table.id} />}
        <LinkableTablesProvider value={tables}>
          <PanelsProvider>
            <FilterEditorProvider value={FilterForm}>
              <FieldActionsProvider>
                <Toolbar
                  types={viewTypes}
                  listing={listing}
                  isPending={isPending}
                  isHeldUp={isHeldUp}
                  search={search}
                  onSearch={setSearch}
                />
                <PageNotes key={notes.join()} notes={notes} />
                <ConflictList />
                <RequiredValues />
                <div className="flex min-h-0 flex-1">
                  <div aria-busy={isPending} className="min-w-0 flex-1">
                    {isNarrow ? (
                      <Narrow key={view.id} {...shown} />
                    ) : (
                      // Hidden on phones, which show the narrow form once they have measured themselves.
                      <div className="h-full max-sm:hidden">
                        <Component key={view.id} {...shown} />
                      </div>
                    )}
                  </div>
                  <RecordPanel recordId={recordId} listing={around} place={inView} />
                  <PictureViewer />
                  <PrintHost place={place} listing={listing} today={today} databaseName={databaseName} />
                </div>
              </FieldActionsProvider>
            </FilterEditorProvider>
          </PanelsProvider>
        </LinkableTablesProvider>
      </OpenTableProvider>
    </RightsProvider>
  );
}
