import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useEdits } from "@/components/edits/use-edits";
import { calendarQuery } from "@/components/listing/calendar-queries";
import { nameOf as nameOfRecord } from "@/components/listing/record-names";
import type { RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { useOverlay } from "@/components/open-table/use-overlay";
import { useRepositionAfterEdit } from "@/components/open-table/use-reposition-after-edit";
import { useTableServices } from "@/components/open-table/use-table-services";
import { useTasks } from "@/components/tasks/use-tasks";
import { useStable } from "@/components/ui/use-stable";
import type { CalendarPage } from "@/lib/contract/calendar";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { settingOf } from "@/lib/contract/views";
import { fieldTypeOf } from "@/lib/field-types";
import { viewersTimeZone } from "@/lib/field-types/zone";
import type { CalendarFocus, CalendarState, Carried, Scale } from "./calendar-state";
import { nameIn } from "./commands/move-record";
import { type Day, dayAt } from "./days/day";
import { capacityOf, hasHours, layOut, pageOf, shapeOf, shownSpans } from "./layout";
import { announcements } from "./moves/announcements";
import { type Place, resolvedPlace } from "./moves/steps";
import type { CalendarOverlay } from "./overlays/overlay";
import type { DateValues, Period } from "./spans/shift";
import { dateFieldsOf } from "./spans/span";
import { useNow } from "./use-now";
import { useShownDay } from "./use-shown-day";
import { type PendingMove, useSpans } from "./use-spans";

interface Source {
  readonly listing: RecordListing;
  readonly start: Field;
  readonly end: Field | null;
  /** The height in pixels of the rows of days. */
  readonly height: number;
}

/** The number of days that a list shows at first, and more at each request. */
const listedDays = 60;

/** Everything that a calendar shows and does. */
export function useCalendar({ listing, start, end, height }: Source) {
  const queryClient = useQueryClient();
  const { table, view, changeView } = useOpenTable();
  const { config } = view;
  const { edits, store } = useEdits(listing);
  const { task, tasks } = useTasks(listing);
  const { overlay, show: showOverlay, closeThis: closeOverlay } = useOverlay<CalendarOverlay>();
  const tableServices = useTableServices(listing, tasks);
  const services = useMemo(() => ({ ...tableServices, show: showOverlay }), [tableServices, showOverlay]);

  const dates = useMemo(() => dateFieldsOf(start, end), [start, end]);
  const now = useNow(dates.zone ?? viewersTimeZone());
  const today = dayAt(now);
  const [day, showDay] = useShownDay(today);
  const scale = settingOf(config, "scale");
  const weekStart = settingOf(config, "weekStart");
  const colorFieldId = settingOf(config, "colorFieldId");
  const [listed, setListed] = useState(listedDays);
  const page = useMemo(() => pageOf[scale](day, { weekStart, listed }), [scale, day, weekStart, listed]);
  const { from, to } = page;

  const title = table.fields.find(({ id }) => id === table.primaryFieldId);
  const isTitleHidden = config.hiddenFieldIds.includes(table.primaryFieldId);
  const [firstShown] = config.orderedFieldIds.filter((id) => !config.hiddenFieldIds.includes(id));
  const titleId = isTitleHidden || !title ? (firstShown ?? table.primaryFieldId) : table.primaryFieldId;
  const asked = useMemo(() => {
    // Other fields are not shown, and a busy month has many records.
    const ids = [
      titleId,
      start.id,
      ...(end ? [end.id] : []),
      ...(colorFieldId === null ? [] : [colorFieldId]),
    ];
    return { ...listing, fieldIds: [...new Set(ids)] };
  }, [listing, titleId, start, end, colorFieldId]);
  const query = useQuery({
    ...calendarQuery(queryClient, asked, { from, to, timeZone: viewersTimeZone() }),
    placeholderData: keepPreviousData,
  });
  const [carried, carry] = useState<Carried | null>(null);
  const [pending, setPending] = useState<readonly PendingMove[]>([]);
  const records = query.data?.records ?? noRecords;
  const { spans: all, settled } = useSpans({ records, edits, pending, carried, dates });
  const spans = useMemo(() => shownSpans(all, { scale, dates }), [all, scale, dates]);

  const [wanted, setFocus] = useState<CalendarFocus | null>(null);
  const [announcement, announce] = useState("");
  const [showsWithoutDate, setShowsWithoutDate] = useState(false);
  const wantedId = wanted?.place.on === "record" ? wanted.place.recordId : null;
  const keepId = carried?.record.id ?? wantedId;
  const capacity = capacityOf({ height, rows: page.rows.length, hasHours: hasHours(scale, dates) });
  const layout = useMemo(
    () => layOut(spans, { page, dates, scale, capacity, keepId }),
    [spans, page, dates, scale, capacity, keepId],
  );
  const shape = useMemo(() => shapeOf(page, layout, scale), [page, layout, scale]);
  const focus = { place: resolvedPlace(shape, wanted?.place ?? null, day), turn: wanted?.turn ?? 0 };

  const nameOf = useStable((record: Record) => nameOfRecord(record, { ...table, primaryFieldId: titleId }));
  const writableIds = useMemo(() => {
    const isWritable = (field: Field) =>
      !fieldTypeOf(field).isComputed && !services.lockedFieldIds.has(field.id);
    const fields = services.may("update-records") ? [start, ...(end ? [end] : [])].filter(isWritable) : [];
    return new Set(fields.map(({ id }) => id));
  }, [start, end, services]);

  const noteFocus = useStable((place: Place) => setFocus({ place, turn: focus.turn }));
  const focusOn = useStable((place: Place) => {
    setFocus({ place, turn: focus.turn + 1 });
    if (!page.rows.flat().includes(place.day)) showDay(place.day);
  });
  const move = useStable(async (record: Record, values: DateValues) => {
    const pendingMove = { record, values };
    setPending((before) => [...before.filter((each) => each.record.id !== record.id), pendingMove]);
    const { refused } = await store.write({
      edits: Object.entries(values).map(([fieldId, value]) => ({
        recordId: record.id,
        fieldId,
        value,
        draft: value,
      })),
    });
    if (refused > 0) announce(announcements.failed(nameIn(record, calendar)));
    await tableServices.reloadRows();
    setPending((before) => before.filter((each) => each !== pendingMove));
  });

  const calendar: CalendarState = {
    store,
    services,
    table,
    dates,
    writableIds,
    scale,
    today,
    day,
    shape,
    focus,
    carried,
    spanOf: (recordId) => settled.get(recordId),
    nameOf,
    focusOn,
    showDay: useStable((to: Day) => {
      setListed(listedDays);
      showDay(to);
    }),
    showScale: useStable((to: Scale) => {
      if (focus.turn > 0) showDay(focus.place.day);
      setListed(listedDays);
      changeView({ scale: to });
    }),
    carry,
    move: (record, values) => void move(record, values),
    announce,
    compose: (period: Period) => services.show({ is: "new-record", period }),
    toggleWithoutDate: () => setShowsWithoutDate((is) => !is),
  };
  const state = useStable(() => calendar);

  useRepositionAfterEdit(
    edits,
    { table, view, listing },
    {
      // Moves reload the records themselves.
      reloadRows: () => pending.length === 0 && tableServices.reloadRows(),
      reloadSummaries: tableServices.reloadSummaries,
    },
  );
  return {
    ...calendar,
    state,
    now,
    page,
    spans,
    layout,
    capacity,
    edits,
    noteFocus,
    task,
    overlay,
    closeOverlay,
    announcement,
    showsWithoutDate,
    /** The records whose new dates are not saved yet. */
    placedIds: new Set(pending.map(({ record }) => record.id)),
    weekStart,
    showMore: () => setListed(Math.min(listed + listedDays, maxListed)),
    isAllListed: listed >= maxListed,
    isLoaded: query.data !== undefined,
    isPending: query.isPlaceholderData || query.isPending,
    hasMore: query.data?.hasMore ?? false,
    error: query.isError && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  };
}

export type CalendarModel = ReturnType<typeof useCalendar>;

const noRecords: CalendarPage["records"] = [];
/** As many days as one call can ask for. */
const maxListed = 360;
