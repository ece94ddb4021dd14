import { optionStyle } from "@/components/fields/option-style";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";

interface OptionTagProps {
  option: SelectTemplate["options"][number];
  /** True if the field disables colours. */
  isPlain: boolean;
}

/** The option with a label; gray if the field does not have it yet. */
export function optionOf(template: SelectTemplate, label: string): SelectTemplate["options"][number] {
  return indexOf(template).byLabel.get(label) ?? { label, color: "gray" };
}

export function OptionTag({ option, isPlain }: OptionTagProps) {
  return (
    <span
      dir="auto"
      className="max-w-full truncate rounded-full px-2 py-px leading-[18px]"
      style={optionStyle(isPlain ? "gray" : option.color)}
    >
      {option.label}
    </span>
  );
}
