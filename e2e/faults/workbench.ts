/** A database for random writes, and the generators of those writes. */
import fc from "fast-check";
import { v7 } from "uuid";
import type { Base } from "../../lib/contract/bases";
import type { ChangeList } from "../../lib/contract/changes";
import type { RecordPage } from "../../lib/contract/lists";
import type { Table } from "../../lib/contract/tables";
import type { TrashList } from "../../lib/contract/trash";
import type { ApiClient } from "../api-client";

/** A write to whatever exists when it runs. */
export interface Step {
  run(bench: Workbench): Promise<void>;
  /** Describes the write in failure messages. */
  toString(): string;
}

const labels = ["Open", "Shut", "Straße", "50%"];
const options = labels.slice(0, 2).map((label) => ({ label }));

export class Workbench {
  #since: string | undefined;
  #lastMark: string | undefined;
  readonly #changeSets = new Set<string>();

  private constructor(
    readonly api: ApiClient,
    readonly baseId: string,
    /** Another database, only for marks in the log. */
    private readonly markedId: string,
    /** Groups the next writes into one change set. */
    private readonly changeSetId?: string,
  ) {}

  /** Creates the databases as a user who makes no other writes. */
  static async make(founder: ApiClient): Promise<Workbench> {
    const fields = [
      { name: "Name", type: "single_line_text" },
      { name: "Amount", type: "number" },
      { name: "Stage", type: "single_select", template: { options } },
      { name: "Tags", type: "multiple_select", template: { options } },
      { name: "Done", type: "checkbox" },
      { name: "Parent", type: "linked_record", template: { tableId: "Rows", allowMultiple: false } },
    ];
    const others = [{ name: "Title", type: "single_line_text" }];
    const tables = [
      { name: "Rows", fields },
      { name: "Others", fields: others },
    ];
    const { id } = (await founder.post<Base>("/bases", { name: "Workbench", tables })).body;
    const records = [{ Name: "a", Amount: 1 }, { Name: "b", Stage: "Open" }, { Name: "c" }];
    await founder.post(`/bases/${id}/tables/Rows/records/bulk`, { records });
    const { body: marked } = await founder.post<Base>("/bases", { name: "Marks" });
    return new Workbench(founder, id, marked.id);
  }

  /** This workbench for another client. */
  of(api: ApiClient): Workbench {
    return new Workbench(api, this.baseId, this.markedId);
  }

  /** This workbench with all writes in one change set. */
  joined(): Workbench {
    return new Workbench(this.api, this.baseId, this.markedId, v7());
  }

  /** Deletes the databases. */
  async remove(): Promise<void> {
    for (const id of [this.baseId, this.markedId]) await this.api.call(`/bases/${id}`, { method: "DELETE" });
  }

  /** Counts all change sets. */
  async countChangeSets(): Promise<number> {
    await this.#awaitLog();
    for (let hasMore = true; hasMore; ) {
      const query = this.#since === undefined ? "" : `?since=${this.#since}`;
      const { body } = await this.api.get<ChangeList>(`/bases/${this.baseId}/changes${query}`);
      for (const { changeSetId } of body.changes) this.#changeSets.add(changeSetId);
      this.#since = body.next;
      hasMore = body.hasMore;
    }
    return this.#changeSets.size;
  }

