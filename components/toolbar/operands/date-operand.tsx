import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import { isDate } from "@/lib/field-types/date";
import type { OperandEditorProps } from "./operand";

/** A day. A moment, which only a program sets, is the text it is; taken away, it makes room for a day. */
export function DateOperand({ operand, onChange }: OperandEditorProps) {
  const [text, setText] = useState(operand === undefined ? "" : String(operand));
  const isDay = text === "" || isDate(text);

  function type(next: string) {
    setText(next);
    onChange(next === "" || Number.isNaN(Date.parse(next)) ? undefined : next);
  }
  return <TextField label="Value" hideLabel type={isDay ? "date" : "text"} value={text} onChange={type} />;
}
