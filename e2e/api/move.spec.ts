/** The manual order, which views without sorts have. */
import type { ChangeList } from "../../lib/contract/changes";
import type { Record } from "../../lib/contract/records";
import type { ApiClient } from "../api-client";
import { badRequestBody, errorBody } from "../api-client";
import { long } from "../rounds";
import { contentsOf, expect, test as server } from "./fixtures";

const nobody = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";

/** A table with the records A to E, created in this order, and its view. */
class Letters {
  constructor(
    readonly api: ApiClient,
    readonly place: string,
    readonly viewId: string,
    readonly idOf: Map<string, string>,
  ) {}

  /** Ids of the records with these letters; other texts are used as they are. */
  ids(letters: string): string[] {
    return [...letters].map((letter) => this.idOf.get(letter) ?? letter);
  }

  move(recordIds: string[], after: string | null) {
    return this.api.post(`${this.place}/records/move`, { recordIds, after });
  }

  async make(letter: string, after?: string | null): Promise<Record> {
    const { status, body } = await this.api.post<Record>(`${this.place}/records`, {
      record: { Name: letter },
      ...(after !== undefined && { after: this.idOf.get(after ?? "") ?? after }),
    });
    expect(status).toBe(201);
    this.idOf.set(letter, body.id);
    return body;
  }

  /** The letters in the order of a list. */
  async order(list: object = { viewId: this.viewId }): Promise<string> {
    const { body } = await this.api.post(`${this.place}/records/list`, { limit: 2_000, ...list });
    return body.records.map(({ fields }: Record) => fields.Name).join("");
  }
}

const test = server.extend<{ letters: Letters }>({
  letters: async ({ api, place, table }, use) => {
    const records = [..."ABCDE"].map((Name) => ({ Name }));
    const { body } = await api.post(`${place}/records/bulk`, { records });
    const idOf = new Map<string, string>(body.records.map(({ id, fields }: Record) => [fields.Name, id]));
    await use(new Letters(api, place, table.views[0]?.id ?? "", idOf));
  },
});

const moves: [moved: string, after: string | null, order: string][] = [
  ["D", "A", "ADBCE"],
  ["A", "E", "BCDEA"],
  ["E", null, "EABCD"],
  ["A", null, "ABCDE"],
  ["C", "B", "ABCDE"],
  ["EC", "A", "AECBD"],
  ["DA", "B", "BDACE"],
  ["EDCBA", null, "EDCBA"],
  ["BADCE", null, "BADCE"],
  ["ABCD", "E", "EABCD"],
];
for (const [moved, after, order] of moves) {
  test(`${moved} moves ${after ? `behind ${after}` : "to the top"}: ${order}`, async ({ letters }) => {
    const recordIds = letters.ids(moved);
    const { status, body } = await letters.move(recordIds, after && (letters.idOf.get(after) as string));
    expect(status).toBe(200);
    expect(body).toEqual({ recordIds });
    expect(await letters.order()).toBe(order);
    // Sorted views ignore the manual order.
    expect(await letters.order({})).toBe("ABCDE");
    expect(await letters.order({ sort: [{ field: "Name", direction: "desc" }] })).toBe("EDCBA");
    expect(await letters.order({ viewId: letters.viewId, sort: [{ field: "Name" }] })).toBe("ABCDE");
  });
}

