"use client";

import { ArrowUpDown } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { Panel, PanelButton } from "./panel";
import { orderedSubjects, subjectsOf } from "./subjects";

const OrderList = onDemand(async () => (await import("./order-list")).OrderList);

export function SortButton() {
  const { view } = useOpenTable();
  const count = { number: view.config.sorts.length, of: "sort" };
  return <PanelButton name="sort" icon={ArrowUpDown} label="Sort" count={count} />;
}

/** Edits the view's sorts. Each further one applies to records that are equal by those before it. */
export function SortPanel() {
  const { table, view, changeView } = useOpenTable();
  return (
    <Panel name="sort" size="wide">
      <OrderList
        label="Sort"
        orders={view.config.sorts}
        subjects={orderedSubjects(subjectsOf(table.fields))}
        max={Number.POSITIVE_INFINITY}
        words={{
          add: "Add sort",
          none: "Records are in manual order. Choose a field to sort them by.",
        }}
        onChange={(sorts) => changeView({ sorts })}
      />
    </Panel>
  );
}
