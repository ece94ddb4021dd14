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
  {
    name: "Planning",
    fields: [
      { type: "single_line_text", name: "What" },
      { type: "date", name: "From" },
      { type: "date", name: "To" },
      { type: "single_select", name: "Kind", template: options("Shoot", "Print", "Meeting", "Holiday") },
    ],
  },
  {
    name: "Posters",
    fields: [
      { type: "single_line_text", name: "Poster" },
      { type: "attachments", name: "Picture" },
      { type: "single_select", name: "Craft", template: options("Screen print", "Letterpress", "Offset") },
      { type: "number", name: "Edition", template: { decimalPlaces: 0 } },
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

export const planning = [
  ["Museum of Tides: photographs", "2026-12-01", "2026-12-04", "Shoot"],
  ["Week planning", "2026-12-07", null, "Meeting"],
  ["Harbour signage: samples", "2026-12-09", "2026-12-10", "Print"],
  ["Chamber orchestra: rehearsal", "2026-12-10", "2026-12-12", "Shoot"],
  ["Offer for Tram line 9", "2026-12-10", null, "Meeting"],
  ["Dinner with Kite & Co", "2026-12-10", null, "Meeting"],
  ["Letterpress: last sheets", "2026-12-10", null, "Print"],
  ["Week planning", "2026-12-14", null, "Meeting"],
  ["Botanic garden guide: proofs", "2026-12-15", "2026-12-18", "Print"],
  ["Harbour signage: handover", "2026-12-18", null, "Meeting"],
  ["Studio closed", "2026-12-24", "2027-01-03", "Holiday"],
].map(([What, From, To, Kind]) => ({ What, From, To, Kind }));

/** Posters, each with the colours and the form of its picture. */
export const posters = [
  ["Tides", "#0f4c5c", "#e9c46a", "circle", "Screen print", 80],
  ["Orchestra", "#7b2d26", "#f0c9a4", "bars", "Letterpress", 120],
  ["Night tram", "#1d1e33", "#f25f5c", "bars", "Offset", 500],
  ["Garden", "#31572c", "#ecf39e", "circle", "Screen print", 60],
  ["Bakery Nord", "#f2cc8f", "#3d405b", "steps", "Offset", 300],
  ["Swim club", "#48cae4", "#03045e", "steps", "Screen print", 90],
  ["City archive", "#dad7cd", "#344e41", "bars", "Letterpress", 40],
  ["Solstice tea", "#f4a261", "#264653", "circle", "Offset", 250],
] as const;

const shapes = {
  circle: (color: string) => `<circle cx="400" cy="360" r="150" fill="${color}"/>`,
  bars: (color: string) =>
    [0, 1, 2, 3, 4]
      .map(
        (at) =>
          `<rect x="${130 + at * 115}" y="${200 + at * 40}" width="70" height="${330 - at * 50}" fill="${color}"/>`,
      )
      .join(""),
  steps: (color: string) =>
    [0, 1, 2, 3]
      .map(
        (at) =>
          `<rect x="${100 + at * 150}" y="${480 - at * 110}" width="150" height="${90 + at * 110}" fill="${color}"/>`,
      )
      .join(""),
};

/** The picture of a poster as SVG. */
export function drawn([name, ground, color, shape]: (typeof posters)[number]): string {
  const title = `<text x="48" y="150" font-family="sans-serif" font-size="56" font-weight="700" fill="${color}">${name}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="640"><rect width="800" height="640" fill="${ground}"/>${shapes[shape](color)}${title}</svg>`;
}

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