test("a move to the same position is not logged and keeps redo", async ({ letters, api, base }) => {
  const [a = ""] = letters.ids("A");
  await letters.move(letters.ids("D"), a);
  await api.post(`/bases/${base.id}/undo`, undefined);
  let log: ChangeList | undefined;
  // Longer transactions of other tests may hold changes back.
  const moves = async () => {
    ({ body: log } = await api.get<ChangeList>(`/bases/${base.id}/changes`));
    return log?.changes.filter(({ kind, before }) => kind === "record" && before !== null).length;
  };
  await expect.poll(moves).toBe(2);
  const still: [string, string | null][] = [
    ["BC", a],
    ["AB", null],
    ["E", letters.ids("D")[0] ?? ""],
  ];
  for (const [moved, after] of still) {
    expect((await letters.move(letters.ids(moved), after)).status).toBe(200);
  }
  expect((await letters.move(letters.ids("A"), nobody)).status).toBe(404);
  const { body } = await api.get(`/bases/${base.id}/changes?since=${log?.next}`);
  expect(body.changes).toEqual([]);
  expect((await api.post(`/bases/${base.id}/redo`, undefined)).status).toBe(200);
  expect(await letters.order()).toBe("ADBCE");
});

test("several moves add up, and pages follow the order", async ({ letters }) => {
  await letters.move(letters.ids("E"), letters.ids("A")[0] ?? "");
  await letters.move(letters.ids("C"), null);
  await letters.move(letters.ids("AB"), letters.ids("D")[0] ?? "");
  expect(await letters.order()).toBe("CEDAB");
  let paged = "";
  for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
    const list = { viewId: letters.viewId, limit: 2, cursor };
    const { body } = await letters.api.post(`${letters.place}/records/list`, list);
    paged += body.records.map(({ fields }: Record) => fields.Name).join("");
    cursor = body.nextCursor ?? undefined;
    expect(body.hasMore).toBe(pages < 2);
  }
  expect(paged).toBe("CEDAB");
});

test("views with sorts ignore the manual order, those with a filter follow it", async ({ letters }) => {
  const view = async (name: string, config: object) =>
    (await letters.api.post(`${letters.place}/views`, { name, type: "grid", config })).body.id;
  const name = (await letters.api.get(letters.place)).body.primaryFieldId;
  const sorted = await view("Sorted", { sorts: [{ fieldId: name, direction: "desc" }] });
  const filtered = await view("Filtered", { filter: { field: "Name", not_in: ["B", "D"] } });
  await letters.move(letters.ids("ED"), null);
  expect(await letters.order({ viewId: sorted })).toBe("EDCBA");
  expect(await letters.order({ viewId: filtered })).toBe("EAC");
});

test("new records come last or at `after`", async ({ letters }) => {
  await letters.move(letters.ids("A"), letters.ids("E")[0] ?? "");
  await letters.make("F");
  expect(await letters.order()).toBe("BCDEAF");
  await letters.make("G", "B");
  await letters.make("H", null);
  await letters.make("I", "F");
  await letters.make("J");
  expect(await letters.order()).toBe("HBGCDEAFIJ");
  expect(await letters.order({})).toBe("ABCDEFGHIJ");
});

test("records placed first in an empty table can be moved", async ({ letters }) => {
  const recordIds = letters.ids("ABCDE");
  await letters.api.call(`${letters.place}/records/bulk`, { method: "DELETE", body: { recordIds } });
  await letters.make("X", null);
  for (const letter of "YZ") await letters.make(letter);
  await letters.move(letters.ids("Y"), letters.idOf.get("X") as string);
  await letters.move(letters.ids("X"), null);
  expect(await letters.order()).toBe("XYZ");
  await letters.move(letters.ids("Z"), null);
  expect(await letters.order()).toBe("ZXY");
});

test("a move does not change the record", async ({ letters }) => {
  const at = `${letters.place}/records/${letters.idOf.get("C")}`;
  const { body: before } = await letters.api.get(at);
  await letters.move(letters.ids("C"), null);
  expect((await letters.api.get(at)).body).toEqual(before);
});

test("any number of records fit between two others", long, async ({ letters }) => {
  const [a, b, c, d, e] = letters.ids("ABCDE") as [string, string, string, string, string];
  for (let round = 0; round < 150; round++) {
    // Moves it into the remaining gap between A and its neighbour each time.
    for (const pair of [
      [b, c],
      [d, e],
    ]) {
      const { status, body } = await letters.move(pair, a);
      expect([status, body]).toEqual([200, { recordIds: pair }]);
    }
  }
  expect(await letters.order()).toBe("ADEBC");
  await letters.move([e], a);
  expect(await letters.order()).toBe("AEDBC");
});

