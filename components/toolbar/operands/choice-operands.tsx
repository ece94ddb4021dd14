import { optionStyle } from "@/components/fields/option-style";
import { CheckField } from "@/components/ui/check-field";
import { SelectField } from "@/components/ui/select-field";
import { fieldType } from "@/lib/field-types";
import type { SelectTemplate } from "@/lib/field-types/option";
import { sources } from "@/lib/field-types/types/source";
import type { OperandEditorProps } from "./operand";

/** Chooses one of the field's options. */
export function OptionOperand({ subject, operand, onChange }: OperandEditorProps) {
  const { options = [], disableColors } = (subject.field?.template ?? {}) as Partial<SelectTemplate>;
  return (
    <SelectField
      label="Value"
      hideLabel
      value={String(operand ?? "")}
      choices={options.map(({ label, color }) => ({
        value: label,
        label,
        icon: !disableColors && (
          <span aria-hidden style={optionStyle(color)} className="size-3 shrink-0 rounded-full" />
        ),
      }))}
      onChange={onChange}
      placeholder={options.length === 0 ? "The field has no options" : "Choose an option"}
    />
  );
}

export function TickOperand({ operand, onChange }: OperandEditorProps) {
  return <CheckField label="ticked" value={operand === true} onChange={onChange} className="px-1" />;
}

/** Chooses the source of a record. */
export function SourceOperand({ operand, onChange }: OperandEditorProps) {
  const { display } = fieldType("source");
  return (
    <SelectField
      label="Value"
      hideLabel
      value={String(operand ?? "")}
      choices={sources.map((value) => ({ value, label: display(value, {}) }))}
      onChange={onChange}
      placeholder="Choose a source"
    />
  );
}
