import { optionStyle } from "@/components/fields/option-style";
import { optionColors } from "@/lib/field-types/option";
import { type CellPerson, shownName } from "@/lib/field-types/people";

/** A person by initials and name. */
export function PersonPill(person: CellPerson) {
  const name = shownName(person);
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 rounded-full border border-border bg-background pr-2 leading-[18px]">
      <span
        aria-hidden
        style={optionStyle(colorOf(person.id))}
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

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const letters = [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}

/** The same colour for a person everywhere. */
function colorOf(id: string): (typeof optionColors)[number] {
  const sum = [...id].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7) % 1_000_003;
  return optionColors[sum % optionColors.length] ?? "gray";
}
