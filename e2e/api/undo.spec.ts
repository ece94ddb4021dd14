import { randomUUID } from "node:crypto";
import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { long } from "../rounds";
import { contentsOf, expect, test } from "./fixtures";

/** Contents without values that every write changes. */
async function contents(api: ApiClient, base: Base): Promise<unknown> {
  const { base: structure, records } = (await contentsOf(api, base)) as {
    base: object;
    records: { records: object[] }[];
  };
  const values = records.map((page) => page.records.map((record) => ({ ...record, updatedAt: undefined })));
  return { structure: { ...structure, updatedAt: undefined }, values };
}

/** Undoes, redoes and undoes a change set, completely each time. */
async function expectToAndFro(api: ApiClient, base: Base, work: () => Promise<unknown>): Promise<void> {
  const before = await contents(api, base);
  await work();
  const after = await contents(api, base);
  for (const [way, expected] of [
    ["undo", before],
    ["redo", after],
    ["undo", before],
  ]) {
    const { status, body } = await api.post(`/bases/${base.id}/${way}`, undefined);
    expect([way, status, body.skipped]).toEqual([way, 200, []]);
    expect([way, await contents(api, base)]).toEqual([way, expected]);
  }
}

const changedSince = "it has been changed since";

test("each kind of write can be undone and redone", async ({ api, base, place, table }) => {
  test.setTimeout(300_000);
  const undo = () => api.post(`/bases/${base.id}/undo`, undefined);
  const redo = () => api.post(`/bases/${base.id}/redo`, undefined);
  await api.post(`/bases/${base.id}/tables`, {
    name: "People",
    fields: [{ type: "single_line_text", name: "Name" }],
  });
  const people = `/bases/${base.id}/tables/People`;
  const { body: ada } = await api.post(`${people}/records`, { record: { Name: "Ada" } });
  const { body: made } = await api.post(`${place}/records/bulk`, {
    records: [
      { Name: "a", Amount: 1, Stage: "Open" },
      { Name: "b", Amount: 2, Stage: "Shut" },
      { Name: "c" },
    ],
  });
  const ids: string[] = made.records.map(({ id }: { id: string }) => id);
  const record = `${place}/records/${ids[0]}`;
  const view = `${place}/views/${table.views[0]?.id}`;
  const stage = table.fields.find(({ name }) => name === "Stage");
  const writes: [string, string, unknown][] = [
    ["PATCH", record, { record: { Name: "A", Done: true, Amount: null } }],
    ["PATCH", `${record}?typecast=true`, { record: { Stage: "Brand new" } }],
    ["PUT", `${place}/records/bulk`, { records: ids.map((recordId) => ({ recordId, Price: 5 })) }],
    ["POST", `${place}/records`, { record: { Name: "new" }, after: null }],
    ["POST", `${place}/records/bulk`, { records: [{ Name: "x" }, { Name: "y" }] }],
    [
      "POST",
      `${place}/records/bulk`,
      { records: [{ Name: "b", Amount: 7 }, { Name: "z" }], matchOn: ["Name"] },
    ],
    ["POST", `${place}/records/move`, { recordIds: [ids[2]], after: null }],
    [
      "POST",
      `${place}/fields`,
      { type: "linked_record", name: "Who", template: { tableId: "People" }, order: 1 },
    ],
    ["PATCH", record, { record: { Who: [ada.id], Name: "linked" } }],
    ["DELETE", `${people}/records/${ada.id}`, undefined],
    ["DELETE", `${place}/records/bulk`, { recordIds: ids.slice(0, 2) }],
    ["PATCH", `${place}/fields/Amount`, { name: "Sum", order: 0, description: "In euros" }],
    ["PATCH", `${place}/fields/Amount`, { template: { decimalPlaces: 4 } }],
    ["PATCH", `${place}/fields/Amount`, { type: "single_line_text" }],
    ["PATCH", `${place}/fields/Stage`, { type: "single_line_text" }],
    ["PATCH", `${place}/fields/Stage`, { template: { options: [{ label: "Other" }] }, allowLoss: true }],
    ["PATCH", `${place}/fields/Who`, { type: "single_line_text" }],
    ["PATCH", `${place}/fields/Who`, { type: "date", allowLoss: true }],
    ["DELETE", `${place}/fields/Who`, undefined],
    ["DELETE", `${place}/fields/Price`, undefined],
    [
      "PATCH",
      view,
      { name: "Mine", config: { rowHeight: 56, sorts: [{ fieldId: stage?.id, direction: "asc" }] } },
    ],
    ["POST", `${place}/views`, { name: "Second", type: "grid" }],
    ["DELETE", view, undefined],
    ["PATCH", place, { name: "Renamed", order: 1 }],
    ["DELETE", people, undefined],
    ["DELETE", place, undefined],
    ["PATCH", `/bases/${base.id}`, { name: "Other name" }],
  ];
  for (const [method, path, body] of writes) {
    const what = `${method} ${path} ${JSON.stringify(body)}`;
    const before = await contents(api, base);
    // Some steps use what an earlier step created.
    const done = await api.call(path, { method, body });
    if (done.status >= 400) throw new Error(`${what}: ${JSON.stringify(done.body)}`);
    const after = await contents(api, base);
    const undone = await undo();
    expect([undone.status, undone.body.skipped], `undo of ${what}`).toEqual([200, []]);
    expect(await contents(api, base), `undo of ${what}`).toEqual(before);
    const redone = await redo();
    expect([redone.status, redone.body.skipped], `redo of ${what}`).toEqual([200, []]);
    expect(redone.body.changeSetId).toBe(undone.body.changeSetId);
    expect(await contents(api, base), `redo of ${what}`).toEqual(after);
    expect((await undo()).status).toBe(200);
    expect(await contents(api, base), `second undo of ${what}`).toEqual(before);
    const isNeeded = /\/(fields|views)$/.test(path) || (body as { record?: { Who?: unknown } })?.record?.Who;
    if (isNeeded) await redo();
  }
});

