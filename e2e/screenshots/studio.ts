/** The database in the screenshots: a fictional design studio. */
const options = (...labels: string[]) => ({ options: labels.map((label) => ({ label })) });

export const tables = [
  {
    name: "Projects",
    fields: [
      { type: "single_line_text", name: "Project" },
      {
        type: "single_select",
        name: "Stage",
        template: options("Idea", "Offer", "In progress", "Delivered"),
      },
      { type: "linked_record", name: "Team", template: { tableId: "People" } },
      { type: "date", name: "Due", template: { dateFormat: "iso" } },
      { type: "currency", name: "Budget", template: { currencySymbol: "€", decimalPlaces: 0 } },
      { type: "percent", name: "Done", template: { showProgressBar: true } },
      { type: "rating", name: "Joy" },
      { type: "multiple_select", name: "Craft", template: options("Print", "Web", "Type", "Film", "Space") },
      { type: "checkbox", name: "Paid" },
    ],
  },
  {
    name: "People",
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "single_line_text", name: "Trade" },
      { type: "email", name: "Email" },
    ],
  },
];

export const people = [
  ["Ines Duarte", "Type designer"],
  ["Tomasz Lis", "Web developer"],
  ["Amina Yusuf", "Art director"],
  ["Kofi Mensah", "Photographer"],
].map(([name = "", trade]) => ({
  Name: name,
  Trade: trade,
  Email: `${name.split(" ")[0]?.toLowerCase()}@studio.example`,
}));

type Row = [
  project: string,
  stage: string,
  team: string[],
  due: string | null,
  budget: number | null,
  done: number,
  joy: number | null,
  craft: string[],
  paid: boolean,
];

const rows: Row[] = [
  [
    "Museum of Tides",
    "In progress",
    ["Amina Yusuf", "Ines Duarte"],
    "2026-12-04",
    48_000,
    0.65,
    5,
    ["Space", "Type"],
    false,
  ],
  ["Harbour signage", "In progress", ["Ines Duarte"], "2026-12-18", 21_500, 0.4, 4, ["Type", "Print"], false],
  ["Bakery Nord", "Delivered", ["Tomasz Lis"], "2026-09-30", 7_200, 1, 4, ["Web"], true],
  ["Annual report, Kite & Co", "Offer", ["Amina Yusuf"], "2027-02-12", 15_800, 0, 2, ["Print"], false],
  [
    "Ferry timetable",
    "Delivered",
    ["Ines Duarte", "Tomasz Lis"],
    "2026-08-14",
    12_400,
    1,
    5,
    ["Web", "Type"],
    true,
  ],
  ["Film festival 2027", "Idea", [], "2027-05-20", null, 0, 5, ["Film", "Print", "Web"], false],
  ["Portraits of the quarter", "In progress", ["Kofi Mensah"], "2026-11-27", 5_600, 0.8, 5, ["Film"], false],
  [
    "Botanic garden guide",
    "In progress",
    ["Kofi Mensah", "Ines Duarte"],
    "2027-01-15",
    18_900,
    0.25,
    4,
    ["Print", "Type"],
    false,
  ],
  ["Tram line 9", "Offer", ["Tomasz Lis"], "2027-03-01", 33_000, 0, 3, ["Web", "Space"], false],
  ["Bookshop window", "Delivered", ["Amina Yusuf"], "2026-06-19", 2_300, 1, 3, ["Space"], true],
  ["City archive", "Idea", [], null, null, 0, 4, ["Web"], false],
  [
    "Chamber orchestra",
    "In progress",
    ["Amina Yusuf", "Kofi Mensah"],
    "2026-12-11",
    26_700,
    0.55,
    5,
    ["Film", "Print"],
    false,
  ],
  [
    "Packaging for Solstice tea",
    "Delivered",
    ["Ines Duarte"],
    "2026-10-02",
    9_100,
    1,
    4,
    ["Print", "Type"],
    false,
  ],
  ["Swim club", "Offer", ["Tomasz Lis"], "2027-01-29", 4_800, 0, 2, ["Web"], false],
  ["Reading room", "In progress", ["Amina Yusuf"], "2027-02-26", 39_500, 0.1, 4, ["Space", "Type"], false],
  [
    "Letterpress calendar",
    "Delivered",
    ["Ines Duarte", "Kofi Mensah"],
    "2026-11-06",
    3_900,
    1,
    5,
    ["Print", "Type"],
    true,
  ],
];

export const projects = rows.map(([Project, Stage, Team, Due, Budget, Done, Joy, Craft, Paid]) => ({
  Project,
  Stage,
  Team,
  Due,
  Budget,
  Done,
  Joy,
  Craft,
  Paid,
}));

const clients = ["Harbour Trust", "Atelier Nord", "Museum of Maps", "Café Lumen"];
const states = ["Paid", "Open", "Paid", "Overdue"];

/** A file to import, as a bookkeeping program exports it. */
export const invoices = [
  "Number;Client;Status;Due;Amount;Reminder",
  ...Array.from({ length: 60 }, (_, index) => {
    const number = String(index + 1).padStart(4, "0");
    const due = `${String((index % 28) + 1).padStart(2, "0")}.0${(index % 6) + 1}.2026`;
    const amount = `${(index % 7) + 1}.${String((index * 137) % 1_000).padStart(3, "0")},50 €`;
    const client = clients[(index * 3) % clients.length];
    return `${number};${client};${states[index % states.length]};${due};${amount};${index % 4 === 3 ? "yes" : "no"}`;
  }),
].join("\n");
