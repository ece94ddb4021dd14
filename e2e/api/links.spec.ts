/** Links between records: both sides, invalid links, and no dangling links. */
import pg from "pg";
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { type ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { expect, test as server } from "./fixtures";
import { type OwnServer, startOwnServer } from "./own-server";

const text = { type: "single_line_text", name: "Name" };

/**
 * Jobs and people. A job has one `Owner` and a `Team` of several people; people therefore have `Jobs`, which they own,
 * and `Jobs (1)`, of whose team they are.
 */
class World {
  private constructor(
    readonly api: ApiClient,
    readonly base: Base,
  ) {}

  static async make(api: ApiClient): Promise<World> {
    const link = (name: string, more = {}) => ({
      type: "linked_record",
      name,
      template: { tableId: "People", ...more },
    });
    const { body } = await api.post<Base>("/bases", {
      name: "Links",
      tables: [
        { name: "Jobs", fields: [text, link("Owner", { allowMultiple: false }), link("Team")] },
        { name: "People", fields: [text, { type: "email", name: "Email" }] },
      ],
    });
    return new World(api, body);
  }

  place(table: string): string {
    return `/bases/${this.base.id}/tables/${table}`;
  }

  records(table: string): string {
    return `${this.place(table)}/records`;
  }

  async make(table: string, record: object): Promise<Record> {
    const { status, body } = await this.api.post<Record>(this.records(table), { record });
    expect(status).toBe(201);
    return body;
  }

  async makeAll(table: string, ...names: string[]): Promise<string[]> {
    const records = names.map((Name) => ({ Name }));
    const { body } = await this.api.post<RecordPage>(`${this.records(table)}/bulk`, { records });
    return body.records.map(({ id }) => id);
  }

  async read(table: string, id: string): Promise<Record> {
    return (await this.api.get<Record>(`${this.records(table)}/${id}`)).body;
  }

  async cell(table: string, id: string, field: string): Promise<unknown> {
    return (await this.read(table, id)).fields[field];
  }

  change(table: string, id: string, record: object) {
    return this.api.patch<Record>(`${this.records(table)}/${id}`, { record });
  }

  remove(path: string, body?: unknown) {
    return this.api.call(path, { method: "DELETE", body });
  }

  /** Every record of a table, which no refused call may have changed. */
  async everything(): Promise<unknown> {
    const { body } = await this.api.get<Base>(`/bases/${this.base.id}`);
    const pages = body.tables.map(({ id }) => this.api.post(`${this.records(id)}/list`, {}));
    return [body, ...(await Promise.all(pages)).map((page) => page.body)];
  }
}

const test = server.extend<{ world: World }>({
  world: async ({ api }, use) => use(await World.make(api)),
});

test.describe("a link field", () => {
  test("has an inverse in the other table, named after its table and numbered if that is taken", async ({
    world: { base },
  }) => {
    const [jobs, people] = base.tables as [Table, Table];
    const [, owner, team] = jobs.fields as [Field, Field, Field];
    const [, , back, secondBack] = people.fields as [Field, Field, Field, Field];
    const common = { id: minted.fieldId, type: "linked_record" };
    const fromJobs = { tableId: people.id, isInverse: false };
    const fromPeople = { tableId: jobs.id, isInverse: true, allowMultiple: true };
    expect([owner, team, back, secondBack]).toEqual([
      {
        ...common,
        name: "Owner",
        order: 1,
        template: { ...fromJobs, allowMultiple: false, inverseFieldId: back.id },
      },
      {
        ...common,
        name: "Team",
        order: 2,
        template: { ...fromJobs, allowMultiple: true, inverseFieldId: secondBack.id },
      },
      { ...common, name: "Jobs", order: 2, template: { ...fromPeople, inverseFieldId: owner.id } },
      { ...common, name: "Jobs (1)", order: 3, template: { ...fromPeople, inverseFieldId: team.id } },
    ]);
  });

  test("stores links written by name or id, on both sides", async ({ world }) => {
    const [ada, bob] = (await world.makeAll("People", "Ada", "Bob")) as [string, string];
    const [name, owner, team] = (world.base.tables[0] as Table).fields as [Field, Field, Field];
    for (const written of [
      { Name: "Roof", Owner: [bob], Team: [bob, ada] },
      { [name.id]: "Roof", [owner.id]: [bob], [team.id]: [bob, ada] },
    ]) {
      const job = await world.make("Jobs", written);
      expect(job).toEqual({
        id: minted.recordId,
        data: { [name.id]: "Roof", [owner.id]: [bob], [team.id]: [bob, ada] },
        fields: { Name: "Roof", Owner: [bob], Team: [bob, ada] },
        createdAt: minted.time,
        updatedAt: job.createdAt,
      });
      expect(await world.read("Jobs", job.id)).toEqual(job);
      expect((await world.read("People", ada)).fields).toEqual({
        Name: "Ada",
        Email: null,
        Jobs: [],
        "Jobs (1)": [job.id],
      });
      expect((await world.read("People", bob)).fields).toEqual({
        Name: "Bob",
        Email: null,
        Jobs: [job.id],
        "Jobs (1)": [job.id],
      });
      await world.remove(`${world.records("Jobs")}/${job.id}`);
    }
  });

  const written: [given: unknown, held: string[]][] = [
    [
      ["Cy", "Ada", "Bob"],
      ["Cy", "Ada", "Bob"],
    ],
    [["Bob"], ["Bob"]],
    ["Cy", ["Cy"]],
    [[], []],
    [null, []],
  ];
  for (const [given, held] of written) {
    test(`takes ${JSON.stringify(given)}, in that order`, async ({ world }) => {
      const names = ["Ada", "Bob", "Cy"];
      const ids = await world.makeAll("People", ...names);
      const idOf = (name: string) => ids[names.indexOf(name)] as string;
      const job = await world.make("Jobs", { Team: [idOf("Ada"), idOf("Bob")] });
      const Team = typeof given === "string" ? idOf(given) : ((given as string[] | null)?.map(idOf) ?? given);
      const { status, body } = await world.change("Jobs", job.id, { Team });
      expect(status).toBe(200);
      expect(body.fields.Team).toEqual(held.map(idOf));
      expect(await world.read("Jobs", job.id)).toEqual(body);
      for (const name of names) {
        const isHeld = held.includes(name);
        expect(await world.cell("People", idOf(name), "Jobs (1)")).toEqual(isHeld ? [job.id] : []);
      }
    });
  }

  test("can be written from the inverse side, which has its own order", async ({ world }) => {
    const [ada] = (await world.makeAll("People", "Ada")) as [string];
    const [roof, door, wall] = (await world.makeAll("Jobs", "Roof", "Door", "Wall")) as string[];
    await world.change("People", ada, { "Jobs (1)": [wall, roof] });
    expect(await world.cell("Jobs", wall as string, "Team")).toEqual([ada]);
    expect(await world.cell("Jobs", door as string, "Team")).toEqual([]);
    await world.change("Jobs", door as string, { Team: [ada] });
    expect(await world.cell("People", ada, "Jobs (1)")).toEqual([wall, roof, door]);
  });

  test("keeps its order when records are removed and added", async ({ world }) => {
    const [ada, bob, cy, di] = (await world.makeAll("People", "Ada", "Bob", "Cy", "Di")) as string[];
    const job = await world.make("Jobs", { Team: [ada, bob, cy] });
    await world.change("People", bob as string, { "Jobs (1)": [] });
    expect(await world.cell("Jobs", job.id, "Team")).toEqual([ada, cy]);
    await world.change("People", di as string, { "Jobs (1)": [job.id] });
    expect(await world.cell("Jobs", job.id, "Team")).toEqual([ada, cy, di]);
    await world.change("Jobs", job.id, { Team: [di, ada, cy] });
    expect(await world.cell("Jobs", job.id, "Team")).toEqual([di, ada, cy]);
  });

  test("of several records is written in one call", async ({ world }) => {
    const [ada, bob] = (await world.makeAll("People", "Ada", "Bob")) as string[];
    const { body } = await world.api.post(`${world.records("Jobs")}/bulk`, {
      records: [
        { Name: "Roof", Team: [bob, ada] },
        { Name: "Door" },
        { Name: "Wall", Team: [ada], Owner: bob },
      ],
    });
    const [roof, door, wall] = body.records.map(({ id }: Record) => id);
    const [, owner, team] = ["Name", "Owner", "Team"].map((name) =>
      body.records.map(({ fields }: Record) => fields[name]),
    );
    expect(team).toEqual([[bob, ada], [], [ada]]);
    expect(owner).toEqual([[], [], [bob]]);
    expect(await world.cell("People", ada as string, "Jobs (1)")).toEqual([roof, wall]);
    const changed = await world.api.call(`${world.records("Jobs")}/bulk`, {
      method: "PUT",
      body: {
        records: [
          { recordId: wall, Team: [] },
          { recordId: door, Team: [ada] },
        ],
      },
    });
    expect(changed.body.records.map(({ fields }: Record) => fields.Team)).toEqual([[], [ada]]);
    expect(await world.cell("People", ada as string, "Jobs (1)")).toEqual([roof, door]);
  });
});

test.describe("a link is refused", () => {
  const nobody = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
  type Ids = { ada: string; bob: string; job: string; stranger: string };
  const noneOf = (id: string) => `takes records of the linked table; it does not have ${id}`;
  const cases: [title: string, given: (ids: Ids) => object, details: (ids: Ids) => [string, string][]][] = [
    ["for a record that is not there", () => ({ Team: [nobody] }), () => [["record.Team", noneOf(nobody)]]],
    [
      "for a record of another table",
      ({ ada, job }) => ({ Team: [ada, job] }),
      ({ job }) => [["record.Team", noneOf(job)]],
    ],
    [
      "for a record of another database",
      ({ stranger }) => ({ Team: stranger }),
      ({ stranger }) => [["record.Team", noneOf(stranger)]],
    ],
    [
      "for a record that is named twice",
      ({ ada, bob }) => ({ Team: [ada, bob, ada.toUpperCase()] }),
      ({ ada }) => [["record.Team", `holds "${ada}" twice; each item may occur only once`]],
    ],
    [
      "for what is no id",
      ({ ada }) => ({ Team: [ada, "Bob"] }),
      () => [["record.Team[1]", 'takes record ids, which are UUIDs; "Bob" is not one']],
    ],
    [
      "for what is no list",
      () => ({ Team: 5 }),
      () => [["record.Team", "takes a list of record ids, not a number"]],
    ],
    [
      "for a second record where there may be one",
      ({ ada, bob }) => ({ Owner: [ada, bob] }),
      () => [["record.Owner", "takes one record, not 2, because allowMultiple is off"]],
    ],
    [
      "and with it the good values beside it",
      ({ ada }) => ({ Name: "x", Owner: [ada], Team: [nobody] }),
      () => [["record.Team", noneOf(nobody)]],
    ],
  ];
  for (const [title, given, details] of cases) {
    test(title, async ({ world }) => {
      const [ada, bob] = (await world.makeAll("People", "Ada", "Bob")) as [string, string];
      const job = await world.make("Jobs", { Name: "Roof", Team: [bob] });
      const [stranger] = (await (await World.make(world.api)).makeAll("People", "Eve")) as [string];
      const ids = { ada, bob, job: job.id, stranger };
      const before = await world.everything();
      const expected = badRequestBody(...details(ids));
      const changed = await world.change("Jobs", job.id, given(ids));
      expect([changed.status, changed.body]).toEqual([400, expected]);
      const made = await world.api.post(world.records("Jobs"), { record: given(ids) });
      expect([made.status, made.body]).toEqual([400, expected]);
      expect(await world.everything()).toEqual(before);
    });
  }

  test("at each place of a bulk call, which then changes nothing", async ({ world }) => {
    const [ada] = (await world.makeAll("People", "Ada")) as [string];
    const job = await world.make("Jobs", { Team: [ada] });
    const before = await world.everything();
    const records = [{ Team: [ada] }, { Team: [nobody] }, { Name: "x" }, { Owner: job.id }];
    const made = await world.api.post(`${world.records("Jobs")}/bulk`, { records });
    expect(made.body).toEqual(badRequestBody(["records[1].Team", noneOf(nobody)]));
    const changed = await world.api.call(`${world.records("Jobs")}/bulk`, {
      method: "PUT",
      body: { records: [{ recordId: job.id, Team: [nobody] }] },
    });
    expect(changed.body).toEqual(badRequestBody(["records[0].Team", noneOf(nobody)]));
    expect(await world.everything()).toEqual(before);
  });
});

test.describe("a record limited to one list", () => {
  test("leaves the list it was in", async ({ world }) => {
    const [ada, bob] = (await world.makeAll("People", "Ada", "Bob")) as [string, string];
    const [roof, door] = (await world.makeAll("Jobs", "Roof", "Door")) as [string, string];
    await world.change("People", ada, { Jobs: [roof, door] });
    const { body } = await world.change("People", bob, { Jobs: [door] });
    expect(body.fields.Jobs).toEqual([door]);
    expect(await world.cell("People", ada, "Jobs")).toEqual([roof]);
    expect(await world.cell("Jobs", door, "Owner")).toEqual([bob]);
    await world.change("Jobs", roof, { Owner: bob });
    expect(await world.cell("People", ada, "Jobs")).toEqual([]);
    expect(await world.cell("People", bob, "Jobs")).toEqual([door, roof]);
  });

  test("moves between lists within one call, but only to one", async ({ world }) => {
    const [ada, bob] = (await world.makeAll("People", "Ada", "Bob")) as [string, string];
    const [roof] = (await world.makeAll("Jobs", "Roof")) as [string];
    await world.change("People", ada, { Jobs: [roof] });
    const put = (records: object[]) =>
      world.api.call(`${world.records("People")}/bulk`, { method: "PUT", body: { records } });
    const before = await world.everything();
    const twice = await put([
      { recordId: ada, Jobs: [roof] },
      { recordId: bob, Jobs: [roof] },
    ]);
    expect([twice.status, twice.body]).toEqual([
      400,
      badRequestBody([
        "records[1].Jobs",
        `links ${roof}, which another record of this call links too; it can be linked only once`,
      ]),
    ]);
    expect(await world.everything()).toEqual(before);
    const swapped = await put([
      { recordId: bob, Jobs: [roof] },
      { recordId: ada, Jobs: [] },
    ]);
    expect(swapped.body.records.map(({ fields }: Record) => fields.Jobs)).toEqual([[roof], []]);
  });
});

test.describe("records of one table that link to each other", () => {
  test("are linked on both sides, including a record linked to itself", async ({ api, base }) => {
    const records = `/bases/${base.id}/tables/Tasks/records`;
    await api.post(`/bases/${base.id}/tables`, { name: "Tasks", fields: [text] });
    const { body: field } = await api.post<Field>(`/bases/${base.id}/tables/Tasks/fields`, {
      type: "linked_record",
      name: "Parent",
      template: { tableId: "Tasks", allowMultiple: false },
    });
    expect(field.template).toMatchObject({ isInverse: false, allowMultiple: false });
    const make = async (record: object) => (await api.post<Record>(records, { record })).body.id;
    const root = await make({ Name: "root" });
    const leaf = await make({ Name: "leaf", Parent: [root] });
    const cells = async () =>
      (await api.post<RecordPage>(`${records}/list`, {})).body.records.map(({ fields }) => fields);
    expect(await cells()).toEqual([
      { Name: "root", Parent: [], Tasks: [leaf] },
      { Name: "leaf", Parent: [root], Tasks: [] },
    ]);
    await api.patch(`${records}/${root}`, { record: { Parent: [root] } });
    expect(await cells()).toEqual([
      { Name: "root", Parent: [root], Tasks: [leaf, root] },
      { Name: "leaf", Parent: [root], Tasks: [] },
    ]);
    const { body } = await api.patch(`${records}/${leaf}`, { record: { Parent: null, Tasks: [root] } });
    expect(body.fields).toEqual({ Name: "leaf", Parent: [], Tasks: [root] });
    expect(await cells()).toEqual([
      { Name: "root", Parent: [leaf], Tasks: [] },
      { Name: "leaf", Parent: [], Tasks: [root] },
    ]);
  });
});

test.describe("a change of links advances updatedAt of", () => {
  type Names = "job" | "ada" | "bob" | "cy";
  const cases: [title: string, team: Names[], moved: Names[]][] = [
    ["an added record", ["ada", "bob", "cy"], ["job", "cy"]],
    ["a removed record", ["bob"], ["job", "ada"]],
    ["only the list's own record if the order changes", ["bob", "ada"], ["job"]],
    ["nothing if nothing changes", ["ada", "bob"], []],
  ];
  for (const [title, team, moved] of cases) {
    test(title, async ({ world }) => {
      const [ada, bob, cy] = (await world.makeAll("People", "Ada", "Bob", "Cy")) as [string, string, string];
      const job = (await world.make("Jobs", { Team: [ada, bob] })).id;
      const ids = { job, ada, bob, cy };
      const times = async () => {
        const of = async (name: Names) => world.read(name === "job" ? "Jobs" : "People", ids[name]);
        const records = await Promise.all((Object.keys(ids) as Names[]).map(of));
        return new Map(records.map(({ id, updatedAt }) => [id, updatedAt]));
      };
      const before = await times();
      // A later millisecond.
      await expect
        .poll(() => Date.now())
        .toBeGreaterThan(Math.max(...[...before.values()].map(Date.parse)) + 1);
      const { body } = await world.change("Jobs", job, { Team: team.map((name) => ids[name]) });
      const after = await times();
      expect(body.updatedAt).toBe(after.get(job));
      const changed = (Object.keys(ids) as Names[]).filter(
        (name) => before.get(ids[name]) !== after.get(ids[name]),
      );
      expect(changed).toEqual(moved);
      for (const name of moved) expect(`${after.get(ids[name])}` > `${before.get(ids[name])}`).toBe(true);
    });
  }

  test("nothing if a list without its deleted record is written", async ({ world }) => {
    const [ada, bob, cy] = (await world.makeAll("People", "Ada", "Bob", "Cy")) as [string, string, string];
    const job = (await world.make("Jobs", { Team: [ada, bob, cy] })).id;
    await world.remove(`${world.records("People")}/${bob}`);
    const before = await world.everything();
    expect((await world.change("Jobs", job, { Team: [ada, cy] })).status).toBe(200);
    expect(await world.everything()).toEqual(before);
  });
});

test.describe("a lookup", () => {
  test(
    "shows linked values in link order, with lists flattened and empty values omitted",
    long,
    async ({ world }) => {
      const people = world.place("People");
      const options = [{ label: "Roofs" }, { label: "Doors" }];
      for (const field of [
        { type: "number", name: "Age" },
        { type: "checkbox", name: "Here" },
        { type: "single_select", name: "Main", template: { options } },
        { type: "multiple_select", name: "Skills", template: { options } },
        { type: "lookup", name: "Job names", template: { linkFieldId: "Jobs", targetFieldId: "Name" } },
      ]) {
        expect((await world.api.post(`${people}/fields`, field)).status).toBe(201);
      }
      const targets = ["Name", "Age", "Here", "Main", "Skills", "Jobs", "Job names", "Email"];
      for (const target of targets) {
        const template = { linkFieldId: "Team", targetFieldId: target };
        const { status } = await world.api.post(`${world.place("Jobs")}/fields`, {
          type: "lookup",
          name: `Team ${target}`,
          template,
        });
        expect(status).toBe(201);
      }
      const [roof, door] = (await world.makeAll("Jobs", "Roof", "Door")) as [string, string];
      const ada = await world.make("People", {
        Name: "Ada",
        Age: 36,
        Here: true,
        Main: "Doors",
        Skills: ["Doors", "Roofs"],
        Jobs: [door, roof],
      });
      const bob = await world.make("People", { Name: "" });
      const cy = await world.make("People", { Name: "Cy", Age: 0, Skills: ["Doors"] });
      const { body } = await world.change("Jobs", roof, { Team: [cy.id, ada.id, bob.id] });
      const looked = Object.fromEntries(targets.map((target) => [target, body.fields[`Team ${target}`]]));
      expect(looked).toEqual({
        Name: ["Cy", "Ada"],
        Age: [0, 36],
        Here: [false, true, false],
        Main: ["Doors"],
        Skills: ["Doors", "Doors", "Roofs"],
        Jobs: [door, roof],
        "Job names": ["Door", "Roof"],
        Email: [],
      });
      expect(await world.read("Jobs", roof)).toEqual(body);
      const { body: listed } = await world.api.post<RecordPage>(`${world.records("Jobs")}/list`, {});
      expect(listed.records.find(({ id }) => id === roof)).toEqual(body);
      expect(listed.records.find(({ id }) => id === door)?.fields).toMatchObject({
        "Team Name": [],
        "Team Age": [],
      });
      await world.change("People", cy.id, { Name: "Cyd" });
      expect(await world.cell("Jobs", roof, "Team Name")).toEqual(["Cyd", "Ada"]);
    },
  );

  test("cannot be written", async ({ world }) => {
    const template = { linkFieldId: "Team", targetFieldId: "Name" };
    await world.api.post(`${world.place("Jobs")}/fields`, { type: "lookup", name: "Names", template });
    const { status, body } = await world.api.post(world.records("Jobs"), { record: { Names: ["x"] } });
    expect([status, body]).toEqual([
      400,
      badRequestBody(["record.Names", "is computed and cannot be written"]),
    ]);
  });
});

test.describe("no dangling link remains", () => {
  test.describe.configure({ mode: "default" });

  let own: OwnServer;
  let database: pg.Client;

  test.beforeAll(async () => {
    own = await startOwnServer({});
    database = new pg.Client((await findRunningPostgres(own.dataFolder)) ?? undefined);
    await database.connect();
  });
  test.afterAll(async () => {
    await database.end();
    await own.stop();
  });

  const deletions: [
    title: string,
    request: (ids: { ada: string; bob: string }) => [path: string, body?: object],
  ][] = [
    ["a record", ({ ada }) => [`People/records/${ada}`]],
    ["records", ({ ada, bob }) => ["People/records/bulk", { recordIds: [ada, bob] }]],
    ["the link field", () => ["Jobs/fields/Team"]],
    ["its inverse", () => ["People/fields/Jobs%20(1)"]],
    ["the table linked to", () => ["People"]],
    ["the table with the links", () => ["Jobs"]],
  ];
  for (const [title, request] of deletions) {
    test(`after deleting ${title}`, async () => {
      const world = await World.make(own.api);
      const [ada, bob, cy] = (await world.makeAll("People", "Ada", "Bob", "Cy")) as [string, string, string];
      const job = (await world.make("Jobs", { Name: "Roof", Owner: [ada], Team: [ada, bob, cy] })).id;
      const [path, body] = request({ ada, bob });
      expect(await linksWithoutEnds(database)).toEqual([]);
      const before = await countLinks(database, world);
      const deleted = await world.remove(`/bases/${world.base.id}/tables/${path}`, body);
      expect(deleted.status).toBe(200);
      expect(await linksWithoutEnds(database)).toEqual([]);
      expect(await countLinks(database, world)).toBeLessThan(before);
      const isGone = (await world.api.get(world.place("Jobs"))).status === 404;
      const left = isGone ? undefined : await world.read("Jobs", job);
      const people = (await world.api.get(world.place("People"))).status === 404 ? [] : [ada, bob, cy];
      const stillThere = await Promise.all(
        people.map((id) => world.api.get(`${world.records("People")}/${id}`)),
      );
      const ids = stillThere.flatMap(({ status, body }) => (status === 200 ? [body.id] : []));
      if (left && "Team" in left.fields) expect(left.fields.Team).toEqual(ids);
    });
  }

  test("and a deleted record is out of every list, whose records move on", async () => {
    const world = await World.make(own.api);
    const [ada, bob] = (await world.makeAll("People", "Ada", "Bob")) as [string, string];
    const job = await world.make("Jobs", { Owner: [ada], Team: [bob, ada] });
    expect((await world.remove(`${world.records("People")}/${ada}`)).body).toEqual({ deleted: true });
    const after = await world.read("Jobs", job.id);
    expect(after.fields).toEqual({ Name: null, Owner: [], Team: [bob] });
    expect(after.updatedAt > job.updatedAt).toBe(true);
    const again = await world.remove(`${world.records("People")}/${ada}`);
    expect([again.status, again.body]).toEqual([404, errorBody("NOT_FOUND", `There is no record "${ada}".`)]);
  });

  test("with twenty writers on both sides while records are deleted", long, async () => {
    const world = await World.make(own.api);
    const people = await world.makeAll("People", ...Array.from({ length: 12 }, (_, index) => `P${index}`));
    const jobs = await world.makeAll("Jobs", ...Array.from({ length: 12 }, (_, index) => `J${index}`));
    const pick = (ids: readonly string[], from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ids[(from + index * 5) % ids.length] as string);
    const attempts = Array.from({ length: 20 }, async (_, writer) => {
      const statuses: number[] = [];
      for (let round = 0; round < 12; round++) {
        const at = writer * 7 + round * 3;
        const job = jobs[at % jobs.length] as string;
        const person = people[(at * 5) % people.length] as string;
        const requests = [
          () => world.change("Jobs", job, { Team: pick(people, at, 4), Owner: pick(people, at, 1) }),
          () =>
            world.change("People", person, { Jobs: pick(jobs, at, 3), "Jobs (1)": pick(jobs, at + 1, 4) }),
          () => world.api.post(world.records("Jobs"), { record: { Team: pick(people, at + 2, 3) } }),
          () =>
            world.api.call(`${world.records("People")}/bulk`, {
              method: "PUT",
              body: {
                records: pick(people, at, 2).map((recordId) => ({ recordId, "Jobs (1)": pick(jobs, at, 2) })),
              },
            }),
        ];
        const isDeletion = writer < 2 && round % 8 === 7;
        const { status } = isDeletion
          ? await world.remove(
              `${world.records(writer === 0 ? "People" : "Jobs")}/${writer === 0 ? person : job}`,
            )
          : await (requests[at % requests.length] as () => Promise<{ status: number }>)();
        statuses.push(status);
      }
      return statuses;
    });
    const statuses = (await Promise.all(attempts)).flat();
    // Only calls that name a deleted record fail, with that reason.
    expect([...new Set(statuses)].filter((status) => ![200, 201, 400, 404].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThan(0);
    // They waited for each other without a deadlock.
    expect(await countDeadlocks(database)).toBe(0);
    expect(await linksWithoutEnds(database)).toEqual([]);
    expect(await linksSeenFrom(world, "Jobs", "Team")).toEqual(
      await linksSeenFrom(world, "People", "Jobs (1)", "back"),
    );
    const owners = await linksSeenFrom(world, "Jobs", "Owner");
    expect(owners).toEqual(await linksSeenFrom(world, "People", "Jobs", "back"));
    expect(new Set(owners.map((pair) => pair.split(" → ")[0])).size).toBe(owners.length);
  });

  test("with forty writers during a schema change", long, async () => {
    const world = await World.make(own.api);
    const people = await world.makeAll("People", ...Array.from({ length: 40 }, (_, index) => `P${index}`));
    const jobs = await world.makeAll("Jobs", ...people.map((_, index) => `J${index}`));
    for (let round = 0; round < 3; round++) {
      const field = { type: "number", name: `N${round}` };
      expect((await world.api.post(`${world.place("People")}/fields`, field)).status).toBe(201);
      const answers = await Promise.all(
        jobs.map((job, index) => world.change("Jobs", job, { Team: [people[(index + round) % 40]] })),
      );
      expect(answers.map(({ status }) => status)).toEqual(jobs.map(() => 200));
    }
    expect(await linksWithoutEnds(database)).toEqual([]);
  });
});

/** Rows of `Link` whose field or record is missing. */
/** Excludes links of deleted fields, which remain for a restore. */
async function linksWithoutEnds(database: pg.Client): Promise<object[]> {
  const { rows } = await database.query(`
    SELECT link.* FROM "Link" AS link JOIN "Field" AS field ON field."id" = link."fieldId"
    WHERE NOT EXISTS (SELECT FROM "Record" WHERE "tableId" = field."tableId" AND "id" = link."fromId")
      OR NOT EXISTS (SELECT FROM "Record" WHERE "tableId" = field."template" ->> 'tableId' AND "id" = link."toId")`);
  return rows;
}

async function countLinks(database: pg.Client, { base }: World): Promise<number> {
  const fields = base.tables.flatMap((table) => table.fields.map(({ id }) => id));
  const { rows } = await database.query(
    'SELECT FROM "Link" WHERE "fieldId" IN (SELECT "id" FROM "Field" WHERE "id" = ANY($1))',
    [fields],
  );
  return rows.length;
}

async function countDeadlocks(database: pg.Client): Promise<number> {
  const { rows } = await database.query(
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  return rows[0].deadlocks;
}

/** Every link as `job → person`, read from one of its sides. */
async function linksSeenFrom(world: World, table: string, field: string, way?: "back"): Promise<string[]> {
  const { body } = await world.api.post<RecordPage>(`${world.records(table)}/list`, { limit: 2_000 });
  return body.records
    .flatMap(({ id, fields }) =>
      (fields[field] as string[]).map((other) => (way ? `${other} → ${id}` : `${id} → ${other}`)),
    )
    .toSorted();
}
