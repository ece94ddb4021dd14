/** Random sequences of calls, whose responses are compared with those of a model in memory. `SEED` repeats a run. */
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { Answer, ApiClient } from "../api-client";
import { repeated, rounds, seed } from "../rounds";
import { expect, test } from "./fixtures";
import { fields, type ListRequest, labels, Model, type Refusal, type Values } from "./model";
import { one } from "./random-filters";
import type { Thing } from "./reference-list";

const parts = 4;
const operations = rounds.modelCalls;

for (let part = 0; part < parts; part++) {
  test(`every response matches the model, part ${part + 1} of ${parts}`, repeated, async ({ api }) => {
    test.setTimeout(60_000 + operations * 50);
    // The seed of this process. Set it to repeat the run.
    console.log(`model, part ${part + 1} of ${parts}: ${operations / parts} calls, SEED=${seed}`);
    let done = 0;
    for (let round = 0; done < operations / parts; round++) {
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 200, size: "max" }), async (sequence) => {
          const table = await RealTable.make(api);
          try {
            await fc.asyncModelRun(() => ({ model: new State(table), real: table }), sequence);
          } finally {
            done += table.calls;
            await table.drop();
          }
        }),
        { seed: seed + round * parts + part, numRuns: 1 },
      );
    }
    expect(done).toBeGreaterThanOrEqual(operations / parts);
  });
}

/** The table in the service that is compared with the model. */
class RealTable {
  calls = 0;

  private constructor(
    readonly api: ApiClient,
    readonly base: Base,
  ) {}

  static async make(api: ApiClient): Promise<RealTable> {
    const options = labels.map((label) => ({ label }));
    const given = [
      { name: "Name", type: "single_line_text" },
      { name: "Amount", type: "number" },
      { name: "Stage", type: "single_select", template: { options } },
      { name: "Tags", type: "multiple_select", template: { options } },
      { name: "Done", type: "checkbox" },
      { name: "Due", type: "date" },
      { name: "Parent", type: "linked_record", template: { tableId: "Rows", allowMultiple: false } },
    ];
    // The inverse field is named after the table.
    const { body } = await api.post<Base>("/bases", {
      name: "Model",
      tables: [{ name: "Rows", fields: given }],
    });
    return new RealTable(api, body);
  }

  get table(): Table {
    return this.base.tables[0] as Table;
  }

  /** Retries a 503 after its `Retry-After`, as the call was not performed. */
  async call(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    this.calls++;
    const place = `/bases/${this.base.id}/tables/${this.table.id}/records${path}`;
    for (;;) {
      const answer = await this.api.call<Body>(place, { method, body });
      if (answer.status !== 503) return answer;
      await setTimeout(Number(answer.headers.get("Retry-After")) * 1_000);
    }
  }

  async drop(): Promise<void> {
    await this.api.call(`/bases/${this.base.id}`, { method: "DELETE" });
  }
}

/** The properties of a response about records. */
// biome-ignore lint/suspicious/noExplicitAny: it is compared as a whole
type Body = any;

/** The model, and the client's state between calls. */
class State {
  readonly model: Model;
  /** A list being paged through: the request, the last record as returned, and the cursor. */
  listing: { request: ListRequest; last: Thing; cursor: string } | undefined;
  /** Ids of deleted records. */
  readonly deleted: string[] = [];

  constructor({ table }: RealTable) {
    this.model = new Model(new Map(table.fields.map(({ id, name }) => [name, id])));
  }

  /** A record by its number; undefined if there are none. */
  pick(number: number): string | undefined {
    const { ids } = this.model;
    return ids[number % ids.length];
  }

  /** Distinct records by their numbers, sometimes a deleted one. */
  pickAll(numbers: readonly number[]): string[] {
    const picked = numbers.flatMap((number) => {
      const id = number % 40 === 0 ? this.deleted[number % this.deleted.length] : this.pick(number);
      return id ?? [];
    });
    return [...new Set(picked)];
  }

