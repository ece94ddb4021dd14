import { useState } from "react";
import { SelectField } from "@/components/ui/select-field";
import { DayCount } from "./day-count";
import type { OperandEditorProps } from "./operand";
import { countedRanges, countIn, rangeWords } from "./relative-words";

/** Chooses days relative to today, such as this week. */
export function DaysOperand({ operand, onChange }: OperandEditorProps) {
  const [choice, setChoice] = useState(() => choiceOf(operand));
  const counted = countedRanges.find(({ value }) => value === choice);

  function choose(next: string) {
    setChoice(next);
    const range = countedRanges.find(({ value }) => value === next);
    onChange(range ? range.wordFor(7) : next);
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      <SelectField
        label="Days"
        hideLabel
        value={choice}
        choices={[...rangeWords, ...countedRanges]}
        onChange={choose}
        placeholder="Choose days"
        className="min-w-20 flex-1"
      />
      {counted && <DayCount key={choice} operand={operand} wordFor={counted.wordFor} onChange={onChange} />}
    </div>
  );
}

function choiceOf(operand: unknown): string {
  const counted = countedRanges.find((each) => countIn(each, operand) !== undefined);
  return counted?.value ?? String(operand ?? "");
}
