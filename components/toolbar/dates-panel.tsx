"use client";

import { CalendarDays } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { Panel, PanelButton } from "./panel";

const DatesForm = onDemand(async () => (await import("./dates-form")).DatesForm);

export function DatesButton() {
  const { table, view } = useOpenTable();
  const field = table.fields.find(({ id }) => id === view.config.startFieldId);
  return <PanelButton name="dates" icon={CalendarDays} label={field ? `By ${field.name}` : "Dates"} />;
}

/** Edits the dates and colours of a calendar. */
export function DatesPanel() {
  return (
    <Panel name="dates">
      <DatesForm />
    </Panel>
  );
}