test("a template that cleared values is undone and redone with them", long, async ({ api, base, place }) => {
  const { body: other } = await api.post(`${place}/records`, { record: { Name: "Other" } });
  const { body: table } = await api.get(place);
  const fields: [field: object, value: (id: string) => unknown, narrower: object][] = [
    [{ type: "rating", name: "Rating", template: { maxRating: 10 } }, () => 9, { maxRating: 5 }],
    [
      { type: "percent", name: "Percent", template: { allowNegative: true } },
      () => -0.5,
      { allowNegative: false },
    ],
    [
      { type: "linked_record", name: "Links", template: { tableId: table.id, allowMultiple: true } },
      (id) => [id, other.id],
      { allowMultiple: false },
    ],
  ];
  for (const [field, cellOf, template] of fields) {
    const { name } = field as { name: string };
    expect((await api.post(`${place}/fields`, field)).status).toBe(201);
    const { body: made } = await api.post(`${place}/records`, { record: { Name: name } });
    const filled = { record: { [name]: cellOf(made.id) } };
    expect((await api.patch(`${place}/records/${made.id}`, filled)).status).toBe(200);
    const before = await contents(api, base);
    expect((await api.patch(`${place}/fields/${name}`, { template })).status).toBe(409);
    expect((await api.patch(`${place}/fields/${name}`, { template, allowLoss: true })).status).toBe(200);
    const after = await contents(api, base);
    expect(after).not.toEqual(before);
    for (const [step, state] of [
      ["undo", before],
      ["redo", after],
      ["undo", before],
    ] as const) {
      const { body } = await api.post(`/bases/${base.id}/${step}`, undefined);
      expect(body.skipped, `${step} of ${name}`).toEqual([]);
      expect(await contents(api, base), `${step} of ${name}`).toEqual(state);
    }
  }
});

test("undo leads step by step to an empty database, and redo back", long, async ({ api, base }) => {
  const undo = () => api.post(`/bases/${base.id}/undo`, undefined);
  const redo = () => api.post(`/bases/${base.id}/redo`, undefined);
  const states = [await contents(api, base)];
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "autonumber", name: "No" },
  ];
  const steps: [string, string, unknown][] = [
    ["POST", `/bases/${base.id}/tables`, { name: "T", fields }],
    ["POST", `/bases/${base.id}/tables/T/records`, { record: { Name: "Ada" } }],
    ["POST", `/bases/${base.id}/tables/T/fields`, { type: "number", name: "N" }],
    ["POST", `/bases/${base.id}/tables/T/records/bulk`, { records: [{ Name: "b", N: 2 }, { Name: "c" }] }],
    ["DELETE", `/bases/${base.id}/tables/T/fields/N`, undefined],
  ];
  for (const [method, path, body] of steps) {
    expect((await api.call(path, { method, body })).status).toBeLessThan(300);
    states.push(await contents(api, base));
  }
  for (const state of states.slice(0, -1).reverse()) {
    expect((await undo()).body.skipped).toEqual([]);
    expect(await contents(api, base)).toEqual(state);
  }
  const nothing = await undo();
  expect([nothing.status, nothing.body.error.code]).toEqual([409, "CONFLICT"]);
  for (const state of states.slice(1)) {
    expect((await redo()).body.skipped).toEqual([]);
    expect(await contents(api, base)).toEqual(state);
  }
  expect((await redo()).status).toBe(409);
});

test("a new own write clears redo, another person's does not", async ({ api, other, base, place }) => {
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  const record = `${place}/records/${made.id}`;
  await api.patch(record, { record: { Amount: 1 } });
  await api.post(`/bases/${base.id}/undo`, undefined);
  await other.patch(record, { record: { Name: "theirs" } });
  expect((await api.post(`/bases/${base.id}/redo`, undefined)).status).toBe(200);
  await api.post(`/bases/${base.id}/undo`, undefined);
  await api.patch(record, { record: { Done: true } });
  expect((await api.post(`/bases/${base.id}/redo`, undefined)).status).toBe(409);
});

test("a write with the id of an undone change set is a new change set", async ({ api, base, place }) => {
  const { body: made } = await api.post(`${place}/records`, { record: { Amount: 1 } });
  const record = `${place}/records/${made.id}`;
  const joined = new ApiClient(api.origin, api.key, { "Change-Set-Id": randomUUID() });
  const amount = async () => (await api.get(record)).body.fields.Amount;
  await joined.patch(record, { record: { Amount: 2 } });
  await api.post(`/bases/${base.id}/undo`, undefined);
  expect(await amount()).toBe(1);
  await joined.patch(record, { record: { Amount: 3 } });
  await joined.patch(record, { record: { Amount: 4 } });
  await api.post(`/bases/${base.id}/undo`, undefined);
  expect(await amount()).toBe(1);
  await api.post(`/bases/${base.id}/redo`, undefined);
  expect(await amount()).toBe(4);
});

