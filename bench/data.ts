/** A server to be measured. */
export interface Subject {
  readonly name: string;
  readonly origin: string;
}

/** The table that all of them work on. */
export interface BenchTable {
  readonly id: string;
  readonly path: string;
  readonly key: string;
  readonly fieldIds: string[];
  readonly recordIds: string[];
}

const stages = ["Open", "Won", "Lost"];

const fields = [
  { name: "Name", type: "single_line_text" },
  { name: "Notes", type: "long_text" },
  { name: "Email", type: "email" },
  { name: "Site", type: "url" },
  { name: "Amount", type: "number" },
  { name: "Count", type: "number" },
  { name: "Price", type: "currency" },
  { name: "Done", type: "checkbox" },
  { name: "Stage", type: "single_select", template: { options: stages.map((label) => ({ label })) } },
  { name: "Due", type: "date" },
  { name: "City", type: "single_line_text" },
  { name: "Code", type: "single_line_text" },
];

const perCall = 2_000;

/** Makes the table and its records through the API. */
export async function fillTable(origin: string, key: string, rows: number): Promise<BenchTable> {
  const base = await post(`${origin}/api/v1/bases`, key, {
    name: "Bench",
    tables: [{ name: "Deals", fields }],
  });
  const table = (base as { tables: [{ id: string; fields: { id: string }[] }] }).tables[0];
  const path = `/api/v1/bases/${(base as { id: string }).id}/tables/${table.id}/records`;
  const recordIds: string[] = [];
  for (let from = 0; from < rows; from += perCall) {
    const records = Array.from({ length: Math.min(perCall, rows - from) }, (_, index) =>
      recordOf(from + index),
    );
    const made = (await post(`${origin}${path}/bulk`, key, { records })) as { records: { id: string }[] };
    recordIds.push(...made.records.map((record) => record.id));
  }
  return { id: table.id, path, key, fieldIds: table.fields.map((field) => field.id), recordIds };
}

function recordOf(n: number) {
  return {
    Name: `Record ${n}`,
    Notes: `Some notes on record ${n}, which go on for a while`,
    Email: `person${n}@example.com`,
    Site: `https://example.com/records/${n}`,
    Amount: n / 10,
    Count: n,
    Price: n * 1.5,
    Done: n % 2 === 0,
    Stage: stages[n % stages.length],
    Due: `2026-01-${String((n % 28) + 1).padStart(2, "0")}`,
    City: `City ${n % 100}`,
    Code: `C-${n}`,
  };
}

async function post(url: string, key: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
