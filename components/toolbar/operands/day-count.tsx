import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import { maxRelativeDays } from "@/lib/field-types/relative-days";
import type { OperandEditorProps } from "./operand";
import { type CountedWord, wordOf } from "./relative-words";

interface DayCountProps extends Pick<OperandEditorProps, "operand" | "onChange"> {
  wordFor: CountedWord["wordFor"];
}

/** Edits the number of days in a word. */
export function DayCount({ operand, wordFor, onChange }: DayCountProps) {
  const [text, setText] = useState(() => (/\d+/.exec(String(operand ?? "")) ?? [""])[0]);
  const isUnread = text !== "" && wordOf({ wordFor }, text) === undefined;

  function type(next: string) {
    setText(next);
    onChange(wordOf({ wordFor }, next));
  }
  return (
    <TextField
      label="Number of days"
      hideLabel
      inputMode="numeric"
      value={text}
      onChange={type}
      error={isUnread ? `Enter a number from 1 to ${maxRelativeDays.toLocaleString("en")}.` : undefined}
      className="w-14"
    />
  );
}
