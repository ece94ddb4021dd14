import { type KnownPerson, type PeopleTemplate, shownName } from "@/lib/field-types/people";

/** The people who can be chosen whose names contain a text, ignoring case. */
export function searchPeople({ people = [] }: PeopleTemplate, text: string): KnownPerson[] {
  const wanted = text.trim().toLowerCase();
  return people.filter((each) => each.isMember && shownName(each).toLowerCase().includes(wanted));
}
