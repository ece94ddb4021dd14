import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Table } from "@/lib/contract/tables";
import type { ViewType } from "@/lib/contract/view-types";
import type { ViewConfigUpdate } from "@/lib/contract/views";
import { CardsButton, CardsPanel } from "./cards-panel";
import { ColorsButton, ColorsPanel } from "./colors-panel";
import { DatesButton, DatesPanel } from "./dates-panel";
import { FieldsButton, FieldsPanel } from "./fields-panel";
import { FilterButton, FilterPanel } from "./filter-panel";
import { GroupButton, GroupPanel } from "./group-panel";
import { RowHeightButton } from "./row-height-button";
import { SortButton, SortPanel } from "./sort-panel";
import { StackButton, StackPanel } from "./stack-panel";

/** A button for a setting of the view, and the panel that it opens. */
interface Tool {
  readonly Button: ComponentType;
  readonly Panel?: ComponentType;
  /** True for settings that are the same for everybody: only those who may change the view have it. */
  readonly isShared?: true;
}

export const tools = {
  stack: { Button: StackButton, Panel: StackPanel },
  cards: { Button: CardsButton, Panel: CardsPanel },
  dates: { Button: DatesButton, Panel: DatesPanel },
  fields: { Button: FieldsButton, Panel: FieldsPanel },
  filter: { Button: FilterButton, Panel: FilterPanel },
  group: { Button: GroupButton, Panel: GroupPanel },
  sort: { Button: SortButton, Panel: SortPanel },
  colors: { Button: ColorsButton, Panel: ColorsPanel, isShared: true },
  rowHeight: { Button: RowHeightButton },
} satisfies { readonly [name: string]: Tool };

export type ToolName = keyof typeof tools;

/** Derives settings from a table and, if needed, from those that it links to. */
type Settings = (table: Table, readTable: ReadTable) => ViewConfigUpdate | Promise<ViewConfigUpdate>;

/** Reads another table of the same database. */
export type ReadTable = (tableId: string) => Promise<Table>;

/** A type of view as the toolbar presents it. */
export interface ToolbarViewType {
  readonly icon: LucideIcon;
  readonly label: string;
  /** One line for the choice of a type. */
  readonly description: string;
  /** The settings that a view gets together with the type. Throws an error if the table allows no such view. */
  readonly required?: Settings;
  /** Further settings of a new view. */
  readonly initial?: Settings;
  /** The tools for its settings, from left to right. */
  readonly tools: readonly ToolName[];
}

export type ToolbarViewTypes = { readonly [Type in ViewType]: ToolbarViewType };

/** The tools of a type of view for somebody who may or may not change the view for everybody. */
export function toolsOf({ tools: names }: ToolbarViewType, maySave: boolean): NamedTool[] {
  return names
    .map((name): NamedTool => ({ name, ...tools[name] }))
    .filter(({ isShared }) => maySave || !isShared);
}

interface NamedTool extends Tool {
  readonly name: ToolName;
}