test("records moved to one position at once get distinct positions", async ({ letters }) => {
  const a = letters.idOf.get("A") as string;
  const answers = await Promise.all([..."BCDE"].map((letter) => letters.move(letters.ids(letter), a)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const order = await letters.order();
  expect([...order].toSorted().join("")).toBe("ABCDE");
  expect(order[0]).toBe("A");
  // Fails if two positions are equal.
  await letters.make("X", order[2]);
  expect(await letters.order()).toBe(`${order.slice(0, 3)}X${order.slice(3)}`);
});

test("the only record can be moved to the top", async ({ letters }) => {
  const recordIds = letters.ids("ABCD");
  await letters.api.call(`${letters.place}/records/bulk`, { method: "DELETE", body: { recordIds } });
  expect((await letters.move(letters.ids("E"), null)).status).toBe(200);
  expect(await letters.order()).toBe("E");
});

test("after an unknown record: 404", async ({ letters, base }) => {
  const before = await contentsOf(letters.api, base);
  const message = `is ${nobody}, which is not a record of this table`;
  const expected = errorBody("NOT_FOUND", `after ${message}.`, [{ path: "after", message }]);
  const moved = await letters.move(letters.ids("A"), nobody);
  expect([moved.status, moved.body]).toEqual([404, expected]);
  const made = await letters.api.post(`${letters.place}/records`, { record: {}, after: nobody });
  expect([made.status, made.body]).toEqual([404, expected]);
  expect(await contentsOf(letters.api, base)).toEqual(before);
  expect(await letters.order()).toBe("ABCDE");
});

test("of unknown records: a 404 names each, and nothing is moved", async ({ letters }) => {
  const [a] = letters.ids("A") as [string];
  const { status, body } = await letters.move([...letters.ids("E"), nobody], a);
  expect(status).toBe(404);
  const message = `is ${nobody}, which is not a record of this table`;
  expect(body).toEqual(
    errorBody("NOT_FOUND", `recordIds[1] ${message}.`, [{ path: "recordIds[1]", message }]),
  );
  expect(await letters.order()).toBe("ABCDE");
});

const refused: [title: string, given: (ids: string[]) => object, path: string, message: unknown][] = [
  [
    "behind one of the moved",
    ([a, b]) => ({ recordIds: [a, b], after: b }),
    "after",
    "is one of the records to be moved",
  ],
  [
    "of one record twice",
    ([a, b]) => ({ recordIds: [a, b, a?.toUpperCase()], after: null }),
    "recordIds[2]",
    "is the same record as recordIds[0]",
  ],
  ["without saying where", ([a]) => ({ recordIds: [a] }), "after", "is required"],
  ["of nothing", () => ({ recordIds: [], after: null }), "recordIds", "takes at least one record"],
  [
    "of 2,001",
    () => ({ recordIds: Array(2_001).fill(nobody), after: null }),
    "recordIds",
    "takes at most 2,000 records",
  ],
  [
    "behind what is no id",
    ([a]) => ({ recordIds: [a], after: "top" }),
    "after",
    'takes a record id, which is a UUID, not "top"',
  ],
  [
    "with an unknown key",
    ([a]) => ({ recordIds: [a], after: null, before: a }),
    "before",
    "is not a known key. Known keys: recordIds, after",
  ],
];
for (const [title, given, path, message] of refused) {
  test(`a move is refused ${title}`, async ({ letters }) => {
    const { status, body } = await letters.api.post(
      `${letters.place}/records/move`,
      given(letters.ids("ABCDE")),
    );
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        ...badRequestBody([path, "x"]).error,
        message: expect.stringContaining(path),
        details: [{ path, message }],
      },
    });
    expect(await letters.order()).toBe("ABCDE");
  });
}
