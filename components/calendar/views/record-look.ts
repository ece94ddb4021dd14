import { type CSSProperties, createContext, useContext } from "react";
import { optionStyle } from "@/components/fields/option-style";
import type { Field } from "@/lib/contract/fields";
import type { PresentPerson } from "@/lib/contract/presence";
import type { Record } from "@/lib/contract/records";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import type { CalendarFocus, Carried } from "../calendar-state";
import type { Day } from "../days/day";
import type { DateFields } from "../spans/span";

/** Facts with which all records of a calendar are drawn. */
export interface RecordSurroundings {
  readonly dates: DateFields;
  readonly color: Field | null;
  readonly today: Day;
  readonly focus: CalendarFocus;
  readonly carried: Carried | null;
  /** The record that is open or found. */
  readonly markedId: string | null;
  /** The other people at records, by record id. */
  readonly others: ReadonlyMap<string, PresentPerson>;
  readonly nameOf: (record: Record) => string;
  readonly hrefOf: (recordId: string) => string;
  readonly mayResize: boolean;
  readonly hasMenu: boolean;
}

const SurroundingsContext = createContext<RecordSurroundings | null>(null);

export const SurroundingsProvider = SurroundingsContext.Provider;

export function useSurroundings(): RecordSurroundings {
  const found = useContext(SurroundingsContext);
  if (!found) throw new Error("useSurroundings requires a SurroundingsProvider");
  return found;
}

/** The background and text colour of a record. */
export function colorsOf(record: Record, color: Field | null): CSSProperties {
  const value = color && record.data[color.id];
  const template = color?.template as SelectTemplate | undefined;
  if (typeof value !== "string" || !template || template.disableColors) return plain;
  return optionStyle(indexOf(template).byLabel.get(value)?.color);
}

const plain: CSSProperties = { backgroundColor: "var(--accent-soft)", color: "var(--text)" };

/** The colour of the mark beside a record, which stands out more than its background. */
export function markColorOf(record: Record, color: Field | null): CSSProperties {
  const { backgroundColor, color: text } = colorsOf(record, color);
  const isPlain = backgroundColor === plain.backgroundColor;
  return {
    backgroundColor: isPlain ? "var(--accent)" : `color-mix(in oklab, ${text} 65%, ${backgroundColor})`,
  };
}
