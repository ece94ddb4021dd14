import { optionStyle } from "@/components/fields/option-style";
import { CheckField } from "@/components/ui/check-field";
import { type Choice, MultiSelectField, SelectField } from "@/components/ui/select-field";
import { fieldType } from "@/lib/field-types";
import type { SelectTemplate } from "@/lib/field-types/option";
import { sources } from "@/lib/field-types/types/source";
import type { Subject } from "../subjects";
import type { OperandEditor, OperandEditorProps } from "./operand";

/** The choices of a picker. */
export interface Offered {
  readonly choices: readonly Choice[];
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
}

/** Pickers of one and of several choices. */
export function pickers(useOffered: (subject: Subject) => Offered): OperandEditor {
  return {
    One: function OneOperand({ subject, operand, onChange }: OperandEditorProps) {
      const offered = useOffered(subject);
      return (
        <SelectField label="Value" hideLabel value={String(operand ?? "")} onChange={onChange} {...offered} />
      );
    },
    Many: function ManyOperand({ subject, operand, onChange }: OperandEditorProps) {
      const offered = useOffered(subject);
      const values = Array.isArray(operand) ? operand.map(String) : [];
      return <MultiSelectField label="Value" hideLabel value={values} onChange={onChange} {...offered} />;
    },
  };
}

/** The options of a field. */
export function offeredOptions({ field }: Subject): Offered {
  const { options = [], disableColors } = (field?.template ?? {}) as Partial<SelectTemplate>;
  const choices = options.map(({ label, color }) => ({
    value: label,
    label,
    icon: !disableColors && (
      <span aria-hidden style={optionStyle(color)} className="size-3 shrink-0 rounded-full" />
    ),
  }));
  return { choices, placeholder: choices.length === 0 ? "The field has no options" : "Choose an option" };
}

/** The sources of records. */
export function offeredSources(): Offered {
  const { display } = fieldType("source");
  const choices = sources.map((value) => ({ value, label: display(value, {}) }));
  return { choices, placeholder: "Choose a source" };
}

export function TickOperand({ operand, onChange }: OperandEditorProps) {
  return <CheckField label="ticked" value={operand === true} onChange={onChange} className="px-1" />;
}
