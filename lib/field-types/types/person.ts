import * as z from "zod";
import { defineFieldType } from "../field-type";
import { memberOf, peopleInTemplate, shownName } from "../people";
import { examplePeople, peopleCells } from "../people-cells";
import { stacksOfValues } from "../stacks";

const { ada, alan, people } = examplePeople;

export const person = defineFieldType({
  type: "person",
  label: "Person",
  description: "People with a role in the database.",
  canBePrimary: false,
  template: z.strictObject({
    allowMultiple: z.boolean().default(true).describe("False for one person at most."),
    people: peopleInTemplate,
  }),
  ...peopleCells,
  unwritable: (people, template) => {
    const stranger = people.find(({ id }) => memberOf(template, id) === undefined);
    return stranger && `takes people with a role in this database; ${shownName(stranger)} has none`;
  },
  stacks: ({ allowMultiple }) => (allowMultiple ? undefined : stacksOfValues),
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
