import type { ComponentType } from "react";
import type { ViewProps } from "@/components/open-table/listed-view";
import { useMay } from "@/components/rights/rights";

/** A board; visitors of a shared link who may not see its stack field get one list instead. */
export function kanbanView(
  Board: ComponentType<ViewProps>,
  List: ComponentType<ViewProps>,
): ComponentType<ViewProps> {
  return function KanbanView(props) {
    const mayChoose = useMay("read");
    return props.listing.stackFieldId !== undefined || mayChoose ? <Board {...props} /> : <List {...props} />;
  };
}