  /** Written values with ids in place of the numbers in link cells. */
  values(written: Values): Values {
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => [
        name,
        name === "Parent" || name === "Rows" ? this.pickAll(value as number[]) : value,
      ]),
    );
  }

  /** Compares a response of records with the model. */
  expectRecords(answer: Answer<Body>, ids: readonly string[], more: object = {}): void {
    const given: Record[] = answer.body.records ?? [];
    expectSame([answer.status, this.model.see(given)], [200, undefined], answer);
    expectSame(answer.body, { records: ids.map((id) => this.model.record(id)), ...more }, answer);
  }

  /** Expects an answer with a single record. */
  expectRecord(answer: Answer<Body>, status: number, id: string): void {
    expectSame([answer.status, this.model.see([answer.body])], [status, undefined], answer);
    expectSame(answer.body, this.model.record(id), answer);
  }

  /** The API's result for each row. */
  made(given: readonly Record[], all: readonly Values[]) {
    const before = this.model.ids.at(-1) ?? "";
    return all.map((values, index) => {
      const { id = "", createdAt = "" } = given[index] ?? {};
      if (id <= before) throw new Error(`the new record ${id} comes before ${before}`);
      return { id, createdAt, values };
    });
  }
}

function expectSame(actual: unknown, expected: unknown, answer: Answer<Body>): void {
  // Playwright records every `expect`, which would be too many here.
  if (!isDeepStrictEqual(actual, expected))
    expect({ actual, answer: answer.body }).toEqual({ actual: expected });
}

function expectRefused(answer: Answer<Body>, { status, paths }: Refusal): void {
  const { details = [] } = answer.body.error ?? {};
  const actual = [answer.status, details.map(({ path }: { path: string }) => path)];
  expectSame(actual, [status, paths], answer);
}

type Command = fc.AsyncCommand<State, RealTable>;

/** A kind of call: how to make one from random parts. */
function command<Given>(
  name: string,
  given: fc.Arbitrary<Given>,
  run: (state: State, real: RealTable, given: Given) => Promise<void>,
): fc.Arbitrary<Command> {
  return given.map((each) => ({
    check: () => true,
    run: (state, real) => run(state, real, each),
    toString: () => `${name}(${JSON.stringify(each)})`,
  }));
}

const letters = ["a", "A", "b", "ß", "é", "İ", "%", "_", "\\", "'", " ", "1", "-", "🙂"];
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 3 });
const piece = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 2 });
/** Few distinct values, so that keys collide. */
const amount = fc.integer({ min: -6, max: 12 }).map((quarters) => quarters / 4);
const label = fc.constantFrom(...labels);
const day = fc.constantFrom("0001-01-01", "2026-02-28", "2026-03-01", "9999-12-31");
/** The record's number, modulo the records existing at the time of the call. */
const pick = fc.nat({ max: 9_999 });
const picks = (maxLength: number) => fc.array(pick, { maxLength });

const cells = {
  Name: fc.option(text, { freq: 6 }),
  Amount: fc.option(amount, { freq: 6 }),
  Stage: fc.option(label),
  Tags: fc.uniqueArray(label, { maxLength: 3 }),
  Done: fc.constantFrom(true, false, null),
  Due: fc.option(day),
};
const ownValues = fc.record<Values>(cells, { requiredKeys: [] });
const values = fc.record<Values>({ ...cells, Parent: picks(1), Rows: picks(3) }, { requiredKeys: [] });
const sometimesLinked = fc.oneof({ weight: 2, arbitrary: ownValues }, { weight: 1, arbitrary: values });

const ofAmounts = ["equals", "does_not_equal", "greater_than", "less_than_or_equal_to"];
const condition = fc.oneof(
  one("Name", ["equals", "does_not_equal"], text),
  one("Name", ["contains", "does_not_contain", "starts_with", "ends_with"], piece),
  one("Name", ["in", "not_in"], fc.array(text, { maxLength: 3 })),
  one("Amount", ofAmounts, amount),
  one("Stage", ["equals", "does_not_equal"], label),
  one("Tags", ["contains", "does_not_contain"], label),
  one("Done", ["equals"], fc.boolean()),
  one("Due", ofAmounts, day),
  fc
    .tuple(
      fc.constantFrom(...Object.keys(fields).filter((name) => name !== "Done")),
      fc.constantFrom("is_empty", "is_not_empty"),
    )
    .map(([field, operator]) => ({ field, [operator]: true })),
);
const filter = fc.oneof(
  condition,
  fc.array(condition, { maxLength: 3 }).map((and) => ({ and })),
  fc.array(condition, { maxLength: 3 }).map((or) => ({ or })),
);
const sort = fc.uniqueArray(
  fc.record({
    field: fc.constantFrom("Name", "Amount", "Stage", "Done", "Due"),
    direction: fc.constantFrom("asc" as const, "desc" as const),
  }),
  { maxLength: 2, selector: ({ field }) => field },
);
const search = fc.oneof(piece, fc.constantFrom("ope", "STRASSE", "aSS", "0.", "-1", "2026", "2-2", "%_\\"));
const request: fc.Arbitrary<ListRequest> = fc.record({ filter, sort, search }, { requiredKeys: [] });
const limit = fc.integer({ min: 1, max: 12 });

