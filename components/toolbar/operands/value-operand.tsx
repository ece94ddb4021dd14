import { useState } from "react";
import { draftOf, type Reading, readDraft } from "@/components/edits/read-draft";
import { TextField } from "@/components/ui/text-field";
import type { Subject } from "../subjects";
import type { OperandEditorProps } from "./operand";

/** Edits a value typed as in a cell of the field: 25 for a quarter in a percent field. */
export function ValueOperand({ subject, operand, onChange }: OperandEditorProps) {
  const [text, setText] = useState(() => textOf(subject, operand));
  const reading = read(subject, text);

  function type(next: string) {
    setText(next);
    const given = read(subject, next);
    onChange("value" in given ? (given.value ?? undefined) : undefined);
  }

  return (
    <TextField
      label="Value"
      hideLabel
      value={text}
      onChange={type}
      error={"problem" in reading ? reading.problem : undefined}
    />
  );
}

function read({ field, fieldType }: Subject, text: string): Reading {
  return field && fieldType && text !== "" ? readDraft(field, fieldType, text) : { value: undefined };
}

function textOf({ field, fieldType }: Subject, operand: unknown): string {
  return field && fieldType && operand !== undefined ? draftOf(field, fieldType, operand) : "";
}
