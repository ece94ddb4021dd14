"use client";

import { Group } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { maxViewGroups } from "@/lib/contract/view-types";
import { settingOf } from "@/lib/contract/views";
import { likeliestGroup } from "./orders";
import { Panel, PanelButton } from "./panel";
import { fieldSubjects, orderedSubjects, subjectsOf } from "./subjects";

const OrderList = onDemand(async () => (await import("./order-list")).OrderList);

export function GroupButton() {
  const { view } = useOpenTable();
  const count = { number: settingOf(view.config, "groups").length, of: "group" };
  return <PanelButton name="group" icon={Group} label="Group" count={count} />;
}

/** Edits the fields that records are grouped by, from the outermost level inwards. */
export function GroupPanel() {
  const { table, view, changeView } = useOpenTable();
  return (
    <Panel name="group" size="wide">
      <OrderList
        label="Group"
        orders={settingOf(view.config, "groups")}
        subjects={fieldSubjects(orderedSubjects(subjectsOf(table.fields)))}
        likeliest={likeliestGroup}
        max={maxViewGroups}
        words={{
          add: "Add group",
          none: "Group records that have the same value. You can group by up to three fields.",
        }}
        onChange={(groups) => changeView({ groups })}
      />
    </Panel>
  );
}