const commands: fc.Arbitrary<Command>[] = [
  command(
    "create",
    fc.tuple(sometimesLinked, fc.option(fc.option(pick), { freq: 2, nil: undefined })),
    async (state, real, [written, behind]) => {
      const record = state.values(written);
      const after = behind == null ? behind : (state.pick(behind) ?? null);
      const answer = await real.call("POST", "", { record, after });
      const refusal = state.model.refusesLinks([record], () => "record");
      if (refusal) return expectRefused(answer, refusal);
      state.model.create(state.made([answer.body], [record]), after);
      state.expectRecord(answer, 201, answer.body.id);
    },
  ),

  command(
    "createMany",
    fc.array(sometimesLinked, { minLength: 1, maxLength: 5 }),
    async (state, real, written) => {
      const records = written.map((each) => state.values(each));
      const answer = await real.call("POST", "/bulk", { records });
      const refusal = state.model.refusesLinks(records, (index) => `records[${index}]`);
      if (refusal) return expectRefused(answer, refusal);
      const made = state.made(answer.body.records, records);
      state.model.create(made);
      state.expectRecords(
        answer,
        made.map(({ id }) => id),
      );
    },
  ),

  command("update", fc.tuple(pick, values), async (state, real, [number, written]) => {
    const [id = nobody] = state.pickAll([number]);
    const record = state.values(written);
    const answer = await real.call("PATCH", `/${id}`, { record });
    if (!state.model.ids.includes(id)) return expectRefused(answer, { status: 404, paths: [] });
    const refusal = state.model.refusesLinks([record], () => "record");
    if (refusal) return expectRefused(answer, refusal);
    state.model.update([{ id, values: record }]);
    state.expectRecord(answer, 200, id);
  }),

  command(
    "updateMany",
    fc.array(fc.tuple(pick, sometimesLinked), { minLength: 1, maxLength: 5 }),
    async (state, real, all) => {
      const changes = all.flatMap(([number, written]) => {
        const [id = nobody] = state.pickAll([number]);
        return { id, values: state.values(written) };
      });
      const records = changes.map((change) => ({ ...change.values, recordId: change.id }));
      const answer = await real.call("PUT", "/bulk", { records });
      const ids = changes.map(({ id }) => id);
      const refusal =
        state.model.refusesIds(ids, (index) => `records[${index}].recordId`) ??
        state.model.refusesLinks(
          changes.map((change) => change.values),
          (index) => `records[${index}]`,
        );
      if (refusal) return expectRefused(answer, refusal);
      state.model.update(changes);
      state.expectRecords(answer, ids);
    },
  ),

  command(
    "upsert",
    fc.tuple(
      fc.subarray(["Name", "Amount", "Stage", "Due"], { minLength: 1 }),
      fc.array(fc.tuple(ownValues, fc.record({ Name: text, Amount: amount, Stage: label, Due: day })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.nat({ max: 9 }),
    ),
    async (state, real, [matchOn, all, missing]) => {
      // Sometimes the first row lacks a value to match on.
      const records = all.map(([written, key], index) => ({
        ...written,
        ...(missing > 0 || index > 0
          ? Object.fromEntries(matchOn.map((field) => [field, key[field as "Name"]]))
          : {}),
      }));
      const answer = await real.call("POST", "/bulk", { records, matchOn });
      const matched = state.model.match(records, matchOn);
      if (!Array.isArray(matched)) {
        // If several rows match more than one record, the response names one of them.
        const path = answer.body.error?.details?.[0]?.path;
        return expectRefused(
          answer,
          matched.status === 409 && matched.paths.includes(path) ? { ...matched, paths: [path] } : matched,
        );
      }
      state.model.update(
        matched.flatMap((id, index) => (id === undefined ? [] : { id, values: records[index] ?? {} })),
      );
      const isNew = (_: unknown, index: number) => matched[index] === undefined;
      const made = state.made((answer.body.records ?? []).filter(isNew), records.filter(isNew));
      state.model.create(made);
      const ids = matched.map((id) => id ?? "");
      for (const [at, { id }] of made.entries())
        ids[[...matched.keys()].filter((index) => matched[index] === undefined)[at] ?? 0] = id;
      state.expectRecords(answer, ids, { created: made.length, updated: ids.length - made.length });
    },
  ),

  command("delete", pick, async (state, real, number) => {
    const [id = nobody] = state.pickAll([number]);
    const answer = await real.call("DELETE", `/${id}`);
    if (!state.model.ids.includes(id)) return expectRefused(answer, { status: 404, paths: [] });
    expectSame([answer.status, answer.body], [200, { deleted: true }], answer);
    state.model.delete([id]);
    state.deleted.push(id);
  }),

  command("deleteMany", picks(5), async (state, real, numbers) => {
    const recordIds = state.pickAll(numbers);
    const answer = await real.call("DELETE", "/bulk", { recordIds });
    if (recordIds.length === 0) return expectRefused(answer, { status: 400, paths: ["recordIds"] });
    const refusal = state.model.refusesIds(recordIds, (index) => `recordIds[${index}]`);
    if (refusal) return expectRefused(answer, refusal);
    expectSame([answer.status, answer.body], [200, { deleted: true, recordIds }], answer);
    state.model.delete(recordIds);
    state.deleted.push(...recordIds);
  }),

  command("move", fc.tuple(picks(4), fc.option(pick)), async (state, real, [numbers, behind]) => {
    const recordIds = state.pickAll(numbers);
    const after = behind === null ? null : (state.pick(behind) ?? null);
    const answer = await real.call("POST", "/move", { recordIds, after });
    if (recordIds.length === 0) return expectRefused(answer, { status: 400, paths: ["recordIds"] });
    if (after !== null && recordIds.includes(after))
      return expectRefused(answer, { status: 400, paths: ["after"] });
    const refusal = state.model.refusesIds(recordIds, (index) => `recordIds[${index}]`);
    if (refusal) return expectRefused(answer, refusal);
    expectSame([answer.status, answer.body], [200, { recordIds }], answer);
    state.model.move(recordIds, after);
  }),

  command("get", pick, async (state, real, number) => {
    const [id = nobody] = state.pickAll([number]);
    const answer = await real.call("GET", `/${id}`);
    if (!state.model.ids.includes(id)) return expectRefused(answer, { status: 404, paths: [] });
    state.expectRecord(answer, 200, id);
  }),

  command(
    "list",
    fc.tuple(request, limit, fc.nat({ max: 15 })),
    async (state, real, [asked, most, offset]) => {
      const answer = await real.call("POST", "/list", { ...asked, limit: most, offset });
      const all = state.model.list(asked);
      const page = all.slice(offset, offset + most);
      const hasMore = all.length > offset + most;
      state.expectRecords(
        answer,
        page.map(({ id }) => id),
        { total: all.length, hasMore, nextCursor: hasMore ? String(answer.body.nextCursor) : null },
      );
      const last = page.at(-1);
      if (hasMore && last) state.listing = { request: asked, last, cursor: answer.body.nextCursor };
    },
  ),

  // The next page follows the last record of the page before, whatever has changed since.
  command("nextPage", limit, async (state, real, most) => {
    if (!state.listing) return;
    const { request: asked, last: before, cursor } = state.listing;
    const answer = await real.call("POST", "/list", { ...asked, limit: most, cursor, total: false });
    const all = state.model.listAfter(before, asked);
    const page = all.slice(0, most);
    const hasMore = all.length > most;
    state.expectRecords(
      answer,
      page.map(({ id }) => id),
      { total: null, hasMore, nextCursor: hasMore ? String(answer.body.nextCursor) : null },
    );
    const last = page.at(-1);
    state.listing = hasMore && last ? { request: asked, last, cursor: answer.body.nextCursor } : undefined;
  }),

  command("listInManualOrder", fc.tuple(limit, fc.nat({ max: 15 })), async (state, real, [most, offset]) => {
    const viewId = real.table.views[0]?.id;
    const answer = await real.call("POST", "/list", { viewId, limit: most, offset });
    const order = state.model.manualOrder;
    const hasMore = order.length > offset + most;
    state.expectRecords(answer, order.slice(offset, offset + most), {
      total: order.length,
      hasMore,
      nextCursor: hasMore ? String(answer.body.nextCursor) : null,
    });
  }),
];

/** An id that never existed. */
const nobody = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
