import type { ConfigOf } from "@/lib/contract/views";
import type { AnyCommand, DateWay, Step } from "./command";
import type { ListedCommand } from "./command-list";

const ways: readonly { readonly name: string; readonly way: DateWay; readonly key: string }[] = [
  { name: "to previous day", way: "left", key: "ArrowLeft" },
  { name: "to next day", way: "right", key: "ArrowRight" },
  { name: "a week or 15 minutes earlier", way: "up", key: "ArrowUp" },
  { name: "a week or 15 minutes later", way: "down", key: "ArrowDown" },
];

const lengths: typeof ways = [
  { name: "one day shorter", way: "left", key: "ArrowLeft" },
  { name: "one day longer", way: "right", key: "ArrowRight" },
  { name: "a week or 15 minutes shorter", way: "up", key: "ArrowUp" },
  { name: "a week or 15 minutes longer", way: "down", key: "ArrowDown" },
];

const steps: readonly { readonly name: string; readonly step: Step; readonly key: string }[] = [
  { name: "Move up one record or week", step: "up", key: "ArrowUp" },
  { name: "Move down one record or week", step: "down", key: "ArrowDown" },
  { name: "Move to previous day", step: "left", key: "ArrowLeft" },
  { name: "Move to next day", step: "right", key: "ArrowRight" },
  { name: "Move to first day of week", step: "first-field", key: "Home" },
  { name: "Move to last day of week", step: "last-field", key: "End" },
  { name: "Move to previous month, week or day", step: "page-up", key: "PageUp" },
  { name: "Move to next month, week or day", step: "page-down", key: "PageDown" },
];

/** How much a calendar shows at a time, in the order of the page. */
export const calendarScales: readonly {
  readonly scale: ConfigOf<"calendar">["scale"];
  readonly label: string;
}[] = [
  { scale: "month", label: "Month" },
  { scale: "week", label: "Week" },
  { scale: "day", label: "Day" },
  { scale: "list", label: "List" },
];

/** The commands of a calendar, beside those of every page. */
export const calendarList: readonly ListedCommand<AnyCommand>[] = [
  {
    name: "Open record, or add one on the day",
    group: "Records",
    command: { do: "open" },
    keys: ["Enter"],
    isInCellMenu: true,
  },
  {
    name: "New record on this day",
    group: "Records",
    command: { do: "insert", where: "below" },
    keys: ["Shift+Enter"],
    isInCellMenu: true,
  },
  {
    name: "Move record to another day",
    group: "Records",
    command: { do: "move-to-day" },
    keys: [],
    isInCellMenu: true,
  },
  { name: "Pick up or drop record", group: "Records", command: { do: "carry" }, keys: ["Space"] },
  ...ways.map(
    ({ name, way, key }): ListedCommand<AnyCommand> => ({
      name: `Move record ${name}`,
      group: "Records",
      command: { do: "move-date", way },
      keys: [`Mod+${key}`],
    }),
  ),
  ...lengths.map(
    ({ name, way, key }): ListedCommand<AnyCommand> => ({
      name: `Make record ${name}`,
      group: "Records",
      command: { do: "change-length", way },
      keys: [`Shift+${key}`],
    }),
  ),
  {
    name: "Duplicate record",
    group: "Records",
    command: { do: "duplicate" },
    keys: ["Mod+Shift+D"],
    isInCellMenu: true,
  },
  {
    name: "Delete record",
    group: "Records",
    command: { do: "delete" },
    keys: ["Delete", "Mod+Alt+-"],
    isInCellMenu: true,
  },
  { name: "Put record back", group: "Records", command: { do: "escape" }, keys: ["Escape"] },
  { name: "Open record menu", group: "Find", command: { do: "menu" }, keys: ["Shift+F10", "ContextMenu"] },
  { name: "Records without a date", group: "Find", command: { do: "without-date" }, keys: ["N"] },
  { name: "Go to today", group: "Move", command: { do: "show-today" }, keys: ["T"] },
  ...steps.map(
    ({ name, step, key }): ListedCommand<AnyCommand> => ({
      name,
      group: "Move",
      command: { do: "move", step },
      keys: [key],
    }),
  ),
  ...calendarScales.map(
    ({ scale, label }): ListedCommand<AnyCommand> => ({
      name: `Show ${label.toLowerCase()}`,
      group: "Move",
      command: { do: "show-scale", scale },
      keys: [],
    }),
  ),
];
