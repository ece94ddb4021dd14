import * as z from "zod";

/** A person as a cell holds them. The name is null if they have none, or are not known here. */
export interface CellPerson {
  readonly id: string;
  readonly name: string | null;
}

/** A person whom cells may hold. */
export interface KnownPerson extends CellPerson {
  /** Told to the server only. */
  readonly email?: string | null | undefined;
  /** True if they have a role in the database, so that they can be chosen. Others stay where they were chosen before. */
  readonly isMember: boolean;
}

const knownPerson = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullish(),
  isMember: z.boolean(),
});

/** The people of the installation, in the template of a field while its values are read: neither stored nor answered. */
export const peopleInTemplate = z.array(knownPerson).optional().meta({ readOnly: true, isInternal: true });

/** The settings of a field with people. */
export interface PeopleTemplate {
  /** True for several people; left out by types whose cells have at most one. */
  readonly allowMultiple?: boolean;
  readonly people?: readonly KnownPerson[] | undefined;
}

/** The settings of a template alone. */
export function withoutPeople(template: object): object {
  const { people: _, ...settings } = template as Partial<PeopleTemplate>;
  return settings;
}

interface Index {
  readonly byId: ReadonlyMap<string, KnownPerson>;
  /** Members by e-mail in lower case, and by their name unless several have it. */
  readonly byText: ReadonlyMap<string, KnownPerson>;
}

const indexes = new WeakMap<readonly KnownPerson[], Index>();
const nobody: readonly KnownPerson[] = [];

function indexOf({ people = nobody }: PeopleTemplate): Index {
  const index = indexes.get(people) ?? makeIndex(people);
  indexes.set(people, index);
  return index;
}

function makeIndex(people: readonly KnownPerson[]): Index {
  const named = new Map<string, KnownPerson | undefined>();
  for (const person of people) {
    const name = person.name?.trim();
    if (name && person.isMember) named.set(name, named.has(name) ? undefined : person);
  }
  const byText = new Map<string, KnownPerson>();
  for (const [name, person] of named) if (person) byText.set(name, person);
  for (const person of people) if (person.email && person.isMember) byText.set(person.email, person);
  return { byId: new Map(people.map((person) => [person.id, person])), byText };
}

/** Finds a person by id. */
export function personById(template: PeopleTemplate, id: string): KnownPerson | undefined {
  return indexOf(template).byId.get(id.toLowerCase());
}

/** Finds a member by id, e-mail address or a name that only they have. */
export function memberOf(template: PeopleTemplate, text: string): KnownPerson | undefined {
  const { byText } = indexOf(template);
  const found = byText.get(text) ?? byText.get(text.toLowerCase()) ?? personById(template, text);
  return found?.isMember ? found : undefined;
}

/** The text by which `memberOf` finds a person again. */
export function textOfPerson(template: PeopleTemplate, { id, name }: CellPerson): string {
  const text = name?.trim() ?? "";
  return text !== "" && memberOf(template, text)?.id === id ? text : id;
}

/** The name that people see. */
export function shownName({ name }: Pick<CellPerson, "name">): string {
  return name ?? "Unnamed person";
}
