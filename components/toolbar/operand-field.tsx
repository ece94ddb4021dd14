"use client";

import type { FilterKind, Operator } from "@/lib/contract/filters";
import { OptionOperand, SourceOperand, TickOperand } from "./operands/choice-operands";
import { DateOperand } from "./operands/date-operand";
import { IdOperand } from "./operands/id-operand";
import { ListOperand } from "./operands/list-operand";
import type { OperandEditor, OperandEditorProps } from "./operands/operand";
import { PersonOperand } from "./operands/person-operand";
import { RecordOperand } from "./operands/record-operand";
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
  if (form === "text") return <TextOperand {...props} />;
  return form === "values" ? <ListOperand editor={editor} {...props} /> : <editor.One {...props} />;
}

/** The editors by kind of field. */
const editors: { readonly [Kind in FilterKind]: OperandEditor } = {
  text: { One: TextOperand },
  number: { One: ValueOperand },
  date: { One: DateOperand },
  timestamp: { One: DateOperand },
  boolean: { One: TickOperand, isChosen: true },
  option: { One: OptionOperand, isChosen: true },
  options: { One: OptionOperand, isChosen: true },
  people: { One: PersonOperand, isChosen: true },
  links: { One: RecordOperand, isChosen: true },
  lookup: { One: TextOperand },
  list: { One: TextOperand },
  files: { One: TextOperand },
  id: { One: IdOperand },
  source: { One: SourceOperand, isChosen: true },
};
