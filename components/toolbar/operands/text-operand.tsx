import { TextField } from "@/components/ui/text-field";
import type { OperandEditorProps } from "./operand";

/** Text as it is written; none is not something to compare with. */
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
