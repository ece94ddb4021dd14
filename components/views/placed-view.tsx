import type { ComponentType } from "react";
import type { ViewProps } from "@/components/open-table/listed-view";
import { useMay } from "@/components/rights/rights";

/**
 * A view that places its records by a field; visitors of a shared link who may not see that field get one list
 * instead.
 */
export function placedView(
  fieldKey: "stackFieldId" | "startFieldId",
  View: ComponentType<ViewProps>,
  List: ComponentType<ViewProps>,
): ComponentType<ViewProps> {
  return function PlacedView(props) {
    const mayChoose = useMay("read");
    return props.listing[fieldKey] !== undefined || mayChoose ? <View {...props} /> : <List {...props} />;
  };
}
