import { optionStyle } from "@/components/fields/option-style";
import type { SelectTemplate } from "@/lib/field-types/option";

interface OptionTagProps {
  option: SelectTemplate["options"][number];
  /** Without its colour, where a field says so. */
  isPlain: boolean;
}

/** How an option looks that the field does not have yet. */
export function beingMade(label: string): SelectTemplate["options"][number] {
  return { label, color: "gray" };
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
