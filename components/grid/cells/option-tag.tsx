import { optionStyle } from "@/components/fields/option-style";
import type { SelectTemplate } from "@/lib/field-types/option";

interface OptionTagProps {
  option: SelectTemplate["options"][number] | undefined;
  /** Without its colour, where a field says so. */
  isPlain: boolean;
}

export function OptionTag({ option, isPlain }: OptionTagProps) {
  if (!option) return null;
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
