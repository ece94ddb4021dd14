import { TextField } from "@/components/ui/text-field";
import type { OperandEditorProps } from "./operand";

/** Edits a text; an empty one is no operand. */
export function TextOperand({ operand, onChange }: OperandEditorProps) {
  return (
    <TextField
      label="Value"
      hideLabel
      dir="auto"
      value={operand === undefined ? "" : String(operand)}
      onChange={(text) => onChange(text === "" ? undefined : text)}
    />
  );
}