test.describe("a change that another person has built on", () => {
  test("is skipped with a reason, and the rest is undone", async ({ api, other, base, place, table }) => {
    const { body: made } = await api.post(`${place}/records`, { record: { Name: "a", Amount: 1 } });
    const record = `${place}/records/${made.id}`;
    await api.patch(record, { record: { Name: "b", Amount: 2 } });
    await other.patch(record, { record: { Amount: 3 } });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    const amount = table.fields.find(({ name }) => name === "Amount");
    expect(body).toMatchObject({
      restored: 1,
      skipped: [{ tableId: table.id, recordId: made.id, fieldId: amount?.id, reason: changedSince }],
    });
    expect((await api.get(record)).body.fields).toMatchObject({ Name: "a", Amount: 3 });
  });

  test("is skipped even if they wrote the same value in the end", async ({ api, other, base, place }) => {
    const { body: made } = await api.post(`${place}/records`, { record: { Amount: 1 } });
    const record = `${place}/records/${made.id}`;
    await api.patch(record, { record: { Amount: 2 } });
    await other.patch(record, { record: { Amount: 9 } });
    await other.patch(record, { record: { Amount: 2 } });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([body.restored, body.skipped.length]).toEqual([0, 1]);
    expect((await api.get(record)).body.fields.Amount).toBe(2);
  });

  test(
    "is skipped even if they set the same name, template or view setting again",
    long,
    async ({ api, other, base, place, table }) => {
      const [notes, stage] = ["Notes", "Stage"].map((name) =>
        table.fields.find((field) => field.name === name),
      );
      const options = stage?.template.options as object[];
      const places: [path: string, ...written: object[]][] = [
        [`/bases/${base.id}`, { name: "Mine" }, { name: "Theirs" }],
        [place, { name: "Mine" }, { name: "Theirs" }],
        [`${place}/fields/${notes?.id}`, { name: "Mine" }, { name: "Theirs" }],
        [
          `${place}/fields/${stage?.id}`,
          { template: { options: options.toReversed() } },
          { template: { options } },
        ],
        [
          `${place}/views/${table.views[0]?.id}`,
          { config: { rowHeight: 56 } },
          { config: { rowHeight: 44 } },
        ],
      ];
      for (const [path, mine, theirs] of places) {
        for (const [by, written] of [
          [api, mine],
          [other, theirs],
          [other, mine],
        ] as const)
          expect([path, (await by.patch(path, written)).status]).toEqual([path, 200]);
        const left = (await api.get(path)).body;
        const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
        expect([path, body.restored, body.skipped.length]).toEqual([path, 0, 1]);
        expect({ ...(await api.get(path)).body, updatedAt: null }).toEqual({ ...left, updatedAt: null });
      }
    },
  );

  test("skips an option created with a value if they have set the options since", async ({
    api,
    other,
    base,
    place,
  }) => {
    const { body: made } = await api.post(`${place}/records?typecast=true`, { record: { Stage: "New" } });
    const stage = async () => (await api.get(`${place}/fields/Stage`)).body;
    const { options } = (await stage()).template;
    for (const written of [options.toReversed(), options])
      await other.patch(`${place}/fields/Stage`, { template: { options: written } });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([body.restored, body.skipped.length]).toEqual([1, 1]);
    expect((await stage()).template.options).toEqual(options);
    expect((await api.get(`${place}/records/${made.id}`)).status).toBe(404);
  });

  test("skips a new record that they wrote to", async ({ api, other, base, place }) => {
    const { body } = await api.post(`${place}/records/bulk`, { records: [{ Name: "a" }, { Name: "b" }] });
    const [a, b] = body.records;
    expect((await other.patch(`${place}/records/${a.id}`, { record: { Amount: 1 } })).status).toBe(200);
    const undone = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(undone.body).toMatchObject({
      restored: 1,
      skipped: [{ recordId: a.id, reason: "someone else has written into it since" }],
    });
    expect((await api.get(`${place}/records/${a.id}`)).status).toBe(200);
    expect((await api.get(`${place}/records/${b.id}`)).status).toBe(404);
  });

  test("skips a new table, field or view that they used", async ({ api, other, base, place }) => {
    await api.post(`${place}/fields`, { type: "number", name: "New" });
    await other.post(`${place}/records`, { record: { New: 1 } });
    const field = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(field.body.skipped).toMatchObject([{ recordId: null, reason: "someone else has used it since" }]);
    await api.post(`/bases/${base.id}/tables`, { name: "T", fields: [{ type: "number", name: "A" }] });
    await other.post(`/bases/${base.id}/tables/T/records`, { record: {} });
    const table = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(table.body.skipped).toHaveLength(1);
    const names = (await api.get(`/bases/${base.id}`)).body.tables.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["Everything", "T"]);
  });

  test("skips a table that they used, with the links created with it", async ({
    api,
    other,
    base,
    place,
    table,
  }) => {
    const link = { type: "linked_record", name: "Thing", template: { tableId: table.id } };
    const { body: made } = await api.post(`/bases/${base.id}/tables`, {
      name: "New",
      fields: [{ type: "single_line_text", name: "Name" }, link],
    });
    const at = `/bases/${base.id}/tables/${made.id}`;
    await other.post(`${at}/records`, { record: { Name: "theirs" } });
    const before = (await api.get(`/bases/${base.id}`)).body.tables;
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    const reasons = body.skipped.map(({ reason }: { reason: string }) => reason);
    expect([body.restored, reasons]).toEqual([
      0,
      ["someone else has used it since", "what it belongs to was kept"],
    ]);
    expect((await api.get(`/bases/${base.id}`)).body.tables).toEqual(before);
    expect((await api.get(place)).status).toBe(200);
  });

  test("skips a link that they cleared, though it was moved from its inverse side", async ({
    api,
    other,
    base,
    place,
  }) => {
    const teams = `/bases/${base.id}/tables/Teams`;
    await api.post(`/bases/${base.id}/tables`, {
      name: "Teams",
      fields: [{ type: "single_line_text", name: "Name" }],
    });
    const link = {
      type: "linked_record",
      name: "Team",
      template: { tableId: "Teams", allowMultiple: false },
    };
    await api.post(`${place}/fields`, link);
    const { body: red } = await api.post(`${teams}/records`, { record: { Name: "Red" } });
    const { body: blue } = await api.post(`${teams}/records`, { record: { Name: "Blue" } });
    const { body: ada } = await api.post(`${place}/records`, { record: { Name: "Ada", Team: red.id } });
    await api.patch(`${teams}/records/${blue.id}`, { record: { Everything: [ada.id] } });
    await other.patch(`${place}/records/${ada.id}`, { record: { Team: [] } });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(body.skipped).toMatchObject([
      {
        recordId: red.id,
        reason: "some of the linked records were deleted or are linked elsewhere",
      },
    ]);
    expect((await api.get(`${place}/records/${ada.id}`)).body.fields.Team).toEqual([]);
  });

  test("skips a deleted record, and a name that they took", async ({ api, other, base, place }) => {
    const { body: made } = await api.post(`${place}/records`, { record: { Amount: 1 } });
    await api.patch(`${place}/records/${made.id}`, { record: { Amount: 2 } });
    await other.call(`${place}/records/${made.id}`, { method: "DELETE" });
    const gone = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(gone.body.skipped).toMatchObject([{ recordId: made.id, reason: "it was deleted since" }]);
    await api.patch(`${place}/fields/Amount`, { name: "Sum" });
    await other.post(`${place}/fields`, { type: "number", name: "Amount" });
    const taken = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(taken.body.skipped).toMatchObject([{ reason: "its name is taken" }]);
  });

  test("undoes everything else if a name is taken", async ({ api, other, base, place }) => {
    await api.patch(`${place}/fields/Amount`, { name: "Sum", template: { decimalPlaces: 3 } });
    await other.post(`${place}/fields`, { type: "number", name: "Amount" });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(body).toMatchObject({ restored: 1, skipped: [{ reason: "its name is taken" }] });
    const { body: sum } = await api.get(`${place}/fields/Sum`);
    expect(sum.template.decimalPlaces).not.toBe(3);
  });

  test("skips a type that they wrote values of, and the table stays readable", async ({
    api,
    other,
    base,
    place,
  }) => {
    const tags = {
      name: "Tags",
      type: "multiple_select",
      template: { options: [{ label: "Red" }, { label: "Blue" }] },
    };
    await api.post(`${place}/fields`, tags);
    await api.post(`${place}/records`, { record: { Name: "mine", Tags: ["Red", "Blue"] } });
    await api.patch(`${place}/fields/Tags`, { type: "single_line_text" });
    const { body: theirs } = await other.post(`${place}/records`, { record: { Tags: "hello" } });
    const { status, body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([status, body.skipped[0]?.reason]).toEqual([
      200,
      "someone else has written values of its new type since",
    ]);
    const { records } = (await api.post(`${place}/records/list`, {})).body;
    expect(records.map(({ fields }: { fields: { Tags: unknown } }) => fields.Tags)).toEqual([
      "Red, Blue",
      "hello",
    ]);
    expect((await api.get(`${place}/records/${theirs.id}`)).status).toBe(200);
  });

  test("undoes a type that they wrote no values of, though they deleted a record", async ({
    api,
    other,
    base,
    place,
  }) => {
    const { body: made } = await api.post(`${place}/records/bulk`, {
      records: [{ Notes: "10" }, { Notes: "ten" }, { Notes: "30" }],
    });
    const [ten, word, thirty] = made.records.map(({ id }: { id: string }) => id);
    await api.patch(`${place}/fields/Notes`, { type: "number", allowLoss: true });
    await other.call(`${place}/records/${thirty}`, { method: "DELETE" });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(body.skipped).toMatchObject([{ recordId: thirty, reason: "it was deleted since" }]);
    const notes = async (id: string) => (await api.get(`${place}/records/${id}`)).body.fields.Notes;
    expect([await notes(ten), await notes(word)]).toEqual(["10", "ten"]);
    const { body: bin } = await api.get(`/bases/${base.id}/trash`);
    await api.post(`/bases/${base.id}/trash/${bin.trash[0].id}/restore`, undefined);
    expect(await notes(thirty)).toBe("30");
  });

  test("skips a type that they wrote values of, and counts nothing skipped as restored", async ({
    api,
    other,
    base,
    place,
  }) => {
    const { body: made } = await api.post(`${place}/records/bulk`, {
      records: [{ Notes: "10" }, { Notes: "20" }],
    });
    await api.patch(`${place}/fields/Notes`, { type: "number" });
    await other.patch(`${place}/records/${made.records[1].id}`, { record: { Notes: 5 } });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([body.restored, body.skipped.length]).toEqual([0, 2]);
  });

  test("skips a field of a table that they deleted", async ({ api, other, base, place }) => {
    await api.call(`${place}/fields/Notes`, { method: "DELETE" });
    await other.call(place, { method: "DELETE" });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(body).toMatchObject({
      restored: 0,
      skipped: [{ reason: "it belongs to a table that does not exist now; restore that table first" }],
    });
  });

  test("skips a template that their values do not fit", async ({ api, other, base, place }) => {
    await api.post(`${place}/fields`, { name: "Joy", type: "rating", template: { maxRating: 5 } });
    await api.patch(`${place}/fields/Joy`, { template: { maxRating: 10 } });
    const { body: theirs } = await other.post(`${place}/records`, { record: { Joy: 8 } });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(body).toMatchObject({
      restored: 0,
      skipped: [{ reason: "values written since cannot be converted" }],
    });
    expect((await api.get(`${place}/records/${theirs.id}`)).body.fields.Joy).toBe(8);
  });

  test(
    "changes a link that lookups read, and skips a lookup that would read itself",
    long,
    async ({ api, other, base, place }) => {
      const tables = `/bases/${base.id}/tables`;
      await api.post(tables, { name: "P", fields: [{ type: "single_line_text", name: "Name" }] });
      await api.post(`${place}/fields`, { type: "linked_record", name: "Who", template: { tableId: "P" } });
      await api.patch(`${place}/fields/Who`, { type: "single_line_text", allowLoss: true });
      await api.post(`/bases/${base.id}/undo`, undefined);
      const look = (targetFieldId: string) => ({ linkFieldId: "Who", targetFieldId });
      const lookup = { type: "lookup", name: "Names", template: look("Name") };
      expect((await other.post(`${place}/fields`, lookup)).status).toBe(201);
      const again = await api.post(`/bases/${base.id}/redo`, undefined);
      expect(again.body.skipped).toEqual([]);
      const { body: broken } = await api.post(`${place}/records`, { record: { Name: "x" } });
      expect([broken.fields.Names, Object.values(broken.errors)]).toEqual([null, ["REF"]]);
      await api.post(`/bases/${base.id}/undo`, undefined);
      expect((await api.post(`/bases/${base.id}/undo`, undefined)).body.skipped).toEqual([]);
      const back = { linkFieldId: "Everything", targetFieldId: "Name" };
      await api.post(`${tables}/P/fields`, { type: "lookup", name: "Back", template: back });
      expect((await api.patch(`${place}/fields/Names`, { template: look("Back") })).status).toBe(200);
      expect((await api.patch(`${place}/fields/Names`, { template: look("Name") })).status).toBe(200);
      const { status } = await other.patch(`${tables}/P/fields/Back`, {
        template: { targetFieldId: "Names" },
      });
      expect(status).toBe(200);
      const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
      expect(body).toMatchObject({
        restored: 0,
        skipped: [
          { reason: "template.targetFieldId would compute the field from itself: Names → Back → Names." },
        ],
      });
      expect((await api.post(`${place}/records`, { record: { Name: "x" } })).status).toBe(201);
    },
  );

  test("restores a view's filter without fields that they deleted", async ({
    api,
    other,
    base,
    place,
    table,
  }) => {
    const view = `${place}/views/${table.views[0]?.id}`;
    const done = table.fields.find(({ name }) => name === "Done");
    const kept = { field: done?.id, equals: false };
    const and = [{ field: "Stage", equals: "Open" }, { field: "Day", is_empty: true }, kept];
    await api.patch(view, { config: { filter: { and }, hiddenFieldIds: ["Day"] } });
    await api.patch(view, { config: { filter: null, hiddenFieldIds: [] } });
    const { body: stage } = await api.get(`${place}/fields/Stage`);
    const options = [{ ...stage.template.options[0], label: "Begun" }];
    await other.patch(`${place}/fields/Stage`, { template: { options } });
    await other.call(`${place}/fields/Day`, { method: "DELETE" });
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(body.skipped).toMatchObject([
      { tableId: table.id, recordId: null, reason: "its filter uses parts that its table no longer has" },
    ]);
    const { config } = (await api.get(view)).body;
    expect([config.filter, config.hiddenFieldIds]).toEqual([{ and: [kept] }, []]);
    const list = { viewId: table.views[0]?.id };
    expect((await api.post(`${place}/records/list`, list)).status).toBe(200);
  });

  test("converts a view's settings made for a field's new type", async ({
    api,
    other,
    base,
    place,
    table,
  }) => {
    await api.patch(`${place}/fields/Amount`, { type: "single_line_text" });
    const filter = { field: "Amount", contains: "5" };
    await other.patch(`${place}/views/${table.views[0]?.id}`, { config: { filter } });
    await api.post(`/bases/${base.id}/undo`, undefined);
    expect((await api.get(`${place}/fields/Amount`)).body.type).toBe("number");
    const list = { viewId: table.views[0]?.id };
    expect((await api.post(`${place}/records/list`, list)).status).toBe(200);
  });

  test("a deleted field is restored with the filter of its view", async ({ api, base, place, table }) => {
    const view = `${place}/views/${table.views[0]?.id}`;
    await api.patch(view, { config: { filter: { field: "Stage", equals: "Open" } } });
    const before = (await api.get(view)).body.config.filter;
    await api.call(`${place}/fields/Stage`, { method: "DELETE" });
    expect((await api.get(view)).body.config.filter).toBeNull();
    const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([body.skipped, (await api.get(view)).body.config.filter]).toEqual([[], before]);
  });

  test("a cell whose field has changed its type since is skipped", async ({ api, other, base, place }) => {
    const { body: made } = await api.post(`${place}/records`, { record: { Amount: 1 } });
    const record = `${place}/records/${made.id}`;
    await api.patch(record, { record: { Amount: 2 } });
    await other.patch(`${place}/fields/Amount`, { type: "checkbox", allowLoss: true });
    const { status, body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([status, body.skipped.length]).toEqual([200, 1]);
    expect((await api.get(record)).body.fields.Amount).toBe(false);
  });
});

test("links moved on both sides are undone and redone", long, async ({ api, base }) => {
  const { body: rows } = await api.post(`/bases/${base.id}/tables`, {
    name: "Rows",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Parent", type: "linked_record", template: { tableId: "Rows", allowMultiple: false } },
    ],
  });
  const place = `/bases/${base.id}/tables/${rows.id}/records`;
  const setups: [of: "a" | "b" | "c", record: { Parent?: string[]; Rows?: string[] }][][] = [
    [
      ["a", { Parent: ["a"] }],
      ["b", { Parent: ["c"], Rows: ["c"] }],
    ],
    [
      ["c", { Rows: ["a", "b"] }],
      ["a", { Rows: ["c"] }],
    ],
  ];
  for (const setup of setups) {
    const { body: made } = await api.post(`${place}/bulk`, { records: [{ Name: "a" }, { Name: "b" }, {}] });
    const [a, b, c] = made.records.map(({ id }: { id: string }) => id);
    const ids = { a, b, c };
    for (const [of, record] of setup) {
      const written = Object.entries(record).map(([name, names]) => [
        name,
        names.map((each) => ids[each as "a"]),
      ]);
      await api.patch(`${place}/${ids[of]}`, { record: Object.fromEntries(written) });
    }
    await expectToAndFro(api, base, () => api.patch(`${place}/${a}`, { record: { Parent: [b], Rows: [b] } }));
  }
});

