import { optionStyle } from "@/components/fields/option-style";
import { colorOfPerson } from "@/components/fields/person-color";
import { initialsOf } from "@/components/ui/initials";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { PresentPerson } from "@/lib/contract/presence";

interface AvatarProps {
  readonly person: Pick<PresentPerson, "personId" | "name">;
  readonly title?: string;
}

/** A coloured circle with a person's initials. */
export function Avatar({ person, title }: AvatarProps) {
  return (
    <span
      aria-hidden
      title={title}
      className="flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-[10px] leading-none ring-1 ring-current ring-inset select-none"
      style={optionStyle(colorOfPerson(person.personId))}
    >
      {initialsOf(nameOfPerson(person))}
    </span>
  );
}
