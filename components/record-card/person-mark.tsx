import { optionStyle } from "@/components/fields/option-style";
import { colorOfPerson } from "@/components/fields/person-color";
import { initialsOf } from "@/components/ui/initials";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { PresentPerson } from "@/lib/contract/presence";

/** Outlines the card that another person is at. */
export function PersonMark({ person }: { person: PresentPerson }) {
  const { color, backgroundColor } = optionStyle(colorOfPerson(person.personId));
  return (
    <span
      aria-hidden
      data-person-card={person.personId}
      className="pointer-events-none absolute inset-0 rounded-lg border-2"
      style={{ borderColor: color }}
    >
      <span
        className="absolute end-1 bottom-1 rounded-sm px-1 font-semibold text-[10px] leading-3.5"
        style={{ color: backgroundColor, backgroundColor: color }}
      >
        {initialsOf(nameOfPerson(person))}
      </span>
    </span>
  );
}