test("a view is restored without its settings of a deleted field, which return with the field", async ({
  api,
  base,
  place,
}) => {
  const config = { filter: { field: "Stage", equals: "Open" }, hiddenFieldIds: ["Stage"] };
  const { body: view } = await api.post(`${place}/views`, { name: "Mine", config });
  await api.call(`${place}/fields/Stage`, { method: "DELETE" });
  await api.call(`${place}/views/${view.id}`, { method: "DELETE" });
  for (const shown of [{ ...view.config, filter: null, hiddenFieldIds: [] }, view.config]) {
    expect((await api.post(`/bases/${base.id}/undo`, undefined)).body).toMatchObject({
      restored: 1,
      skipped: [],
    });
    const { config: now } = (await api.get(`${place}/views/${view.id}`)).body;
    expect({ ...now, orderedFieldIds: null }).toEqual({ ...shown, orderedFieldIds: null });
  }
});

for (const kind of ["table", "field", "view"] as const) {
  test(
    `items deleted and restored in turns keep their positions: a ${kind}`,
    long,
    async ({ api, base, place }) => {
      const at = { table: `/bases/${base.id}/tables`, field: `${place}/fields`, view: `${place}/views` }[
        kind
      ];
      const body = {
        table: { fields: [{ type: "number", name: "A" }] },
        field: { type: "number" },
        view: { type: "grid" },
      }[kind];
      const ids: string[] = [];
      for (const name of ["One", "Two", "Three"]) ids.push((await api.post(at, { ...body, name })).body.id);
      const before = await contents(api, base);
      for (const [first, second] of [
        [1, 0],
        [0, 1],
        [2, 1],
        [1, 2],
        [0, 2],
      ]) {
        await api.call(`${at}/${ids[first ?? 0]}`, { method: "DELETE" });
        await api.call(`${at}/${ids[second ?? 0]}`, { method: "DELETE" });
        const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
        await api.post(`/bases/${base.id}/trash/${trash[1].id}/restore`, undefined);
        for (let undone = 0; undone < 3; undone++) {
          const { status } = await api.post(`/bases/${base.id}/undo`, undefined);
          expect(status).toBe(200);
        }
        expect(await contents(api, base)).toEqual(before);
      }
    },
  );
}

