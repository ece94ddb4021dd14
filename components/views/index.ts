import { CalendarDays, ClipboardList, Images, LayoutGrid, SquareKanban } from "lucide-react";
import type { ComponentType } from "react";
import { Grid } from "@/components/grid/grid";
import type { ViewProps } from "@/components/open-table/listed-view";
import type { ToolbarViewType } from "@/components/toolbar/tools";
import { onDemand } from "@/components/ui/on-demand";
import type { ViewType } from "@/lib/contract/view-types";
import { initialBoard, requiredOfBoard } from "./board-settings";
import { initialCalendar, requiredOfCalendar } from "./calendar-settings";
import { settingsOfForm } from "./form-settings";
import { initialGallery } from "./gallery-settings";
import { placedView } from "./placed-view";

// Only narrow pages show it, and those once they have measured themselves: the server never renders it.
const CardList = onDemand<ViewProps>(async () => (await import("@/components/cards/card-list")).CardList, {
  takesFocus: false,
});

// Pages of grids need not load it.
const Kanban = onDemand<ViewProps>(async () => (await import("@/components/kanban/kanban")).Kanban, {
  takesFocus: false,
  preload: "never",
});
const KanbanView = placedView("stackFieldId", Kanban, CardList);

const Calendar = onDemand<ViewProps>(async () => (await import("@/components/calendar/calendar")).Calendar, {
  takesFocus: false,
  preload: "never",
});

const CalendarView = placedView("startFieldId", Calendar, CardList);

const Gallery = onDemand<ViewProps>(async () => (await import("@/components/gallery/gallery")).Gallery, {
  takesFocus: false,
  preload: "never",
});

const FormView = onDemand<ViewProps>(async () => (await import("@/components/form/form-view")).FormView, {
  takesFocus: false,
  preload: "never",
});

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
    description: "Rows and columns, like a spreadsheet.",
    Component: Grid,
    Narrow: CardList,
    tools: ["fields", "filter", "group", "sort", "colors", "rowHeight"],
  },
  kanban: {
    icon: SquareKanban,
    label: "Kanban",
    description: "Cards in stacks, by the values of a field.",
    required: requiredOfBoard,
    initial: initialBoard,
    Component: KanbanView,
    Narrow: KanbanView,
    tools: ["stack", "fields", "filter", "sort", "colors"],
  },
  calendar: {
    icon: CalendarDays,
    label: "Calendar",
    description: "Records on the days of a month, a week or a day.",
    required: requiredOfCalendar,
    initial: initialCalendar,
    Component: CalendarView,
    Narrow: CalendarView,
    tools: ["dates", "fields", "filter"],
  },
  gallery: {
    icon: Images,
    label: "Gallery",
    description: "Large cards with pictures.",
    initial: initialGallery,
    Component: Gallery,
    Narrow: Gallery,
    tools: ["cards", "fields", "filter", "sort", "colors"],
  },
  form: {
    icon: ClipboardList,
    label: "Form",
    description: "Questions that anyone with the link can answer.",
    required: settingsOfForm,
    Component: FormView,
    Narrow: FormView,
    tools: [],
  },
};
