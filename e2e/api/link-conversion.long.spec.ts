/** Fields that become links by the names in their texts, and links that become texts. */
import type { Field } from "../../lib/contract/fields";
import type { Table } from "../../lib/contract/tables";
import { ApiClient, minted } from "../api-client";
import { long } from "../rounds";
import { createRecords } from "./everything";
import { expect, test } from "./fixtures";

interface Films {
  readonly films: string;
  readonly people: string;
  readonly undo: () => Promise<{ skipped: unknown[] }>;
  readonly redo: () => Promise<{ skipped: unknown[] }>;
  /** The cells of a field of the films. */
  readonly cells: (name: string) => Promise<unknown[]>;
  /** The names of the people with their films. */
  readonly filmsOf: () => Promise<unknown[]>;
}

async function makeFilms(
  api: ApiClient,
  { id }: { id: string },
  { directors, ...field }: { directors: readonly unknown[]; type?: string; template?: object },
): Promise<Films> {
  const tables = `/bases/${id}/tables`;
  const name = { type: "single_line_text", name: "Name" };
  const { body: people } = await api.post<Table>(tables, { name: "People", fields: [name] });
  const director = { type: "single_line_text", ...field, name: "Director" };
  const { body: films } = await api.post<Table>(tables, { name: "Films", fields: [name, director] });
  const at = { films: `${tables}/${films.id}`, people: `${tables}/${people.id}` };
  if (directors.length > 0)
    await createRecords(
      api,
      at.films,
      directors.map((Director, index) => ({ Name: `F${index}`, Director })),
    );
  const list = async (place: string) => (await api.post(`${place}/records/list`, {})).body.records;
  const reverse = async (way: string) => {
    const answer = await api.post(`/bases/${id}/${way}`, undefined);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  return {
    ...at,
    undo: () => reverse("undo"),
    redo: () => reverse("redo"),
    cells: async (key) => (await list(at.films)).map((record: Cells) => record.fields[key]),
    filmsOf: async () =>
      (await list(at.people)).map(({ fields }: Cells) => [fields.Name, (fields.Films as unknown[])?.length]),
  };
}

interface Cells {
  readonly fields: { readonly [name: string]: unknown };
}

const toPeople = { type: "linked_record", template: { tableId: "People" } };

test("texts become links to the records that they name, and undo gives the texts back", async ({
  api,
  base,
}) => {
  const directors = [
    "Ada",
    " Bob ,Ada",
    '"Lovelace, Ada"',
    "Lovelace, Ada",
    "",
    null,
    "Zed, Ada",
    "Twin",
    "ada",
  ];
  const { films, people, undo, redo, cells, filmsOf } = await makeFilms(api, base, { directors });
  const names = ["Ada", "Bob", "Lovelace, Ada", "Twin", "Twin"];
  const [ada, bob, lovelace] = await createRecords(
    api,
    people,
    names.map((Name) => ({ Name })),
  );
  const { body: rehearsed } = await api.patch(`${films}/fields/Director?dryRun=true`, toPeople);
  expect(rehearsed).toEqual({
    convertible: 5,
    lost: 3,
    examples: ["Zed, Ada", "Twin", "ada"].map((value) => ({ recordId: minted.recordId, value })),
    values: ["Zed, Ada", "Twin", "ada"].map((value) => ({ value, count: 1 })),
  });
  const refused = await api.patch(`${films}/fields/Director`, toPeople);
  expect([refused.status, refused.body.error.details[0].path]).toEqual([409, "type"]);
  expect(await cells("Director")).toEqual(directors);
  const { status, body } = await api.patch<Field>(`${films}/fields/Director`, {
    ...toPeople,
    allowLoss: true,
  });
  expect(status).toBe(200);
  expect(body.template).toEqual({
    tableId: minted.tableId,
    allowMultiple: true,
    isInverse: false,
    inverseFieldId: minted.fieldId,
  });
  const links = [[ada], [bob, ada], [lovelace], [lovelace], [], [], [], [], []];
  expect(await cells("Director")).toEqual(links);
  const linked = [
    ["Ada", 2],
    ["Bob", 1],
    ["Lovelace, Ada", 2],
    ["Twin", 0],
    ["Twin", 0],
  ];
  expect(await filmsOf()).toEqual(linked);
  for (const _ of [1, 2]) {
    expect((await undo()).skipped).toEqual([]);
    expect(await cells("Director")).toEqual(directors);
    expect((await api.get<Table>(people)).body.fields.map(({ name }) => name)).toEqual(["Name"]);
    expect((await redo()).skipped).toEqual([]);
    expect(await cells("Director")).toEqual(links);
    expect(await filmsOf()).toEqual(linked);
  }
});

test("records are created for missing names, and undo removes them", async ({ api, base }) => {
  const directors = ["Zed", "Zed, Ada", "Yan", "Twin"];
  const { films, people, undo, redo, cells, filmsOf } = await makeFilms(api, base, { directors });
  await createRecords(api, people, [{ Name: "Ada" }, { Name: "Twin" }, { Name: "Twin" }]);
  const create = { ...toPeople, createLinked: true };
  const { body: rehearsed } = await api.patch(`${films}/fields/Director?dryRun=true`, create);
  expect(rehearsed).toMatchObject({
    convertible: 3,
    lost: 1,
    created: 2,
    values: [{ value: "Twin", count: 1 }],
  });
  expect((await api.patch(`${films}/fields/Director`, create)).status).toBe(409);
  expect(await cells("Director")).toEqual(directors);
  expect((await api.post(`${people}/records/list`, {})).body.total).toBe(3);
  expect((await api.patch(`${films}/fields/Director`, { ...create, allowLoss: true })).status).toBe(200);
  const linked = [
    ["Ada", 1],
    ["Twin", 0],
    ["Twin", 0],
    ["Zed", 2],
    ["Yan", 1],
  ];
  expect(await filmsOf()).toEqual(linked);
  const links = await cells("Director");
  for (const _ of [1, 2]) {
    expect((await undo()).skipped).toEqual([]);
    expect(await cells("Director")).toEqual(directors);
    expect((await filmsOf()).length).toBe(3);
    expect((await redo()).skipped).toEqual([]);
    expect(await cells("Director")).toEqual(links);
    expect(await filmsOf()).toEqual(linked);
  }
});

test("numbers, options and formulas become links, each by its text", async ({ api, base }) => {
  const template = { options: [{ label: "Smith, John" }] };
  const { films, people, cells, filmsOf } = await makeFilms(api, base, {
    directors: ["Smith, John", "Smith, John"],
    ...{ type: "single_select", template },
  });
  await api.post(`${films}/fields`, {
    type: "formula",
    name: "Half",
    template: { formula: '"No. " & 1 / 2' },
  });
  const create = { ...toPeople, createLinked: true };
  for (const name of ["Director", "Half"])
    expect((await api.patch(`${films}/fields/${name}`, create)).status, name).toBe(200);
  expect(await filmsOf()).toEqual([
    ["Smith, John", 2],
    ["No. 0.5", 0],
  ]);
  expect(await cells("Half")).toEqual([[expect.any(String)], [expect.any(String)]]);
  // A number is one record, however it is written.
  await api.patch(`${people}/fields/Name`, { type: "number", allowLoss: true });
  await api.post(`${films}/fields`, { type: "single_line_text", name: "Size" });
  await createRecords(
    api,
    films,
    ["1", "1.0", "one"].map((Size) => ({ Size })),
  );
  const { body } = await api.patch(`${films}/fields/Size?dryRun=true`, create);
  expect(body).toMatchObject({ convertible: 2, lost: 1, created: 1 });
  expect((await api.patch(`${films}/fields/Size`, { ...create, allowLoss: true })).status).toBe(200);
  const [, , one, same] = await cells("Size");
  expect(one).toEqual(same);
});

test("a single link takes a text as one name, and refuses two", async ({ api, base }) => {
  const { films, people, cells } = await makeFilms(api, base, {
    directors: ["Smith, John", "Ada, Bob", "Bob"],
  });
  const [, bob] = await createRecords(api, people, [{ Name: "Ada" }, { Name: "Bob" }]);
  const one = { type: "linked_record", template: { tableId: "People", allowMultiple: false } };
  const { body } = await api.patch(`${films}/fields/Director?dryRun=true`, one);
  expect(body).toMatchObject({ convertible: 1, lost: 2 });
  expect((await api.patch(`${films}/fields/Director`, { ...one, createLinked: true })).status).toBe(200);
  const { records } = (await api.post(`${people}/records/list`, {})).body;
  expect(records.map(({ fields }: Cells) => fields.Name)).toEqual(["Ada", "Bob", "Smith, John", "Ada, Bob"]);
  expect((await cells("Director"))[2]).toEqual([bob]);
});

test("a table can be linked to itself, and links become the names again", async ({ api, base }) => {
  const directors = ["F1", 'F0, "F1"', null];
  const { films, undo, redo, cells } = await makeFilms(api, base, { directors });
  const itself = { type: "linked_record", template: { tableId: "Films" } };
  expect((await api.patch(`${films}/fields/Director`, itself)).status).toBe(200);
  const links = await cells("Director");
  expect((await cells("Films")).map((list) => (list as unknown[]).length)).toEqual([1, 2, 0]);
  const back = { type: "single_line_text" };
  const { body } = await api.patch(`${films}/fields/Director?dryRun=true`, back);
  expect(body).toMatchObject({ convertible: 2, lost: 0 });
  expect((await api.patch(`${films}/fields/Director`, back)).status).toBe(200);
  expect(await cells("Director")).toEqual(["F1", "F0, F1", null]);
  expect((await undo()).skipped).toEqual([]);
  expect(await cells("Director")).toEqual(links);
  expect((await redo()).skipped).toEqual([]);
  expect(await cells("Director")).toEqual(["F1", "F0, F1", null]);
  // Names become options.
  await undo();
  expect((await api.patch(`${films}/fields/Director`, { type: "multiple_select" })).status).toBe(200);
  expect(await cells("Director")).toEqual([["F1"], ["F0", "F1"], []]);
});

test("what cannot be linked is refused, and nothing changes", async ({ api, base }) => {
  const { films, people, cells } = await makeFilms(api, base, { directors: ["Ada"] });
  const refusal = async (change: object, field = "Director") => {
    const answers = await Promise.all(
      ["?dryRun=true", ""].map((query) => api.patch(`${films}/fields/${field}${query}`, change)),
    );
    const [rehearsed, real] = answers.map(({ status, body }) => [status, body.error?.details]);
    expect(rehearsed).toEqual(real);
    return real;
  };
  expect(await refusal({ type: "linked_record" })).toEqual([
    400,
    [{ path: "template.tableId", message: "is required" }],
  ]);
  expect(await refusal({ ...toPeople, template: { tableId: "Nobody" } })).toMatchObject([
    400,
    [{ path: "template.tableId" }],
  ]);
  expect(await refusal(toPeople, "Name")).toMatchObject([400, [{ path: "type" }]]);
  await api.post(`${people}/fields`, { type: "email", name: "Email", isRequired: true });
  expect(await refusal({ ...toPeople, createLinked: true })).toEqual([
    400,
    [
      {
        path: "createLinked",
        message: 'cannot be true, because new records of the linked table need a value in "Email"',
      },
    ],
  ]);
  const noLinks = [
    400,
    [{ path: "createLinked", message: "takes true only with a change to linked records" }],
  ];
  expect(await refusal({ type: "long_text", createLinked: true })).toEqual(noLinks);
  expect(await refusal({ name: "Directed by", createLinked: true })).toEqual(noLinks);
  expect(await cells("Director")).toEqual(["Ada"]);
  expect((await api.get<Table>(people)).body.fields).toHaveLength(2);
  await api.patch(`${films}/fields/Director`, { isRequired: true });
  expect((await api.patch(`${films}/fields/Director`, { ...toPeople, allowLoss: true })).status).toBe(409);
  expect(await cells("Director")).toEqual(["Ada"]);
});

test("a key needs the right to read records, and to create them", async ({ api, base }) => {
  const { films, cells } = await makeFilms(api, base, { directors: ["Ada"] });
  const statuses = async (scopes: readonly string[], change: object) => {
    const { body } = await api.post("/keys", { name: "Some", scopes });
    const client = new ApiClient(api.origin, body.key);
    const paths = [`${films}/fields/Director?dryRun=true`, `${films}/fields/Director`];
    return Promise.all(paths.map(async (path) => (await client.patch(path, change)).status));
  };
  expect(await statuses(["schema"], { ...toPeople, allowLoss: true })).toEqual([403, 403]);
  expect(await statuses(["schema", "read"], { ...toPeople, createLinked: true })).toEqual([403, 403]);
  expect(await cells("Director")).toEqual(["Ada"]);
  expect(await statuses(["schema", "read"], { ...toPeople, allowLoss: true })).toEqual([200, 200]);
});

const many = 20_000;

test(`${many.toLocaleString("en")} texts become links`, long, async ({ api, base }) => {
  test.setTimeout(300_000);
  const { films, undo, cells, filmsOf } = await makeFilms(api, base, { directors: [] });
  const csv = ["Name,Director", ...Array.from({ length: many }, (_, n) => `F${n},"P${n}, P${n % 10}"`)].join(
    "\n",
  );
  const imported = await api.call(`${films}/records/import?mode=create`, {
    method: "POST",
    raw: csv,
    headers: { "Content-Type": "text/csv" },
  });
  expect(imported.status, JSON.stringify(imported.body)).toBe(200);
  const create = { ...toPeople, createLinked: true };
  expect((await api.patch(`${films}/fields/Director`, create)).status).toBe(200);
  const [first, second] = await cells("Director");
  expect([(first as unknown[]).length, (second as unknown[]).length]).toEqual([1, 1]);
  expect((await filmsOf()).slice(0, 11).map((row) => (row as unknown[])[1])).toEqual([
    ...Array(10).fill(many / 10),
    1,
  ]);
  expect((await undo()).skipped).toEqual([]);
  expect((await cells("Director"))[1]).toBe("P1, P1");
  expect(await filmsOf()).toEqual([]);
});
