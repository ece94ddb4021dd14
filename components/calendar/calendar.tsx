"use client";

import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { useIsLive } from "@/components/ui/use-is-live";
import { CalendarGrid } from "./calendar-grid";
import { CalendarSkeleton } from "./calendar-skeleton";
import { ChooseStartField } from "./choose-start-field";

/** A calendar of a view, or the choice of the field with the dates of its records. */
export function Calendar({ listing, hit, openPlace }: ViewProps) {
  const { table } = useOpenTable();
  // The server knows neither the day nor the time zone of the browser.
  const isLive = useIsLive();
  // The listing follows the saved view, whose change may still be under way.
  const start = table.fields.find(({ id }) => id === listing.startFieldId);
  const end = table.fields.find(({ id }) => id === listing.endFieldId) ?? null;
  if (!start) return <ChooseStartField listing={listing} />;
  if (!isLive) return <CalendarSkeleton />;
  return (
    <CalendarGrid key={start.id} listing={listing} start={start} end={end} hit={hit} openPlace={openPlace} />
  );
}
