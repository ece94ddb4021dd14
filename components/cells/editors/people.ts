import {
  type CellPerson,
  type KnownPerson,
  type PeopleTemplate,
  personById,
  shownName,
} from "@/lib/field-types/people";
import type { Picks } from "./picks";

/** The people picked in a draft. */
export function peopleIn({ picked }: Picks, template: PeopleTemplate): CellPerson[] {
  return picked.map((id) => ({ id, name: personById(template, id)?.name ?? null }));
}

/** The people who can be chosen whose names contain a text, ignoring case. */
export function searchPeople({ people = [] }: PeopleTemplate, text: string): KnownPerson[] {
  const wanted = text.trim().toLowerCase();
  return people.filter((each) => each.isMember && shownName(each).toLowerCase().includes(wanted));
}
