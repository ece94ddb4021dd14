import { optionStyle } from "@/components/fields/option-style";
import { colorOfPerson } from "@/components/fields/person-color";
import { initialsOf } from "@/components/ui/initials";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { PresentPerson } from "@/lib/contract/presence";

interface PersonMarkProps {
  readonly person: PresentPerson;
  /** True for records that are one line high. */
  readonly isLine?: boolean;
}

/** Outlines the record that another person is at. */
export function PersonMark({ person, isLine = false }: PersonMarkProps) {
  const { color, backgroundColor } = optionStyle(colorOfPerson(person.personId));
  return (
    <span
      aria-hidden
      data-person-card={person.personId}
      className={`pointer-events-none absolute inset-0 border-2 ${isLine ? "rounded-md" : "rounded-lg"}`}
      style={{ borderColor: color }}
    >
      <span
        className={`absolute rounded-sm px-1 font-semibold text-[10px] leading-3.5 ${isLine ? "end-0.5 top-0" : "end-1 bottom-1"}`}
        style={{ color: backgroundColor, backgroundColor: color }}
      >
        {initialsOf(nameOfPerson(person))}
      </span>
    </span>
  );
}
