"use client";

import type { FilterKind, Operator } from "@/lib/contract/filters";
import { offeredOptions, offeredSources, pickers, TickOperand } from "./operands/choice-operands";
import { DateOperand, ExactDate } from "./operands/date-operand";
import { DaysOperand } from "./operands/days-operand";
import { IdOperand } from "./operands/id-operand";
import { ListOperand } from "./operands/list-operand";
import type { OperandEditor, OperandEditorProps } from "./operands/operand";
import { useOfferedPeople } from "./operands/person-operand";
import { RecordOperand, RecordsOperand } from "./operands/record-operand";
import { TextOperand } from "./operands/text-operand";
import { ValueOperand } from "./operands/value-operand";
import { formOf } from "./operators";

interface OperandFieldProps extends OperandEditorProps {
  operator: Operator;
}

/** Edits a condition's operand, depending on the field's kind and the operator. */
export function OperandField({ operator, ...props }: OperandFieldProps) {
  const form = formOf(operator, props.subject.kind);
  const editor = editors[props.subject.kind];
  if (form === "nothing") return null;
  if (form === "days") return <DaysOperand {...props} />;
  if (form === "text") return <TextOperand {...props} />;
  return form === "values" ? <ListOperand editor={editor} {...props} /> : <editor.One {...props} />;
}

/** The editors by kind of field. */
const editors: { readonly [Kind in FilterKind]: OperandEditor } = {
  text: { One: TextOperand },
  number: { One: ValueOperand },
  date: { One: DateOperand, Added: ExactDate },
  timestamp: { One: DateOperand, Added: ExactDate },
  boolean: { One: TickOperand },
  option: pickers(offeredOptions),
  options: pickers(offeredOptions),
  people: pickers(useOfferedPeople),
  links: { One: RecordOperand, Many: RecordsOperand },
  lookup: { One: TextOperand },
  list: { One: TextOperand },
  files: { One: TextOperand },
  id: { One: IdOperand },
  source: pickers(offeredSources),
};
