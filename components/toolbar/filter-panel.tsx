"use client";

import { ListFilter } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePanels } from "@/components/open-table/panels";
import { countConditions, draftOf } from "./filter-draft";
import { FilterForm } from "./filter-form";
import { Panel, PanelButton } from "./panel";

export function FilterButton() {
  const { view } = useOpenTable();
  const number = countConditions(draftOf(view.config.filter).root);
  return <PanelButton name="filter" icon={ListFilter} label="Filter" count={{ number, of: "condition" }} />;
}

/** Edits the view's filter. */
export function FilterPanel() {
  const { panel } = usePanels();
  const { table, view, changeView } = useOpenTable();
  return (
    <Panel name="filter" size="wide">
      {view.withheld?.includes("filter") && (
        <p className="text-dense text-muted">This view is also filtered by fields that you can't see.</p>
      )}
      <FilterForm
        fields={table.fields}
        filter={view.config.filter}
        onChange={(filter) => changeView({ filter })}
        startWith={panel?.fieldId}
      />
    </Panel>
  );
}
