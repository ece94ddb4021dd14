import { type CellPerson, shownName } from "@/lib/field-types/people";
import type { CellProps } from "./cell-props";
import { countFitting } from "./fitting";
import { PersonPill } from "./person-pill";
import { PillRow } from "./pill-row";
import { useRowLines } from "./row-lines";

/** Stands for the initials in the estimate of a pill's width. */
const initials = "AL ";

export function PeopleCell({ column: { width }, value }: CellProps) {
  const people = value as readonly CellPerson[];
  const lines = useRowLines();
  const texts = people.map((person) => initials + shownName(person));
  return (
    <PillRow count={people.length}>
      {people.slice(0, countFitting(texts, { width, lines })).map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lookup may contain a person twice
        <PersonPill key={index} {...person} />
      ))}
    </PillRow>
  );
}