  /** Waits until the log is complete: it shows an entry only once no earlier one can appear, so a new mark proves it. */
  async #awaitLog(): Promise<void> {
    const name = v7();
    await this.api.call(`/bases/${this.markedId}`, { method: "PATCH", body: { name } });
    for (let isListed = false; !isListed; ) {
      const query = this.#lastMark === undefined ? "" : `?since=${this.#lastMark}`;
      const { body } = await this.api.get<ChangeList>(`/bases/${this.markedId}/changes${query}`);
      this.#lastMark = body.next;
      isListed = body.changes.some(({ after }) => after?.name === name);
    }
  }

  /** Sends a write to the database. It may be refused, but must not fail. */
  async write(method: string, path: string, body?: object): Promise<void> {
    const headers = { "Change-Set-Id": this.changeSetId };
    const answer = await this.api.call(`/bases/${this.baseId}${path}`, { method, body, headers });
    if (answer.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify([body, answer.body])}`);
  }

  /** The current state of a table, by number. */
  async table(number: number): Promise<Table | undefined> {
    const { body } = await this.api.get<Base>(`/bases/${this.baseId}`);
    return pick(body.tables, number);
  }

  async recordIds({ id }: Table): Promise<string[]> {
    const place = `/bases/${this.baseId}/tables/${id}/records/list`;
    return (await this.api.post<RecordPage>(place, { limit: 100 })).body.records.map((record) => record.id);
  }
}

function pick<Thing>(things: readonly Thing[], number: number): Thing | undefined {
  return things[number % things.length];
}

const picked = fc.nat({ max: 999 });
const text = fc.constantFrom("", "a", "b", "12", "Open", "Open, Shut", "ß%_", "true");
const label = fc.constantFrom(...labels);
/** Generates a value for each field type; links as numbers. */
const values = fc.record(
  {
    single_line_text: fc.option(text),
    long_text: fc.option(text),
    number: fc.option(fc.integer({ min: -3, max: 12 })),
    single_select: fc.option(label),
    multiple_select: fc.uniqueArray(label, { maxLength: 3 }),
    checkbox: fc.boolean(),
    date: fc.option(fc.constantFrom("2026-01-31", "0001-01-01")),
    linked_record: fc.array(picked, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
type Values = { readonly [type: string]: unknown };

const types = [
  "single_line_text",
  "long_text",
  "number",
  "single_select",
  "multiple_select",
  "checkbox",
  "date",
];
const type = fc.constantFrom(...types);
const newName = fc.constantFrom("New", "Other", "ß/%", "Name", "Stage", "Rows");

/** The generated values by the names of a table's fields. */
async function written(bench: Workbench, table: Table, given: Values): Promise<object> {
  const linked = await bench.recordIds(table);
  const cells = table.fields.flatMap(({ name, type, template }) => {
    if (!(type in given)) return [];
    if (type !== "linked_record") return [[name, given[type]]];
    if (template.tableId !== table.id) return [];
    const ids = [...new Set((given[type] as number[]).flatMap((number) => pick(linked, number) ?? []))];
    return [[name, template.allowMultiple ? ids : ids.slice(0, 1)]];
  });
  return Object.fromEntries(cells);
}

/** Generates a kind of write from random parts. */
function step<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (bench: Workbench, given: Given) => Promise<void>,
): fc.Arbitrary<Step> {
  return given.map((each) => ({
    run: (bench) => run(bench, each),
    toString: () => `${name}(${JSON.stringify(each)})`,
  }));
}

/** Generates a write to a table, if one exists. */
function inTable<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (at: { bench: Workbench; table: Table; path: string }, given: Given) => Promise<void>,
): fc.Arbitrary<Step> {
  // Prefers the first table.
  const which = fc.constantFrom(0, 0, 0, 1);
  return step(name, fc.tuple(which, given), async (bench, [number, each]) => {
    const table = await bench.table(number);
    if (table) await run({ bench, table, path: `/tables/${table.id}` }, each);
  });
}

const single = fc.oneof(
  inTable("create", fc.tuple(values, fc.option(picked)), async ({ bench, table, path }, [given, behind]) => {
    const after = behind === null ? undefined : pick(await bench.recordIds(table), behind);
    await bench.write("POST", `${path}/records?typecast=true`, {
      record: await written(bench, table, given),
      after,
    });
  }),
  inTable(
    "createMany",
    fc.array(values, { minLength: 1, maxLength: 3 }),
    async ({ bench, table, path }, all) => {
      const records = await Promise.all(all.map((given) => written(bench, table, given)));
      await bench.write("POST", `${path}/records/bulk?typecast=true`, { records });
    },
  ),
  inTable("update", fc.tuple(picked, values), async ({ bench, table, path }, [number, given]) => {
    const id = pick(await bench.recordIds(table), number);
    const record = await written(bench, table, given);
    if (id) await bench.write("PATCH", `${path}/records/${id}?typecast=true`, { record });
  }),
  inTable(
    "updateMany",
    fc.array(fc.tuple(picked, values), { minLength: 1, maxLength: 4 }),
    async ({ bench, table, path }, all) => {
      const ids = await bench.recordIds(table);
      const byId = new Map(all.map(([number, given]) => [pick(ids, number), given]));
      const records = await Promise.all(
        [...byId].map(async ([recordId, given]) => ({ ...(await written(bench, table, given)), recordId })),
      );
      await bench.write("PUT", `${path}/records/bulk`, { records });
    },
  ),
  inTable("delete", picked, async ({ bench, table, path }, number) => {
    const id = pick(await bench.recordIds(table), number);
    if (id) await bench.write("DELETE", `${path}/records/${id}`);
  }),
  inTable(
    "deleteMany",
    fc.array(picked, { minLength: 1, maxLength: 3 }),
    async ({ bench, table, path }, numbers) => {
      const ids = await bench.recordIds(table);
      const recordIds = [...new Set(numbers.map((number) => pick(ids, number)))];
      await bench.write("DELETE", `${path}/records/bulk`, { recordIds });
    },
  ),
  inTable("move", fc.tuple(picked, fc.option(picked)), async ({ bench, table, path }, [number, behind]) => {
    const ids = await bench.recordIds(table);
    const after = behind === null ? null : pick(ids, behind);
    await bench.write("POST", `${path}/records/move`, { recordIds: [pick(ids, number)], after });
  }),
  inTable("createField", fc.tuple(newName, type, fc.nat({ max: 3 })), ({ bench, path }, [name, of, order]) =>
    bench.write("POST", `${path}/fields`, {
      name,
      type: of,
      order,
      ...(of.endsWith("select") && { template: { options } }),
    }),
  ),
  inTable("createLink", fc.tuple(newName, fc.boolean()), ({ bench, path }, [name, allowMultiple]) =>
    bench.write("POST", `${path}/fields`, {
      name,
      type: "linked_record",
      template: { tableId: "Rows", allowMultiple },
    }),
  ),
  inTable(
    "updateField",
    fc.tuple(picked, fc.option(newName), fc.option(type), fc.option(fc.nat({ max: 4 }))),
    async ({ bench, table, path }, [number, name, of, order]) => {
      const field = pick(table.fields, number);
      const changes = { name: name ?? undefined, type: of ?? undefined, order: order ?? undefined };
      await bench.write("PATCH", `${path}/fields/${field?.id}`, {
        ...changes,
        ...(of && { allowLoss: true }),
      });
    },
  ),
  inTable(
    "changeOptions",
    fc.tuple(picked, fc.uniqueArray(label)),
    async ({ bench, table, path }, [number, kept]) => {
      const field = pick(
        table.fields.filter((each) => each.type.endsWith("select")),
        number,
      );
      if (!field) return;
      const known = field.template.options as { label: string }[];
      const changed = kept.map((each) => known.find((option) => option.label === each) ?? { label: each });
      await bench.write("PATCH", `${path}/fields/${field.id}`, {
        template: { options: changed },
        allowLoss: true,
      });
    },
  ),
  inTable("deleteField", picked, ({ bench, table, path }, number) =>
    bench.write("DELETE", `${path}/fields/${pick(table.fields, number)?.id}`),
  ),
  inTable("createView", newName, ({ bench, path }, name) => bench.write("POST", `${path}/views`, { name })),
  inTable(
    "updateView",
    fc.tuple(picked, fc.option(newName), picked, picked),
    ({ bench, table, path }, [number, name, first, second]) => {
      const [sorted, hidden] = [pick(table.fields, first), pick(table.fields, second)];
      const isSortable = sorted && !/multiple|linked/.test(sorted.type);
      const config = {
        sorts: isSortable && first % 2 === 0 ? [{ fieldId: sorted.id }] : [],
        hiddenFieldIds: second % 2 === 0 ? [hidden?.id] : [],
        rowHeight: 20 + (first % 3),
        filter: isSortable && second % 3 === 0 ? { field: sorted.id, is_not_empty: true } : null,
      };
      return bench.write("PATCH", `${path}/views/${pick(table.views, number)?.id}`, {
        name: name ?? undefined,
        config,
      });
    },
  ),
  inTable("deleteView", picked, ({ bench, table, path }, number) =>
    bench.write("DELETE", `${path}/views/${pick(table.views, number)?.id}`),
  ),
  inTable(
    "updateTable",
    fc.tuple(fc.option(newName), fc.option(fc.nat({ max: 2 }))),
    ({ bench, path }, [name, order]) =>
      bench.write("PATCH", path, { name: name ?? undefined, order: order ?? undefined }),
  ),
  step("createTable", fc.tuple(newName, type), (bench, [name, of]) =>
    bench.write("POST", "/tables", { name, fields: [{ name: "First", type: of }] }),
  ),
  inTable("deleteTable", fc.constant(null), ({ bench, path }) => bench.write("DELETE", path)),
  step("renameBase", newName, (bench, name) => bench.write("PATCH", "", { name })),
  step("restore", picked, async (bench, number) => {
    const { body } = await bench.api.get<TrashList>(`/bases/${bench.baseId}/trash`);
    const found = pick(body.trash, number);
    if (found) await bench.write("POST", `/trash/${found.id}/restore`);
  }),
);

/** Any write, sometimes several in one change set. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.array(single, { minLength: 2, maxLength: 4 }).map((several) => ({
      async run(bench: Workbench) {
        const joined = bench.joined();
        for (const each of several) await each.run(joined);
      },
      toString: () => `together(${several.join(", ")})`,
    })),
  },
);
