import { LayoutGrid } from "lucide-react";
import type { ComponentType } from "react";
import { CardList } from "@/components/cards/card-list";
import { Grid } from "@/components/grid/grid";
import type { ViewProps } from "@/components/open-table/listed-view";
import type { ToolbarViewType } from "@/components/toolbar/tools";
import type { ViewType } from "@/lib/contract/view-types";

/** A type of view on the page. */
interface PageViewType extends ToolbarViewType {
  /** Shows the records. */
  readonly Component: ComponentType<ViewProps>;
  /** Shows the records on a narrow page. */
  readonly Narrow: ComponentType<ViewProps>;
}

export const viewTypes: { readonly [Type in ViewType]: PageViewType } = {
  grid: {
    icon: LayoutGrid,
    label: "Grid",
    Component: Grid,
    Narrow: CardList,
    tools: ["fields", "filter", "group", "sort", "rowHeight"],
  },
};
