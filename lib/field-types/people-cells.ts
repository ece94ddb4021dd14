import * as z from "zod";
import { defineFieldType, type FieldType } from "./field-type";
import { listFromText, listToText, listUpTo, maxListLength } from "./list";
import {
  type CellPerson,
  memberOf,
  type PeopleTemplate,
  peopleInTemplate,
  personById,
  shownName,
  textOfPerson,
} from "./people";
import { nameOf, quote } from "./text";

/** The maximum of one cell. */
const maxPeople = 100;

/** A person by id, e-mail address or in the form of responses, whose other properties do not count. */
const given = z.union([z.string(), z.object({ id: z.string() })], {
  error: ({ input }) => `takes the id or the e-mail address of a person, not ${nameOf(input)}`,
});

const answered = z.array(z.object({ id: z.string().meta({ format: "uuid" }), name: z.string().nullable() }));

const tooMany = {
  error: ({ input }: { input?: unknown }) =>
    `takes one person, not ${(input as unknown[]).length}, because allowMultiple is off`,
};

/** The values of the types whose cells hold people. */
export const peopleCells = {
  storage: "people",
  empty: [],
  serverKeys: ["people"],
  value: (template: PeopleTemplate) =>
    z.preprocess(
      (input) => (Array.isArray(input) || input === undefined ? input : [input]),
      listUpTo(maxPeople, "people", z.array(given))
        .transform((list, context) =>
          readPeople(list, template, (message, index) =>
            context.addIssue({ code: "custom", message, path: [index], input: list }),
          ),
        )
        .pipe(template.allowMultiple ? answered : answered.max(1, tooMany)),
    ),
  store: (people: CellPerson[]): readonly string[] => people.map(({ id }) => id),
  present: (ids: readonly string[], template: PeopleTemplate): CellPerson[] =>
    ids.map((id) => ({ id, name: personById(template, id)?.name ?? null })),
  toText: (people: CellPerson[], template: PeopleTemplate) =>
    listToText(people.map((each) => textOfPerson(template, each))),
  maxTextLength: maxListLength,
  fromText: (text: string, template: PeopleTemplate) => {
    const whole = memberOf(template, text.trim());
    const listed = whole ? [whole] : listFromText(text).map((item) => memberOf(template, item));
    const found = new Map<string, CellPerson>();
    for (const each of listed) {
      if (!each) return undefined;
      found.set(each.id, { id: each.id, name: each.name });
    }
    const isTooMany = found.size > (template.allowMultiple ? maxPeople : 1);
    return isTooMany ? undefined : [...found.values()];
  },
  display: (people: CellPerson[]) => people.map(shownName).join(", "),
} as const;

const ada = { id: "019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f23", name: "Ada Lovelace" };
const alan = { id: "019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f24", name: "Alan Turing" };

/** Two people and a template that knows them, for the examples of types. */
export const examplePeople = {
  ada,
  alan,
  people: [ada, alan].map((each, at) => ({ ...each, email: `person-${at}@example.com`, isMember: true })),
};

/** A type whose cells show the person of a column: a list of one, or empty for a write without a person. */
export function authorType(parts: Pick<FieldType, "type" | "label" | "description" | "column">) {
  return defineFieldType({
    ...parts,
    canBePrimary: false,
    isComputed: true,
    ...peopleCells,
    template: z.strictObject({ people: peopleInTemplate }),
    look: { align: "start", editor: "none", cell: "people" },
    examples: [
      { template: { people: examplePeople.people }, input: [ada.id], value: [ada], text: "Ada Lovelace" },
      { input: [], value: [], text: "" },
    ],
    counterexamples: [{ input: "Ada" }, { input: 5 }],
  });
}

/** Finds the people of a written value among those of the database. */
function readPeople(
  list: readonly z.infer<typeof given>[],
  template: PeopleTemplate,
  refuse: (message: string, index: number) => void,
): CellPerson[] {
  const people = new Map<string, CellPerson>();
  for (const [index, each] of list.entries()) {
    const text = typeof each === "string" ? each : each.id;
    const found = text.includes("@") ? memberOf(template, text) : personById(template, text);
    if (!found) refuse(`takes the ids or e-mail addresses of people; ${quote(text)} is not one`, index);
    else if (people.has(found.id)) refuse(`repeats ${quote(text)}; each person may occur only once`, index);
    else people.set(found.id, { id: found.id, name: found.name });
  }
  return [...people.values()];
}
