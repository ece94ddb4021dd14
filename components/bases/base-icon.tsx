import { colorOf, optionStyle } from "@/components/fields/option-style";
import { initialsOf } from "@/components/ui/initials";

interface BaseIconProps {
  id: string;
  name: string;
}

/** A coloured square with the initials of a database, or the emoji that its name begins with. */
export function BaseIcon({ id, name }: BaseIconProps) {
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-lg font-semibold text-sm"
      style={optionStyle(colorOf(id))}
    >
      {initialsOf(name)}
    </span>
  );
}