test(
  "a deleted record is restored with its values though field types changed in between",
  long,
  async ({ api, base, place }) => {
    const tags = { name: "Tags", type: "multiple_select", template: { options: [{ label: "1" }] } };
    await api.post(`${place}/fields`, tags);
    const record = { Amount: 1, Notes: "", Tags: ["1", "New"], Stage: "Open", Day: "2026-01-31" };
    const { body: made } = await api.post(`${place}/records?typecast=true`, { record });
    await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
    const types = {
      Amount: "checkbox",
      Notes: "multiple_select",
      Tags: "number",
      Stage: "date",
      Day: "checkbox",
    };
    for (const [name, type] of Object.entries(types)) {
      const { status } = await api.patch(`${place}/fields/${name}`, { type, allowLoss: true });
      expect([name, status]).toEqual([name, 200]);
    }
    for (const way of ["undo", "redo", "undo"])
      for (const _ of Object.keys(types)) await api.post(`/bases/${base.id}/${way}`, undefined);
    await api.post(`/bases/${base.id}/undo`, undefined);
    expect((await api.get(`${place}/records/${made.id}`)).body.fields).toEqual(made.fields);
  },
);

test("a value lost while its field had another type is restored with the type", async ({
  api,
  base,
  place,
}) => {
  const { body: made } = await api.post(`${place}/records`, { record: { Name: "a", Notes: "words" } });
  await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
  await api.patch(`${place}/fields/Notes`, { type: "date" });
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
  expect((await api.get(`${place}/records/${made.id}`)).body.fields.Notes).toBe(null);
  for (let undone = 0; undone < 3; undone++) await api.post(`/bases/${base.id}/undo`, undefined);
  expect((await api.get(`${place}/records/${made.id}`)).body.fields).toEqual(made.fields);
});

