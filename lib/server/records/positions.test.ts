import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { rounds } from "../../../e2e/rounds";

let server: InProcess;
let client: pg.Client;
let letters: Letters;

beforeAll(async () => {
  server = await startInProcess();
  client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
});
beforeEach(async () => {
  letters = await Letters.make("ABCDEFGH");
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

test("a gap accepts any number of batches with short positions", async () => {
  const groups = [await letters.add(40, "x"), await letters.add(40, "y")];
  for (let round = 0; round < 120; round++) {
    expect(await letters.move(groups[round % 2] ?? [], "C")).toBe(200);
    if (round % 20 < 19) continue;
    expect(await letters.order()).toBe(`ABC${"y".repeat(40)}${"x".repeat(40)}DEFGH`);
  }
  expect(await letters.digits()).toBeLessThan(70);
});

test("a gap accepts any number of single records on either side", async () => {
  const moved = "EFG".repeat(rounds.movesIntoGap);
  for (const letter of moved) await letters.move(letters.ids(letter), "A");
  expect(await letters.order()).toBe("AGFEBCDH");
  let last = "B";
  for (const letter of moved) {
    await letters.move(letters.ids(letter), last);
    last = letter;
  }
  expect(await letters.order()).toBe("ABEFGCDH");
  expect(await letters.digits()).toBeLessThan(70);
}, 60_000);

test("records with equal positions are separated", async () => {
  await letters.crowd("BCDE", "0");
  const order = await letters.order();
  await letters.move(letters.ids("H"), "C");
  expect(await letters.order()).toBe(order.replace("H", "").replace("C", "CH"));
});

test("new records get positions, and the records moved apart for them are logged", async () => {
  await letters.crowd("BCDE", "1e-900");
  const { status, body } = await letters.call("POST", "/records", {
    record: { Name: "X" },
    after: letters.ids("C")[0],
  });
  expect([status, await letters.order()]).toEqual([201, "ABCXDEFGH"]);
  const changes = await letters.log();
  expect(changes.filter(({ isEcho }) => !isEcho).map(({ id }) => id)).toEqual([body.id]);
  const echoes = changes.filter(({ isEcho }) => isEcho);
  expect(echoes.map(({ id }) => id).toSorted()).toEqual(letters.ids("ABCDEFGH").toSorted());
  for (const { before, after } of echoes) {
    expect([Object.keys(before ?? {}), Object.keys(after ?? {})]).toEqual([["position"], ["position"]]);
  }
});

test("undo and redo restore positions among records that were moved apart", async () => {
  await letters.crowd("BCDE", "1e-900");
  await letters.move(letters.ids("D"), "B");
  expect(await letters.order()).toBe("ABDCEFGH");
  expect(await letters.reverse("undo")).toEqual({ restored: 1, skipped: [] });
  expect(await letters.order()).toBe("ABCDEFGH");
  expect(await letters.reverse("redo")).toEqual({ restored: 1, skipped: [] });
  expect(await letters.order()).toBe("ABDCEFGH");
});

test("undo keeps a record that was moved apart after its move", async () => {
  await letters.move(letters.ids("G"), "C");
  await letters.crowd("CD", "1e-900");
  await letters.move(letters.ids("H"), "C");
  expect(await letters.order()).toBe("ABCHDGEF");
  expect(await letters.reverse("undo")).toEqual({ restored: 1, skipped: [] });
  expect(await letters.reverse("undo")).toMatchObject({
    restored: 0,
    skipped: [{ recordId: letters.ids("G")[0] }],
  });
  expect(await letters.order()).toBe("ABCDGEFH");
});

/** A table with records named by letters. */
class Letters {
  #idOf = new Map<string, string>();

  private constructor(
    readonly baseId: string,
    readonly tableId: string,
    readonly viewId: string,
  ) {}

  static async make(names: string): Promise<Letters> {
    const tables = [{ name: "Letters", fields: [{ name: "Name", type: "single_line_text" }] }];
    const { body: base } = await server.call("POST", "/bases", { name: "Test", tables });
    const [{ id, views }] = base.tables;
    const made = new Letters(base.id, id, views[0].id);
    const { body } = await made.call("POST", "/records/bulk", {
      records: [...names].map((Name) => ({ Name })),
    });
    for (const { id, fields } of body.records) made.#idOf.set(fields.Name, id);
    return made;
  }

  call(method: string, path: string, body: object) {
    return server.call(method, `/bases/${this.baseId}/tables/${this.tableId}${path}`, body);
  }

  ids(names: string): string[] {
    return [...names].map((name) => this.#idOf.get(name) ?? "");
  }

  async add(count: number, name: string): Promise<string[]> {
    const records = Array.from({ length: count }, () => ({ Name: name }));
    const { body } = await this.call("POST", "/records/bulk", { records });
    return body.records.map(({ id }: { id: string }) => id);
  }

  async move(recordIds: string[], after: string): Promise<number> {
    return (await this.call("POST", "/records/move", { recordIds, after: this.ids(after)[0] })).status;
  }

  async order(): Promise<string> {
    const { body } = await this.call("POST", "/records/list", { viewId: this.viewId });
    return body.records.map(({ fields }: { fields: { Name: string } }) => fields.Name).join("");
  }

  /** Sets close positions, as after very many moves. */
  async crowd(names: string, space: string): Promise<void> {
    await client.query(
      `UPDATE "Record" SET "position" = first."position" + given."index" * $3::numeric
       FROM (SELECT "position" FROM "Record" WHERE "id" = $1) AS first,
         unnest($2::uuid[]) WITH ORDINALITY AS given ("id", "index") WHERE "Record"."id" = given."id"`,
      [this.ids(names)[0], this.ids(names), space],
    );
  }

  /** Maximum number of decimal places of a position. */
  async digits(): Promise<number> {
    const { rows } = await client.query(
      `SELECT max(scale("position")) AS "digits" FROM "Record" WHERE "tableId" = $1`,
      [this.tableId],
    );
    return rows[0].digits;
  }

  /** The log of the last change set. */
  async log(): Promise<{ id: string; isEcho: boolean; before: object | null; after: object | null }[]> {
    const { body } = await server.call("GET", `/bases/${this.baseId}/changes`);
    const last = body.changes.at(-1).changeSetId;
    return body.changes.filter(({ changeSetId }: { changeSetId: string }) => changeSetId === last);
  }

  async reverse(direction: "undo" | "redo"): Promise<object> {
    const { body } = await server.call("POST", `/bases/${this.baseId}/${direction}`);
    const { restored, skipped } = body;
    return { restored, skipped };
  }
}
