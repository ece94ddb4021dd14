import { Popover } from "@base-ui/react/popover";
import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { Calendar } from "@/components/cells/editors/calendar";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { usePortalPlace } from "@/components/ui/use-portal-place";
import { fieldType, typingOf } from "@/lib/field-types";
import { isDate } from "@/lib/field-types/date";
import type { Subject } from "../subjects";
import { DayCount } from "./day-count";
import type { OperandEditorProps } from "./operand";
import { countIn, daySides, dayWords } from "./relative-words";

/** Stands for a date among the words for days. */
const exact = { value: "exact", label: "exact date" };

/** Edits a day: one relative to today, or a date. */
export function DateOperand(props: OperandEditorProps) {
  const { operand, onChange, isComputed } = props;
  const [choice, setChoice] = useState(() => choiceOf(operand));
  if (isComputed) return <ExactDate {...props} />;

  function choose(next: string) {
    setChoice(next);
    const side = daySides.find(({ value }) => value === next);
    if (side) onChange(side.wordFor(1));
    else onChange(next === exact.value ? undefined : next);
  }
  const side = daySides.find(({ value }) => value === choice);
  return (
    <div className="flex flex-wrap gap-1.5">
      <SelectField
        label="Day"
        hideLabel
        value={choice}
        choices={[...dayWords, ...daySides, exact]}
        onChange={choose}
        className="min-w-34 flex-1"
      />
      {side && <DayCount key={choice} operand={operand} wordFor={side.wordFor} onChange={onChange} />}
      {choice === exact.value && (
        <div className="min-w-32 flex-1">
          <ExactDate {...props} />
        </div>
      )}
    </div>
  );
}

function choiceOf(operand: unknown): string {
  if (dayWords.some(({ value }) => value === operand)) return String(operand);
  const side = daySides.find((each) => countIn(each, operand) !== undefined);
  return side?.value ?? exact.value;
}

/** Edits a day, typed as in a cell or chosen in a calendar. Keeps a time, which only API clients set. */
export function ExactDate({ subject, operand, onChange }: OperandEditorProps) {
  const [text, setText] = useState(operand === undefined ? "" : String(operand));
  const [isOpen, setIsOpen] = useState(false);
  const day = dayOf(subject, text);

  function type(next: string) {
    setText(next);
    onChange(dayOf(subject, next) ?? momentOf(next));
  }
  function choose(chosen: string) {
    type(chosen);
    setIsOpen(false);
  }

  const isUnread = text !== "" && day === undefined && momentOf(text) === undefined;
  return (
    <div className="relative">
      <TextField
        label="Value"
        hideLabel
        placeholder="YYYY-MM-DD"
        value={text}
        onChange={type}
        error={isUnread ? "Enter a date such as 2026-01-31." : undefined}
        className="[&_input]:pe-8"
      />
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger
          render={<IconButton icon={CalendarDays} label="Choose a day" className="absolute end-0 top-0" />}
        />
        <Popover.Portal container={usePortalPlace()}>
          <Popover.Positioner className="z-50" sideOffset={4} align="end" collisionPadding={8}>
            <Popover.Popup
              aria-label="Choose a day"
              className="rounded-lg bg-raised p-2 text-dense shadow-raised outline-none"
            >
              <Calendar label={subject.name} day={day} onChoose={choose} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

/** Parses a text as a day of the field, `YYYY-MM-DD`. */
function dayOf({ field }: Subject, text: string): string | undefined {
  const { dateFormat = "local" } = field?.template ?? {};
  const read = text === "" ? undefined : typingOf(fieldType("date")).fromText(text, { dateFormat });
  return momentOf(text) === undefined && typeof read === "string" ? read : undefined;
}

/** The ISO time with its zone, as the API accepts it. */
function momentOf(text: string): string | undefined {
  const isMoment = isDate(text.slice(0, 10)) && text[10] === "T" && !Number.isNaN(Date.parse(text));
  return isMoment ? text : undefined;
}