test("a converted and moved link field is restored to its position with its inverse", async ({
  api,
  base,
}) => {
  const { body: rows } = await api.post(`/bases/${base.id}/tables`, {
    name: "Rows",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Done", type: "checkbox" },
      { name: "Parent", type: "linked_record", template: { tableId: "Rows" } },
    ],
  });
  const place = `/bases/${base.id}/tables/${rows.id}`;
  await expectToAndFro(api, base, () => api.patch(`${place}/fields/Rows`, { type: "long_text", order: 1 }));
});

test("a field restored under another name gets its own again once that is free", async ({
  api,
  base,
  place,
}) => {
  const field = { type: "number", name: "Count" };
  const { body: first } = await api.post(`${place}/fields`, field);
  await api.call(`${place}/fields/${first.id}`, { method: "DELETE" });
  await api.post(`${place}/fields`, field);
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  const { body: back } = await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
  expect(back.name).toBe("Count (1)");
  for (let undone = 0; undone < 3; undone++) await api.post(`/bases/${base.id}/undo`, undefined);
  expect((await api.get(`${place}/fields/${first.id}`)).body).toEqual(first);
});

for (const type of ["number", "long_text"]) {
  test(`an option created with a record is restored though its field was a ${type} in between`, async ({
    api,
    base,
    place,
  }) => {
    await api.post(`${place}/fields`, { type, name: "Kind" });
    await api.patch(`${place}/fields/Kind`, { type: "single_select" });
    const { body: made } = await api.post(`${place}/records?typecast=true`, { record: { Kind: "New" } });
    for (const way of ["undo", "undo", "redo", "redo"]) {
      const { status, body } = await api.post(`/bases/${base.id}/${way}`, undefined);
      expect([status, body.skipped]).toEqual([200, []]);
    }
    expect((await api.get(`${place}/records/${made.id}`)).body.fields.Kind).toBe("New");
  });
}

