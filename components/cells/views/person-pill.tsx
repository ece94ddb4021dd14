import { Portrait } from "@/components/fields/portrait";
import { type CellPerson, shownName } from "@/lib/field-types/people";

/** A person by picture or initials, and name. */
export function PersonPill(person: CellPerson) {
  const name = shownName(person);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-border bg-background pr-2 leading-[18px]">
      <Portrait personId={person.id} name={name} className="size-[18px] font-medium text-[9px]" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  );
}
