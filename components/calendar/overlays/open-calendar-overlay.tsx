import { calendarList } from "@/components/commands/calendar-list";
import { cardCommands } from "@/components/commands/card-commands";
import type { AnyCommand } from "@/components/commands/command";
import type { ListedCommand } from "@/components/commands/command-list";
import { KeysDialog } from "@/components/open-table/overlays/keys-dialog";
import { pageCommandList } from "@/components/open-table/page-commands";
import { Palette } from "@/components/open-table/palette/palette";
import { CardMenu } from "@/components/record-card/card-menu";
import { moveToDay, nameIn } from "../commands/move-record";
import type { Day } from "../days/day";
import { longDayText, rangeText, timeText } from "../days/day-texts";
import { minute, type Period } from "../spans/shift";
import { spanOf } from "../spans/span";
import type { CalendarModel } from "../use-calendar";
import { DayDialog } from "./day-dialog";
import { MoveDialog } from "./move-dialog";
import { NewRecord } from "./new-record";
import type { CalendarOverlay } from "./overlay";

interface CalendarOverlaysProps {
  readonly overlay: CalendarOverlay;
  readonly calendar: CalendarModel;
  readonly dayElement: (day: Day) => Element | null;
  readonly focusElement: () => HTMLElement | null;
  readonly onChoose: (command: AnyCommand) => void;
  readonly onClose: (overlay: CalendarOverlay) => void;
}

const commands: readonly ListedCommand<AnyCommand>[] = [...calendarList, ...pageCommandList];

/** In the menu of a record, nothing is added by opening it. */
const menuList = calendarList.map((each) => (each.command.do === "open" ? cardCommands.open : each));

/** The open overlay of a calendar. */
export function OpenCalendarOverlay(props: CalendarOverlaysProps) {
  const { overlay, calendar, dayElement, focusElement, onChoose } = props;
  const onClose = () => props.onClose(overlay);
  const choose = (command: AnyCommand) => {
    onClose();
    onChoose(command);
  };
  switch (overlay.is) {
    case "commands":
      return <Palette commands={commands} onClose={onClose} onChoose={choose} finalFocus={focusElement} />;
    case "keys":
      return <KeysDialog commands={commands} onClose={onClose} finalFocus={focusElement} />;
    case "record-menu":
      return (
        <CardMenu
          list={menuList}
          label="Record"
          at={overlay.at}
          cardElement={focusElement}
          isOne
          onChoose={choose}
          onClose={onClose}
        />
      );
    case "move-to-day":
      return (
        <MoveDialog
          name={nameIn(overlay.record, calendar)}
          day={spanOf(overlay.record, calendar.dates)?.first ?? calendar.focus.place.day}
          onMove={(day) => moveToDay(overlay.record, day, calendar.state())}
          onClose={onClose}
          finalFocus={focusElement}
        />
      );
    case "new-record":
      return (
        <NewRecord
          period={overlay.period}
          when={whenText(overlay.period, calendar)}
          state={calendar.state}
          anchor={() => dayElement(overlay.period.first)}
          onClose={onClose}
          finalFocus={focusElement}
        />
      );
    case "more":
      return (
        <DayDialog
          day={overlay.day}
          calendar={calendar}
          anchor={() => dayElement(overlay.day)}
          onClose={onClose}
          finalFocus={focusElement}
        />
      );
  }
}

function whenText({ first, last, from, to }: Period, { today, dates }: CalendarModel): string {
  if (first !== last) return rangeText(first, last);
  const day = longDayText(first, today);
  if (from === undefined || to === undefined) return day;
  return `${day}, ${timeText(from * minute, dates.timeFormat)} – ${timeText(to * minute, dates.timeFormat)}`;
}