test("undo within a table reverts own changes there", async ({ api, base, place, table }) => {
  await api.post(`/bases/${base.id}/tables`, { name: "T", fields: [{ type: "number", name: "A" }] });
  const { body: made } = await api.post(`${place}/records`, { record: { Amount: 1 } });
  await api.post(`/bases/${base.id}/tables/T/records`, { record: { A: 1 } });
  for (const tableId of [table.id, table.name]) {
    expect((await api.post(`/bases/${base.id}/undo`, { tableId })).status).toBe(200);
    expect((await api.get(`${place}/records/${made.id}`)).status).toBe(404);
    expect((await api.post(`/bases/${base.id}/redo`, { tableId })).status).toBe(200);
    expect((await api.get(`${place}/records/${made.id}`)).status).toBe(200);
  }
  expect((await api.post(`/bases/${base.id}/tables/T/records/list`, {})).body.total).toBe(1);
  expect((await api.post(`/bases/${base.id}/undo`, { tableId: "Nowhere" })).status).toBe(404);
  expect((await api.post(`/bases/${base.id}/undo`, { table: "T" })).status).toBe(400);
});

test("a change set of several calls is undone as one, with new versions", async ({ api, base, place }) => {
  const headers = { "Change-Set-Id": randomUUID() };
  const { body: made } = await api.post(`${place}/records`, { record: { Amount: 1 } });
  const record = `${place}/records/${made.id}`;
  const call = (amount: number) =>
    api.call(record, { method: "PATCH", body: { record: { Amount: amount } }, headers });
  await call(2);
  await call(3);
  await api.call(`${place}/records/bulk`, { method: "POST", body: { records: [{ Name: "x" }] }, headers });
  const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
  const action = { name: null, did: "changed", what: "cell", count: 2, id: null, of: null };
  expect(body).toEqual({ changeSetId: headers["Change-Set-Id"], action, restored: 3, skipped: [] });
  const now = await api.get(record);
  expect(now.body.fields.Amount).toBe(1);
  expect(now.headers.get("ETag")).toMatch(/^"5-/);
});

test(
  "undo and redo need the scopes of the change set",
  long,
  async ({ api, base, place, table, baseURL }) => {
    const scopes = ["read", "write", "schema"];
    const { body: key } = await api.post("/keys", { name: "Caller", scopes });
    let caller = new ApiClient(baseURL as string, key.key);
    // Uses another secret, as authentication is cached for a second.
    const can = async (...given: string[]) => {
      await api.patch(`/keys/${key.id}`, { scopes: given });
      const { body } = await api.post(`/keys/${key.id}/rotate`, {});
      caller = new ApiClient(baseURL as string, body.key);
    };
    const goBack = async (direction = "undo") => {
      const { status, body } = await caller.post(`/bases/${base.id}/${direction}`, undefined);
      return status === 200 ? 200 : [status, body.error.message];
    };
    const lacks = (scope: string) => [403, `This key lacks the scope "${scope}".`];
    const namesOf = async () => (await api.get(place)).body.fields.map(({ name }: { name: string }) => name);
    const names = table.fields.map(({ name }) => name);

    const { body: made } = await caller.post(`${place}/records`, { record: { Amount: 1 } });
    await caller.patch(`${place}/fields/Amount`, { type: "single_line_text" });
    await caller.call(`${place}/fields/Day`, { method: "DELETE" });
    await can("read", "write");
    expect(await goBack()).toEqual(lacks("schema"));
    expect(await namesOf()).toEqual(names.slice(0, -1));
    await can("read", "schema");
    expect([await goBack(), await namesOf()]).toEqual([200, names]);
    // The change of type also changed cells.
    expect(await goBack()).toBe(200);
    expect(await goBack()).toEqual(lacks("write"));
    await can("read", "write");
    expect(await goBack("redo")).toEqual(lacks("schema"));
    expect(await goBack()).toBe(200);
    expect((await api.get(`${place}/records/${made.id}`)).status).toBe(404);

    // New labels only need the right to write records.
    const record = { record: { Stage: "New" } };
    expect(
      (await caller.call(`${place}/records?typecast=true`, { method: "POST", body: record })).status,
    ).toBe(201);
    expect([await goBack(), await goBack("redo"), await goBack()]).toEqual([200, 200, 200]);
    await can("read");
    expect(await goBack("redo")).toEqual(lacks("write"));
  },
);

test("one does not undo what another person has done", async ({ api, other, base, place }) => {
  await other.post(`${place}/records`, { record: {} });
  const { body } = await api.post(`/bases/${base.id}/undo`, undefined);
  const names = (await api.get(`/bases/${base.id}`)).body.tables;
  // One's own newest change set created the table, into which the other person has written.
  expect([body.restored, body.skipped.length, names.length]).toEqual([0, 1, 1]);
});

test("undo and redo describe and count the change set alike", long, async ({ api, base, place, table }) => {
  const { body: made } = await api.post(`${place}/records/bulk`, {
    records: [{ Name: "a" }, { Name: "b" }, { Name: "c" }],
  });
  const ids: string[] = made.records.map(({ id }: { id: string }) => id);
  const headers = { "Change-Set-Id": randomUUID(), "Change-Set-Name": encodeURIComponent("Einfügen") };
  const view = `${place}/views/${table.views[0]?.id}`;
  const cell = (count: number, name: string | null = null) => ({
    name,
    did: "changed",
    what: "cell",
    count,
    id: null,
    of: null,
  });
  const part = (did: string, what: string, of: string | null, count = 1) => ({
    name: null,
    did,
    what,
    count,
    id: expect.any(String),
    of,
  });
  const row = (did: string, count: number) => ({
    name: null,
    did,
    what: "record",
    count,
    id: null,
    of: null,
  });
  const amounts = ids.map((recordId) => ({ recordId, Amount: 5, Price: 7 }));
  const writes: [object, string, string, unknown, object?][] = [
    [cell(6, "Einfügen"), "PUT", `${place}/records/bulk`, { records: amounts }, headers],
    [cell(1), "PATCH", `${place}/records/${ids[0]}?typecast=true`, { record: { Stage: "New one" } }],
    [row("created", 2), "POST", `${place}/records/bulk`, { records: [{ Name: "x" }, {}] }],
    [row("moved", 1), "POST", `${place}/records/move`, { recordIds: [ids[2]], after: null }],
    [row("deleted", 2), "DELETE", `${place}/records/bulk`, { recordIds: ids.slice(1) }],
    [
      part("created", "field", "Who"),
      "POST",
      `${place}/fields`,
      { name: "Who", type: "linked_record", template: { tableId: table.id } },
    ],
    [part("changed", "field", "Notes"), "PATCH", `${place}/fields/Notes`, { name: "Remarks" }],
    [part("changed", "field", "Amount"), "PATCH", `${place}/fields/Amount`, { type: "single_line_text" }],
    [part("changed", "field", "Who"), "PATCH", `${place}/fields/Who`, { type: "single_line_text" }],
    [part("deleted", "field", "Remarks"), "DELETE", `${place}/fields/Remarks`, undefined],
    [part("changed", "view", "Grid view"), "PATCH", view, { config: { rowHeight: 56 } }],
    [part("created", "view", "Mine"), "POST", `${place}/views`, { name: "Mine" }],
    [
      part("created", "table", "T"),
      "POST",
      `/bases/${base.id}/tables`,
      { name: "T", fields: [{ type: "number", name: "A" }] },
    ],
    [part("deleted", "table", "T"), "DELETE", `/bases/${base.id}/tables/T`, undefined],
    [part("changed", "base", "Test"), "PATCH", `/bases/${base.id}`, { name: "Other" }],
  ];
  for (const [action, method, path, body, given = {}] of writes) {
    const { status, body: answer } = await api.call(path, { method, body, headers: given as never });
    expect([method, path, status < 300, answer?.error]).toEqual([method, path, true, undefined]);
    for (const way of ["undo", "redo", "undo", "redo"]) {
      const { body: undone } = await api.post(`/bases/${base.id}/${way}`, undefined);
      expect([way, undone.action, undone.skipped]).toEqual([way, action, []]);
    }
  }
  for (const name of ["", "x".repeat(101), "%", "%00"]) {
    const named = { method: "POST", body: { record: {} }, headers: { "Change-Set-Name": name } };
    expect((await api.call(`${place}/records`, named)).status, name).toBe(400);
  }
});

test("undo within a table includes its neighbours' creation and deletion on request", async ({
  api,
  other,
  base,
  place,
  table,
}) => {
  const scope = { tableId: table.id, missingTables: true };
  const turn = async (way: string, body: object = scope) =>
    (await api.post(`/bases/${base.id}/${way}`, body)).body;
  const tablesOf = async () =>
    (await api.get(`/bases/${base.id}/tables`)).body.tables.map(({ name }: { name: string }) => name);
  await api.post(`${place}/records`, { record: { Name: "before" } });
  const body = { name: "New", fields: [{ type: "single_line_text", name: "A" }] };
  const { body: made } = await api.post(`/bases/${base.id}/tables`, body);
  await api.post(`/bases/${base.id}/tables/New/records`, { record: { A: "x" } });
  for (const _ of [1, 2]) await api.post(`/bases/${base.id}/undo`, { tableId: made.id });
  expect(await tablesOf()).toEqual([table.name]);
  expect((await turn("redo", { tableId: table.id })).error.code).toBe("CONFLICT");
  expect((await turn("redo")).action).toMatchObject({ did: "created", what: "table", id: made.id });
  expect((await turn("redo", { tableId: made.id })).action).toMatchObject({ did: "created", what: "record" });
  await api.call(`/bases/${base.id}/tables/New`, { method: "DELETE" });
  expect((await turn("undo")).action).toMatchObject({ did: "deleted", what: "table", of: "New" });
  expect(await tablesOf()).toEqual([table.name, "New"]);
  // Undo from another table skips writes to a table that another person deleted.
  await api.patch(`/bases/${base.id}/tables/New/fields/A`, { name: "B" });
  await other.call(`/bases/${base.id}/tables/New`, { method: "DELETE" });
  expect((await turn("undo")).action).toMatchObject({ did: "created", what: "record", count: 1 });
  expect((await api.post(`${place}/records/list`, {})).body.total).toBe(0);
});
