/** Imports with links: their lists on both sides, their log, and their undo, in more rows than a page. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../../e2e/in-process";
import type { Record } from "../../../contract/records";

let server: InProcess;
let base: string;
let people: string;
let tasks: string;

beforeAll(async () => {
  server = await startInProcess({ ownCluster: true });
}, 60_000);
afterAll(() => server.stop());

beforeEach(async () => {
  const { body } = await server.call("POST", "/bases", { name: "Test" });
  base = `/bases/${body.id}`;
  const name = { type: "single_line_text", name: "Name" };
  const { body: other } = await server.call("POST", `${base}/tables`, { name: "People", fields: [name] });
  people = `${base}/tables/${other.id}`;
  const team = { type: "linked_record", name: "Team", template: { tableId: other.id } };
  const { body: own } = await server.call("POST", `${base}/tables`, { name: "Tasks", fields: [name, team] });
  tasks = `${base}/tables/${own.id}`;
});

async function imported(place: string, csv: string, query = "") {
  const { status, body } = await server.send(`${place}/records/import${query}`, csv, "text/csv");
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function recordsIn(place: string): Promise<Pick<Record, "id" | "data">[]> {
  const all: Record[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await server.call("POST", `${place}/records/list`, {
      limit: 2_000,
      ...(cursor && { cursor }),
    });
    all.push(...body.records);
    cursor = body.nextCursor;
  }
  return all.map(({ id, data }) => ({ id, data }));
}

/** Everything in both tables. */
async function contents() {
  return { people: await recordsIn(people), tasks: await recordsIn(tasks) };
}

async function undo(): Promise<void> {
  const { status, body } = await server.call("POST", `${base}/undo`, {});
  expect([status, body.skipped]).toEqual([200, []]);
}

async function redo(): Promise<void> {
  const { status, body } = await server.call("POST", `${base}/redo`, {});
  expect([status, body.skipped]).toEqual([200, []]);
}

function rowsOf(count: number, cells: (index: number) => string): string {
  return `Name,Team\n${Array.from({ length: count }, (_, index) => `Task ${index},${cells(index)}\n`).join("")}`;
}

test("links of new records are one entry of the log for each side, undone and redone", async () => {
  await imported(people, "Name\nAda\nBob\nCy\n");
  const before = await contents();
  const start = (await server.call("GET", `${base}/changes`)).body.next;
  const cells = (index: number) => (index % 2 === 0 ? '"Bob,Ada"' : index % 3 === 0 ? "" : "Cy");
  expect(await imported(tasks, rowsOf(5_000, cells))).toMatchObject({ created: 5_000, updated: 0 });
  const after = await contents();
  const [ada, bob, cy] = after.people.map(({ id }) => id);
  const lists = after.tasks.map(({ data }) => Object.values(data).find(Array.isArray));
  expect(lists.slice(0, 4)).toEqual([[bob, ada], [cy], [bob, ada], []]);
  const sizes = after.people.map(({ data }) => Object.values(data).find(Array.isArray)?.length);
  expect(sizes).toEqual([2_500, 2_500, 1_667]);
  const firstOfAda = after.people[0]?.data;
  expect(
    Object.values(firstOfAda ?? {})
      .find(Array.isArray)
      ?.slice(0, 2),
  ).toEqual(after.tasks.filter((_, index) => index === 0 || index === 2).map(({ id }) => id));
  const { body } = await server.call("GET", `${base}/changes?since=${start}`);
  expect(body.changes).toMatchObject([
    { kind: "import", isEcho: false, after: { created: 5_000, updated: 0 } },
    { kind: "import", isEcho: true, after: { created: 0, updated: 3 } },
  ]);
  const { history } = (await server.call("GET", `${people}/records/${ada}/history`)).body;
  expect(history[0].changes).toMatchObject([{ before: [], after: { length: 2_500 } }]);
  await undo();
  expect(await contents()).toEqual(before);
  await redo();
  expect(await contents()).toEqual(after);
  await undo();
  expect(await contents()).toEqual(before);
});

test("links of changed records are replaced, kept and cleared", async () => {
  await imported(people, "Name\nAda\nBob\nCy\n");
  await imported(
    tasks,
    rowsOf(3_000, (index) => (index % 2 === 0 ? "Ada" : "Bob")),
  );
  const before = await contents();
  const cells = (index: number) => ["Ada", '"Cy,Ada"', ""][index % 3] ?? "";
  const query = "?mode=upsert&matchOn=Name&clearEmpty=true";
  expect(await imported(tasks, rowsOf(3_001, cells), query)).toMatchObject({
    created: 1,
    updated: 2_500,
    unchanged: 500,
  });
  const after = await contents();
  const [ada, , cy] = after.people.map(({ id }) => id);
  const lists = after.tasks.map(({ data }) => Object.values(data).find(Array.isArray));
  expect(lists.slice(0, 3)).toEqual([[ada], [cy, ada], []]);
  await undo();
  expect(await contents()).toEqual(before);
  await redo();
  expect(await contents()).toEqual(after);
});

test("a record that only one list may hold leaves its list, and is linked once", async () => {
  const { body: table } = await server.call("GET", people);
  const { body: own } = await server.call("GET", tasks);
  const team = own.fields.find(({ name }: { name: string }) => name === "Team");
  const template = { allowMultiple: false };
  expect((await server.call("PATCH", `${tasks}/fields/${team.id}`, { template })).status).toBe(200);
  await imported(people, "Name\nAda\nBob\n");
  await imported(tasks, "Name,Team\nOne,Ada\nTwo,\nThree,\n");
  const before = await contents();
  const inverse = table.fields.find(({ type }: { type: string }) => type === "linked_record").name;
  const csv = `Name,${inverse}\nCy,"Three,One"\n`;
  expect(await imported(people, csv)).toMatchObject({ created: 1 });
  const after = await contents();
  const [one, two, three] = after.tasks.map(({ id }) => id);
  const lists = after.people.map(({ data }) => Object.values(data).find(Array.isArray));
  expect(lists).toEqual([[], [], [three, one]]);
  expect(two).toBeTruthy();
  const twice = await server.send(
    `${people}/records/import`,
    `Name,${inverse}\nDee,Two\nEve,Two\n`,
    "text/csv",
  );
  expect(twice.body.error.details).toMatchObject([
    {
      path: `row 3, ${inverse}`,
      message: `links ${two}, which row 2 links too; it can be linked only once`,
    },
  ]);
  await undo();
  expect(await contents()).toEqual(before);
  await redo();
  expect(await contents()).toEqual(after);
});

test("records linked within the table, and those created for unknown names", async () => {
  const { body: own } = await server.call("GET", people);
  const link = { type: "linked_record", name: "Boss", template: { tableId: own.id } };
  await server.call("POST", `${people}/fields`, link);
  await imported(people, "Name\nAda\n");
  const before = await contents();
  const names = Array.from(
    { length: 2_500 },
    (_, index) => `P${index},${index < 2_100 ? "Ada" : `N${index}`}`,
  );
  const csv = `Name,Boss\n${names.join("\n")}\n`;
  expect(await imported(people, csv, "?addOptions=true")).toMatchObject({ created: 2_500 });
  const after = await contents();
  expect(after.people).toHaveLength(1 + 2_500 + 400);
  await undo();
  expect(await contents()).toEqual(before);
  await redo();
  expect(await contents()).toEqual(after);
});
