import { optionStyle } from "@/components/fields/option-style";
import { colorOfPerson } from "@/components/fields/person-color";
import { initialsOf } from "@/components/ui/initials";
import { type CellPerson, shownName } from "@/lib/field-types/people";

/** A person by initials and name. */
export function PersonPill(person: CellPerson) {
  const name = shownName(person);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-border bg-background pr-2 leading-[18px]">
      <span
        aria-hidden
        style={optionStyle(colorOfPerson(person.id))}
        className="inline-flex size-[18px] shrink-0 items-center justify-center rounded-full font-medium text-[9px]"
      >
        {initialsOf(name)}
      </span>
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  );
}
