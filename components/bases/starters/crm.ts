import { inDays, linkTo, options, type Starter } from "./starter";

export function crm(): Starter {
  return {
    name: "CRM",
    tables: [
      {
        name: "Deals",
        fields: [
          { name: "Deal", type: "single_line_text" },
          {
            name: "Stage",
            type: "single_select",
            template: options("Lead", "Qualified", "Proposal", "Won", "Lost"),
          },
          { name: "Company", type: "linked_record", template: linkTo("Companies") },
          { name: "Contact", type: "linked_record", template: linkTo("Contacts") },
          { name: "Value", type: "currency", template: { decimalPlaces: 0 } },
          { name: "Chance", type: "percent", template: { showProgressBar: true } },
          { name: "Closes", type: "date" },
          { name: "Next step", type: "long_text" },
        ],
        views: [
          { name: "Pipeline", config: { groups: [{ fieldId: "Stage" }], sorts: [{ fieldId: "Closes" }] } },
        ],
        records: [
          deal("Harbour wayfinding", "Proposal", {
            company: "Kite & Co",
            contact: "Mara Holm",
            value: 42_000,
            chance: 0.6,
            closes: 16,
            next: "Send the revised offer",
          }),
          deal("Annual maintenance", "Won", {
            company: "Kite & Co",
            contact: "Mara Holm",
            value: 9_600,
            chance: 1,
            closes: -8,
            next: "",
          }),
          deal("Ticketing pilot", "Qualified", {
            company: "Nordic Ferries",
            contact: "Jonas Berg",
            value: 28_500,
            chance: 0.4,
            closes: 34,
            next: "Demo with the operations team",
          }),
          deal("Timetable displays", "Lead", {
            company: "Nordic Ferries",
            contact: "Jonas Berg",
            value: 61_000,
            chance: 0.1,
            closes: 90,
            next: "Ask who decides",
          }),
          deal("Shop relaunch", "Proposal", {
            company: "Solstice Tea",
            contact: "Priya Nair",
            value: 18_200,
            chance: 0.7,
            closes: 9,
            next: "Call on the contract",
          }),
          deal("Packaging line", "Lost", {
            company: "Solstice Tea",
            contact: "Priya Nair",
            value: 12_000,
            chance: 0,
            closes: -20,
            next: "",
          }),
          deal("Reading room booking", "Qualified", {
            company: "City Library",
            contact: "Luis Ortega",
            value: 22_400,
            chance: 0.5,
            closes: 41,
            next: "Visit on site",
          }),
          deal("Archive search", "Lead", {
            company: "City Library",
            contact: "Sofia Lindt",
            value: 35_000,
            chance: 0.2,
            closes: 70,
            next: "Send references",
          }),
        ],
      },
      {
        name: "Contacts",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Company", type: "linked_record", template: linkTo("Companies") },
          { name: "Role", type: "single_line_text" },
          { name: "Email", type: "email" },
          { name: "Last contact", type: "date" },
        ],
        records: [
          contact("Mara Holm", "Kite & Co", {
            role: "Head of facilities",
            email: "mara@kite.example",
            last: -2,
          }),
          contact("Jonas Berg", "Nordic Ferries", {
            role: "Operations",
            email: "jonas@ferries.example",
            last: -6,
          }),
          contact("Priya Nair", "Solstice Tea", {
            role: "Founder",
            email: "priya@solstice.example",
            last: -1,
          }),
          contact("Luis Ortega", "City Library", {
            role: "Director",
            email: "luis@library.example",
            last: -11,
          }),
          contact("Sofia Lindt", "City Library", {
            role: "Archivist",
            email: "sofia@library.example",
            last: -30,
          }),
        ],
      },
      {
        name: "Companies",
        fields: [
          { name: "Company", type: "single_line_text" },
          {
            name: "Industry",
            type: "single_select",
            template: options("Transport", "Retail", "Public", "Property"),
          },
          { name: "Size", type: "single_select", template: options("1–10", "11–50", "51–250", "Over 250") },
          { name: "Website", type: "url" },
        ],
        records: [
          { Company: "Kite & Co", Industry: "Property", Size: "51–250", Website: "https://kite.example" },
          {
            Company: "Nordic Ferries",
            Industry: "Transport",
            Size: "Over 250",
            Website: "https://ferries.example",
          },
          { Company: "Solstice Tea", Industry: "Retail", Size: "11–50", Website: "https://solstice.example" },
          { Company: "City Library", Industry: "Public", Size: "51–250", Website: "https://library.example" },
        ],
      },
    ],
  };
}

interface Prospect {
  readonly company: string;
  readonly contact: string;
  readonly value: number;
  readonly chance: number;
  readonly closes: number;
  readonly next: string;
}

function deal(Deal: string, Stage: string, { company, contact, value, chance, closes, next }: Prospect) {
  return {
    Deal,
    Stage,
    Company: [company],
    Contact: [contact],
    Value: value,
    Chance: chance,
    Closes: inDays(closes),
    "Next step": next || null,
  };
}

function contact(
  Name: string,
  company: string,
  { role, email, last }: { readonly role: string; readonly email: string; readonly last: number },
) {
  return { Name, Company: [company], Role: role, Email: email, "Last contact": inDays(last) };
}
