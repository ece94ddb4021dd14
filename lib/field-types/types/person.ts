import * as z from "zod";
import { defineFieldType } from "../field-type";
import { listFromText, listToText, listUpTo, maxListLength } from "../list";
import {
  type CellPerson,
  memberOf,
  type PeopleTemplate,
  peopleInTemplate,
  personById,
  shownName,
  textOfPerson,
} from "../people";
import { nameOf, quote } from "../text";

const ada = { id: "019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f23", name: "Ada Lovelace" };
const alan = { id: "019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f24", name: "Alan Turing" };

const people = [ada, alan].map((each, at) => ({
  ...each,
  email: `person-${at}@example.com`,
  isMember: true,
}));

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

export const person = defineFieldType({
  type: "person",
  label: "Person",
  description: "People with a role in the database.",
  canBePrimary: false,
  storage: "people",
  empty: [],
  template: z.strictObject({
    allowMultiple: z.boolean().default(true).describe("False for one person at most."),
    people: peopleInTemplate,
  }),
  serverKeys: ["people"],
  value: (template) =>
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
  unwritable: (people, template) => {
    const stranger = people.find(({ id }) => memberOf(template, id) === undefined);
    return stranger && `takes people with a role in this database; ${shownName(stranger)} has none`;
  },
  store: (people): readonly string[] => people.map(({ id }) => id),
  present: (ids, template): CellPerson[] =>
    ids.map((id) => ({ id, name: personById(template, id)?.name ?? null })),
  toText: (people, template) => listToText(people.map((each) => textOfPerson(template, each))),
  maxTextLength: maxListLength,
  fromText: (text, template) => {
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
  display: (people) => people.map(shownName).join(", "),
  look: { align: "start", editor: "people", cell: "people" },
  examples: [
    { template: { people }, input: [ada.id, alan.id], value: [ada, alan], text: "Ada Lovelace, Alan Turing" },
    { template: { people }, input: "person-1@example.com", value: [alan], text: "Alan Turing" },
    { template: { people }, input: [{ id: ada.id, name: "Ada" }], value: [ada], text: "Ada Lovelace" },
    { template: { people, allowMultiple: false }, input: [alan], value: [alan], text: "Alan Turing" },
    { input: [], value: [], text: "" },
  ],
  counterexamples: [
    { template: { people }, input: "Ada" },
    { template: { people }, input: ["019a9e61-1f2e-7c3d-9a4f-2b6c8d0e1f25"] },
    { template: { people }, input: [ada.id, ada.id.toUpperCase()] },
    { template: { people }, input: [ada.id, "person-0@example.com"] },
    { template: { people, allowMultiple: false }, input: [ada.id, alan.id] },
    { template: { people }, input: 5 },
    { template: { people }, input: [null] },
    { template: { people }, input: [{ name: "Ada Lovelace" }] },
  ],
});

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
