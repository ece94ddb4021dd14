import { useState } from "react";
import { TextField } from "@/components/ui/text-field";
import { recordId } from "@/lib/contract/ids";
import type { OperandEditorProps } from "./operand";

/** Edits a record id; reports it once complete. */
export function IdOperand({ operand, onChange }: OperandEditorProps) {
  const [text, setText] = useState(operand === undefined ? "" : String(operand));

  function type(next: string) {
    setText(next);
    onChange(recordId.safeParse(next).success ? next : undefined);
  }
  return <TextField label="Value" hideLabel value={text} onChange={type} />;
}
