import { randomUUID } from "node:crypto";
import { ApiClient, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { createRecords } from "./everything";
import { contentsOf, expect, test } from "./fixtures";

test(
  "a deleted record is restored from the trash with its values, links and position",
  long,
  async ({ api, base, place, table }) => {
    await api.post(`${place}/fields`, {
      name: "Next",
      type: "linked_record",
      template: { tableId: table.id },
    });
    const { body } = await api.post(`${place}/records/bulk`, {
      records: [{ Name: "a" }, { Name: "b", Amount: 2, Stage: "Open" }, { Name: "c" }],
    });
    const [a, b, c] = body.records.map(({ id }: { id: string }) => id);
    await api.patch(`${place}/records/${a}`, { record: { Next: [c, b] } });
    await api.patch(`${place}/records/${b}`, { record: { Next: [a, b] } });
    const before = (await api.get(`${place}/records/${b}`)).body;
    const others = async () => [
      (await api.get(`${place}/records/${a}`)).body.fields,
      (await api.get(`${place}/records/${c}`)).body.fields,
    ];
    const linked = await others();
    const order = async () =>
      (await api.post(`${place}/records/list`, { viewId: table.views[0]?.id })).body.records.map(
        ({ id }: { id: string }) => id,
      );
    await api.call(`${place}/records/${b}`, { method: "DELETE" });
    const { body: me } = await api.get("/me");
    const { body: listed } = await api.get(`/bases/${base.id}/trash`);
    expect(listed).toEqual({
      trash: [
        {
          id: minted.requestId,
          kind: "record",
          itemId: b,
          tableId: table.id,
          name: "b",
          deletedAt: minted.time,
          deletedBy: {
            kind: "key",
            id: expect.any(String),
            name: "Key from ROWHOUSE_API_KEY",
            person: expect.objectContaining({ id: me.id }),
          },
          changeSetId: minted.requestId,
        },
      ],
      nextCursor: null,
    });
    expect((await api.get(`/bases/${base.id}/trash?itemId=${b}`)).body).toEqual(listed);
    expect((await api.get(`/bases/${base.id}/trash?itemId=${a}`)).body.trash).toEqual([]);
    expect((await api.get(`/bases/${base.id}/trash?itemId=%00`)).body).toEqual(
      errorBody("BAD_REQUEST", "itemId takes an id.", [{ path: "itemId", message: "takes an id" }]),
    );
    const path = `/bases/${base.id}/trash/${listed.trash[0].id}/restore`;
    const restored = await api.post(path, undefined);
    expect([restored.status, restored.body]).toEqual([200, { ...before, updatedAt: minted.time }]);
    expect(await others()).toEqual(linked);
    expect(await order()).toEqual([a, b, c]);
    expect((await api.post(path, undefined)).status).toBe(404);
  },
);

test(
  "a field is restored with its position and values, a link field with its inverse",
  long,
  async ({ api, base, place, table }) => {
    await api.post(`/bases/${base.id}/tables`, {
      name: "People",
      fields: [{ type: "single_line_text", name: "Name" }],
    });
    const people = `/bases/${base.id}/tables/People`;
    const { body: ada } = await api.post(`${people}/records`, { record: { Name: "Ada" } });
    const who = { name: "Who", type: "linked_record", template: { tableId: "People" }, order: 2 };
    await api.post(`${place}/fields`, who);
    await api.post(`${place}/records`, { record: { Name: "x", Amount: 1, Who: [ada.id] } });
    await api.patch(`${place}/views/${table.views[0]?.id}`, { config: { hiddenFieldIds: ["Amount"] } });
    for (const name of ["Amount", "Who"]) {
      const before = (await contentsOf(api, base)) as {
        base: { tables: { fields: unknown[] }[] };
        records: unknown;
      };
      await api.call(`${place}/fields/${name}`, { method: "DELETE" });
      const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
      expect(trash).toMatchObject([{ kind: "field", name, tableId: table.id }]);
      const { status, body } = await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
      expect([status, body.name]).toEqual([200, name]);
      const after = (await contentsOf(api, base)) as typeof before;
      expect(after.base.tables.map(({ fields }) => fields)).toEqual(
        before.base.tables.map(({ fields }) => fields),
      );
      expect(JSON.stringify(after.records)).toContain(`"${name}":${name === "Who" ? `["${ada.id}"]` : "1"}`);
    }
  },
);

test(
  "a record is restored with convertible values if field types have changed",
  long,
  async ({ api, base, place }) => {
    const tags = { name: "Tags", type: "multiple_select", template: { options: [{ label: "Red" }] } };
    await api.post(`${place}/fields`, tags);
    const record = { Name: "7", Notes: "seven", Stage: "Shut", Tags: ["Red"], Amount: 5, Done: true };
    const { body: made } = await api.post(`${place}/records`, { record });
    await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
    const types = {
      Name: "number",
      Notes: "multiple_select",
      Stage: "single_line_text",
      Tags: "long_text",
      Amount: "checkbox",
      Done: "number",
    };
    for (const [name, type] of Object.entries(types)) {
      const { status, body } = await api.patch(`${place}/fields/${name}`, { type });
      expect([name, status, body.error]).toEqual([name, 200, undefined]);
    }
    const again = await api.patch(`${place}/fields/Notes`, { type: "single_line_text" });
    expect([again.status, again.body.error]).toEqual([200, undefined]);
    const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
    const { status, body } = await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
    expect([status, body.fields]).toMatchObject([
      200,
      { Name: 7, Notes: "seven", Stage: "Shut", Tags: "Red", Amount: false, Done: null },
    ]);
    for (const asked of [{}, { sort: [{ field: "Name" }] }, { filter: { field: "Done", greater_than: 0 } }]) {
      expect((await api.post(`${place}/records/list`, asked)).status).toBe(200);
    }
  },
);

test("a record restored after an auto number field was added is numbered", async ({ api, base, place }) => {
  const { body: away } = await api.post(`${place}/records`, { record: { Name: "away" } });
  await api.post(`${place}/records`, { record: { Name: "here" } });
  await api.call(`${place}/records/${away.id}`, { method: "DELETE" });
  expect((await api.post(`${place}/fields`, { type: "autonumber", name: "No" })).status).toBe(201);
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  const { status, body } = await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
  expect([status, body.fields.No]).toEqual([200, 2]);
  await api.call(`${place}/records/${away.id}`, { method: "DELETE" });
  await api.post(`/bases/${base.id}/undo`, undefined);
  expect((await api.get(`${place}/records/${away.id}`)).body.fields.No).toBe(2);
  expect((await api.post(`${place}/records`, { record: {} })).body.fields.No).toBe(3);
});

test(
  "a link is restored after both its field and record were deleted, in either order",
  long,
  async ({ api, base, place }) => {
    const who = { name: "Who", type: "linked_record", template: { tableId: "Everything" } };
    await api.post(`${place}/fields`, who);
    const { body: ada } = await api.post(`${place}/records`, { record: { Name: "Ada" } });
    const { body: bob } = await api.post(`${place}/records`, { record: { Name: "Bob", Who: [ada.id] } });
    for (const first of ["field", "record"]) {
      await api.call(`${place}/fields/Who`, { method: "DELETE" });
      await api.call(`${place}/records/${ada.id}`, { method: "DELETE" });
      const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
      trash.sort((one: { kind: string }) => (one.kind === first ? -1 : 1));
      for (const { id } of trash) {
        const { status } = await api.post(`/bases/${base.id}/trash/${id}/restore`, undefined);
        expect(status).toBe(200);
      }
      const { body } = await api.get(`${place}/records/${bob.id}`);
      expect([first, body.fields.Who]).toEqual([first, [ada.id]]);
    }
  },
);

test.describe("a lookup whose link field has another type", () => {
  const lose = async (api: ApiClient, { id }: { id: string }, place: string) => {
    const field = (body: object) => api.post(`${place}/fields`, body);
    await api.post(`/bases/${id}/tables`, {
      name: "P",
      fields: [{ type: "single_line_text", name: "Name" }],
    });
    await field({ type: "linked_record", name: "Who", template: { tableId: "P" } });
    const template = { linkFieldId: "Who", targetFieldId: "Name" };
    await field({ type: "lookup", name: "Names", template });
    await api.call(`${place}/fields/Names`, { method: "DELETE" });
  };
  const retype = { type: "single_line_text", allowLoss: true };
  const isInError = async (api: ApiClient, place: string) => {
    const { status, body } = await api.post(`${place}/records`, { record: { Name: "x" } });
    expect([status, body.error]).toEqual([201, undefined]);
    expect([body.fields.Names, Object.values(body.errors)]).toEqual([null, ["REF"]]);
    for (const asked of [{}, { search: "x" }]) {
      expect((await api.post(`${place}/records/list`, asked)).body.records).toHaveLength(1);
    }
  };

  test("is restored, in error", long, async ({ api, base, place }) => {
    await lose(api, base, place);
    expect((await api.patch(`${place}/fields/Who`, retype)).status).toBe(200);
    const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
    const { id } = trash.find(({ name }: { name: string }) => name === "Names");
    expect((await api.post(`/bases/${base.id}/trash/${id}/restore`, undefined)).status).toBe(200);
    await isInError(api, place);
  });

  test("is undone, in error", async ({ api, other, base, place }) => {
    await lose(api, base, place);
    expect((await other.patch(`${place}/fields/Who`, retype)).status).toBe(200);
    const { status, body } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect([status, body.restored, body.skipped]).toEqual([200, 1, []]);
    await isInError(api, place);
  });

  test("heals when the link field is restored after it", long, async ({ api, base, place }) => {
    await lose(api, base, place);
    const [grace = ""] = await createRecords(api, `/bases/${base.id}/tables/P`, [{ Name: "Grace" }]);
    await api.post(`${place}/records`, { record: { Name: "x", Who: [grace] } });
    const looked = async () => {
      const { records } = (await api.get(`${place}/records`)).body;
      return [records[0].fields.Names, records[0].errors && Object.values(records[0].errors)];
    };
    await api.call(`${place}/fields/Who`, { method: "DELETE" });
    const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
    const restore = async (wanted: string) => {
      const { id } = trash.find(({ name }: { name: string }) => name === wanted);
      return (await api.post(`/bases/${base.id}/trash/${id}/restore`, undefined)).status;
    };
    expect(await restore("Names")).toBe(200);
    expect(await looked()).toEqual([null, ["REF"]]);
    expect(await restore("Who")).toBe(200);
    expect(await looked()).toEqual([["Grace"], undefined]);
  });
});

test("a table is restored with its records and the link fields of others, also if its name is taken", async ({
  api,
  base,
  place,
  table,
}) => {
  await api.post(`/bases/${base.id}/tables`, {
    name: "Tasks",
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "linked_record", name: "Of", template: { tableId: table.id } },
    ],
  });
  const tasks = `/bases/${base.id}/tables/Tasks`;
  const { body: one } = await api.post(`${place}/records`, { record: { Name: "one" } });
  const { body: task } = await api.post(`${tasks}/records`, { record: { Name: "t", Of: [one.id] } });
  await api.call(place, { method: "DELETE" });
  expect((await api.get(tasks)).body.fields.map(({ name }: { name: string }) => name)).toEqual(["Name"]);
  await api.post(`/bases/${base.id}/tables`, { name: table.name, fields: [{ type: "number", name: "A" }] });
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  expect(trash).toMatchObject([{ kind: "table", name: table.name, itemId: table.id }]);
  const { body: back } = await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
  expect([back.id, back.name, back.order]).toEqual([table.id, `${table.name} (1)`, 0]);
  expect((await api.get(`${place}/records/${one.id}`)).body.fields).toMatchObject({
    Name: "one",
    Tasks: [task.id],
  });
  expect((await api.get(`${tasks}/records/${task.id}`)).body.fields).toEqual({ Name: "t", Of: [one.id] });
});

test("parts of a deleted table need the table restored first", async ({ api, base, place }) => {
  const { body: made } = await api.post(`${place}/records`, { record: { Name: "x" } });
  await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
  const [record] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
  await api.call(place, { method: "DELETE" });
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  expect(trash.map(({ kind }: { kind: string }) => kind)).toEqual(["table"]);
  const early = await api.post(`/bases/${base.id}/trash/${record.id}/restore`, undefined);
  expect([early.status, early.body.error.code]).toEqual([409, "CONFLICT"]);
  await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
  expect((await api.post(`/bases/${base.id}/trash/${record.id}/restore`, undefined)).status).toBe(200);
});

test("a field is restored into its views", async ({ api, base, place, table }) => {
  const view = `${place}/views/${table.views[0]?.id}`;
  const names = table.fields.map(({ name }) => name);
  const { body: self } = await api.post(`${place}/fields`, {
    name: "Next",
    type: "linked_record",
    template: { tableId: table.id },
  });
  const inverse = self.template.inverseFieldId;
  for (const name of ["Stage", "Next"]) {
    const { body: set } = await api.patch(view, {
      config: {
        filter: {
          and: [
            { field: name, is_empty: true },
            { field: "Amount", greater_than: 1 },
          ],
        },
        hiddenFieldIds: [name, inverse, "Notes"],
        fieldWidths: { [name]: 77 },
        orderedFieldIds: [...new Set([name, inverse, ...names.toReversed()])],
        ...(name === "Stage" && { sorts: [{ fieldId: name }], groups: [{ fieldId: name }] }),
      },
    });
    await api.call(`${place}/fields/${name}`, { method: "DELETE" });
    const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
    await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
    const { config } = (await api.get(view)).body;
    const sorted = (given: { hiddenFieldIds: string[] }) => ({
      ...given,
      hiddenFieldIds: given.hiddenFieldIds.toSorted(),
    });
    expect(sorted(config), name).toEqual(sorted(set.config));
  }
});

test("a restored field does not override later settings of its view", async ({ api, base, place, table }) => {
  const view = `${place}/views/${table.views[0]?.id}`;
  await api.patch(view, {
    config: { filter: { field: "Stage", equals: "Open" }, hiddenFieldIds: ["Stage"] },
  });
  await api.call(`${place}/fields/Stage`, { method: "DELETE" });
  const { body: set } = await api.patch(view, { config: { filter: { field: "Amount", equals: 1 } } });
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  const { body: stage } = await api.post(`/bases/${base.id}/trash/${trash[0].id}/restore`, undefined);
  const { config } = (await api.get(view)).body;
  expect([config.filter, config.hiddenFieldIds]).toEqual([set.config.filter, [stage.id]]);
});

for (const order of [
  ["view", "field"],
  ["field", "view"],
] as const) {
  test(
    `a deleted view and a deleted field of it are fully restored, ${order[0]} first`,
    long,
    async ({ api, base, place, table }) => {
      const { body: view } = await api.post(`${place}/views`, {
        name: "Mine",
        type: "grid",
        config: {
          filter: { field: "Stage", equals: "Open" },
          sorts: [{ fieldId: "Stage", direction: "desc" }],
          groups: [{ fieldId: "Stage" }],
          hiddenFieldIds: ["Stage"],
          fieldWidths: { Stage: 77 },
          orderedFieldIds: [...new Set(["Stage", ...table.fields.map(({ name }) => name).toReversed()])],
        },
      });
      const restore = async (wanted: string) => {
        const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
        const { id } = trash.find(({ kind }: { kind: string }) => kind === wanted);
        return api.post(`/bases/${base.id}/trash/${id}/restore`, undefined);
      };
      // Depending on which was deleted first.
      for (const deleted of [order, order.toReversed()]) {
        for (const kind of deleted) {
          const path = kind === "view" ? `${place}/views/${view.id}` : `${place}/fields/Stage`;
          expect((await api.call(path, { method: "DELETE" })).status).toBe(200);
        }
        for (const kind of order) expect((await restore(kind)).status).toBe(200);
        expect((await api.get(`${place}/views/${view.id}`)).body).toEqual(view);
      }
    },
  );
}

test("a view created or changed while a field was deleted shows the restored field in place and keeps its settings", async ({
  api,
  base,
  place,
  table,
}) => {
  const first = `${place}/views/${table.views[0]?.id}`;
  const ids = table.fields.map(({ id }) => id);
  const stage = table.fields.findIndex(({ name }) => name === "Stage");
  const [before = "", after = ""] = [ids[stage - 1], ids[stage + 1]];
  await api.patch(first, { config: { fieldWidths: { Stage: 77 }, sorts: [{ fieldId: "Stage" }] } });
  await api.call(`${place}/fields/Stage`, { method: "DELETE" });
  const { body: view } = await api.post(`${place}/views`, { name: "Late" });
  const moved = ids.filter((id) => id !== ids[stage] && id !== before).concat(before);
  const { body: set } = await api.patch(first, {
    config: { orderedFieldIds: moved, fieldWidths: { Name: 99 }, rowHeight: 56 },
  });
  expect([set.config.orderedFieldIds, set.config.sorts]).toEqual([moved, []]);
  const [entry] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
  expect((await api.post(`/bases/${base.id}/trash/${entry.id}/restore`, undefined)).status).toBe(200);
  expect((await api.get(`${place}/views/${view.id}`)).body.config.orderedFieldIds).toEqual(ids);
  const { config } = (await api.get(first)).body;
  expect(config).toMatchObject({
    sorts: [{ fieldId: ids[stage] }],
    fieldWidths: { [ids[stage] ?? ""]: 77, [ids[0] ?? ""]: 99 },
    rowHeight: 56,
  });
  expect(config.orderedFieldIds).toEqual([...moved, ids[stage]]);
  expect(config.orderedFieldIds).toContain(after);
});

test("a restored field returns between its neighbours, even if they were moved meanwhile", async ({
  api,
  base,
  place,
  table,
}) => {
  const order = async () => (await api.get(place)).body.fields.map(({ name }: { name: string }) => name);
  const [first, second, third, ...rest] = table.fields.map(({ name }) => name);
  await api.call(`${place}/fields/${second}`, { method: "DELETE" });
  await api.patch(`${place}/fields/${first}`, { order: 1 });
  await api.post(`${place}/fields`, { type: "number", name: "New" });
  expect(await order()).toEqual([third, first, ...rest, "New"]);
  const fields = (await api.get(place)).body.fields.map((field: { order: number }) => field.order);
  expect(fields).toEqual([...fields.keys()]);
  const [entry] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
  const { body } = await api.post(`/bases/${base.id}/trash/${entry.id}/restore`, undefined);
  expect([body.name, body.order]).toEqual([second, 2]);
  expect(await order()).toEqual([third, first, second, ...rest, "New"]);
});

test("a view is restored without settings of missing fields", async ({ api, base, place }) => {
  const config = {
    hiddenFieldIds: ["Amount"],
    sorts: [{ fieldId: "Stage", direction: "asc" }],
    rowHeight: 56,
  };
  const { body: view } = await api.post(`${place}/views`, { name: "Mine", type: "grid", config });
  await api.call(`${place}/views/${view.id}`, { method: "DELETE" });
  await api.call(`${place}/fields/Amount`, { method: "DELETE" });
  await api.post(`${place}/fields`, { type: "number", name: "Late" });
  const found = (await api.get(`/bases/${base.id}/trash`)).body.trash.find(
    ({ kind }: { kind: string }) => kind === "view",
  );
  const { body } = await api.post(`/bases/${base.id}/trash/${found.id}/restore`, undefined);
  expect(body).toMatchObject({ id: view.id, name: "Mine", config: { hiddenFieldIds: [], rowHeight: 56 } });
  expect(body.config.orderedFieldIds).toHaveLength(9);
});

test("a view is restored without conditions that no longer apply", async ({ api, base, place, table }) => {
  const id = (name: string) => table.fields.find((field) => field.name === name)?.id;
  const kept = { field: id("Done"), equals: true };
  const and = [{ field: "Stage", equals: "Open" }, { or: [{ field: "Amount", less_than: 5 }] }, kept];
  const { body: view } = await api.post(`${place}/views`, { name: "Mine", config: { filter: { and } } });
  await api.call(`${place}/views/${view.id}`, { method: "DELETE" });
  const { body: stage } = await api.get(`${place}/fields/Stage`);
  const [open, shut] = stage.template.options;
  const options = [{ ...open, label: "Begun" }, shut];
  expect((await api.patch(`${place}/fields/Stage`, { template: { options } })).status).toBe(200);
  expect((await api.patch(`${place}/fields/Amount`, { type: "checkbox" })).status).toBe(200);
  const [found] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
  const { status, body } = await api.post(`/bases/${base.id}/trash/${found.id}/restore`, undefined);
  expect([status, body.config?.filter]).toEqual([200, { and: [kept] }]);
  expect((await api.post(`${place}/records/list`, { viewId: view.id })).status).toBe(200);
});

test("a database is restored with everything, including files", async ({ api, base, place }) => {
  const upload = await api.call(`/bases/${base.id}/attachments?filename=a.txt`, {
    method: "POST",
    raw: "hello",
    headers: { "Content-Type": "text/plain" },
  });
  await api.post(`${place}/fields`, { type: "attachments", name: "Files" });
  await api.post(`${place}/records`, { record: { Name: "x", Files: [upload.body] } });
  const before = await contentsOf(api, base);
  await api.call(`/bases/${base.id}`, { method: "DELETE" });
  expect((await api.get(`/bases/${base.id}`)).status).toBe(404);
  expect((await api.post(`${place}/records`, { record: { Name: "late" } })).status).toBe(404);
  expect((await fetch(upload.body.url)).status).toBe(404);
  const { trash } = (await api.get("/trash")).body;
  const found = trash.find(({ itemId }: { itemId: string }) => itemId === base.id);
  expect(found).toEqual({
    id: minted.requestId,
    kind: "base",
    itemId: base.id,
    name: "Test",
    deletedAt: minted.time,
    deletedBy: expect.objectContaining({ kind: "key" }),
    changeSetId: minted.requestId,
  });
  const { status, body } = await api.post(`/trash/${found.id}/restore`, undefined);
  expect([status, body.id]).toEqual([200, base.id]);
  const after = (await contentsOf(api, base)) as { base: object };
  expect({ ...after, base: { ...after.base, updatedAt: null } }).toEqual({
    ...(before as { base: object }),
    base: { ...(before as { base: object }).base, updatedAt: null },
  });
  expect(await (await fetch(upload.body.url)).text()).toBe("hello");
  expect((await api.post(`/trash/${found.id}/restore`, undefined)).status).toBe(404);
  expect((await api.post(`${place}/records`, { record: { Name: "goes on" } })).status).toBe(201);
});

test("an invalid cursor is refused", async ({ api, base }) => {
  for (const cursor of ["x", "-".repeat(36), "0".repeat(36)]) {
    for (const path of [`/bases/${base.id}/trash`, "/trash"]) {
      expect((await api.get(`${path}?cursor=${cursor}`)).status).toBe(400);
    }
  }
});

test("the trash has pages and excludes other databases", async ({ api, base, place }) => {
  const { body } = await api.post(`${place}/records/bulk`, {
    records: Array.from({ length: 5 }, (_, number) => ({ Name: String(number) })),
  });
  const recordIds = body.records.map(({ id }: { id: string }) => id);
  await api.call(`${place}/records/bulk`, { method: "DELETE", body: { recordIds } });
  const seen: string[] = [];
  for (let path = `/bases/${base.id}/trash?limit=2`; ; ) {
    const page = (await api.get(path)).body;
    seen.push(...page.trash.map(({ itemId }: { itemId: string }) => itemId));
    if (page.nextCursor === null) break;
    path = `/bases/${base.id}/trash?limit=2&cursor=${page.nextCursor}`;
  }
  expect(seen.sort()).toEqual(recordIds.sort());
  const { body: second } = await api.post("/bases", { name: "Second" });
  const [entry] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
  expect((await api.get(`/bases/${second.id}/trash`)).body.trash).toEqual([]);
  for (const path of [
    `/bases/${second.id}/trash/${entry.id}`,
    `/trash/${entry.id}`,
    `/trash/${randomUUID()}`,
    "/trash/x",
  ]) {
    expect((await api.post(`${path}/restore`, undefined)).status, path).toBe(404);
  }
});

test("restoring a record needs the scope write, a field the scope schema", async ({
  api,
  base,
  place,
  baseURL,
}) => {
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
  await api.call(`${place}/fields/Amount`, { method: "DELETE" });
  const { trash } = (await api.get(`/bases/${base.id}/trash`)).body;
  const statusOf = async (kind: string, scope: string) => {
    const { body } = await api.post("/keys", { name: scope, scopes: ["read", scope] });
    const item = trash.find((each: { kind: string }) => each.kind === kind);
    const caller = new ApiClient(baseURL as string, body.key);
    return (await caller.post(`/bases/${base.id}/trash/${item.id}/restore`, undefined)).status;
  };
  expect(await statusOf("record", "keys")).toBe(403);
  expect(await statusOf("record", "schema")).toBe(403);
  expect(await statusOf("field", "write")).toBe(403);
  expect(await statusOf("record", "write")).toBe(200);
  expect(await statusOf("field", "schema")).toBe(200);
});

test("of two concurrent restores of one item, one succeeds", async ({ api, base, place }) => {
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
  const [entry] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.post(`/bases/${base.id}/trash/${entry.id}/restore`, undefined)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
});

interface TrashEntry {
  id: string;
  kind: string;
  name: string;
  count?: number;
  records?: number;
  itemId: string;
  changeSetId: string;
}

test.describe("items deleted together", () => {
  const groupsOf = async (api: ApiClient, base: { id: string }, query = "") =>
    (await api.get(`/bases/${base.id}/trash?group=changeSet${query}`)).body.trash as TrashEntry[];
  const named = (count: number) => Array.from({ length: count }, (_, index) => ({ Name: `Row ${index}` }));

  test("are one group, restored in one change set with values, links and order, and undone as one", async ({
    api,
    base,
    place,
    table,
  }) => {
    await api.post(`${place}/fields`, {
      name: "Next",
      type: "linked_record",
      template: { tableId: table.id },
    });
    const { body: made } = await api.post(`${place}/records/bulk`, { records: named(50) });
    const ids: string[] = made.records.map(({ id }: { id: string }) => id);
    await api.patch(`${place}/records/${ids[0]}`, { record: { Next: [ids[49], ids[7]], Amount: 3 } });
    const headers = { "Change-Set-Id": randomUUID() };
    const before = await contentsOf(api, base);
    // Two calls: links between their records are restored in either order.
    for (const recordIds of [ids.slice(0, 25), ids.slice(25)]) {
      await api.call(`${place}/records/bulk`, { method: "DELETE", body: { recordIds }, headers });
    }
    await api.post(`${place}/records`, { record: { Name: "alone" } });
    await api.post(`/bases/${base.id}/undo`, undefined);
    const [alone, group, ...rest] = await groupsOf(api, base);
    expect([alone, rest]).toEqual([expect.objectContaining({ name: "alone", count: 1, records: 1 }), []]);
    expect(group).toMatchObject({ kind: "record", count: 50, records: 50, name: "Row 0" });
    expect(group?.id).toBe(headers["Change-Set-Id"]);
    const { trash } = (await api.get(`/bases/${base.id}/trash?changeSetId=${group?.id}&limit=10`)).body;
    expect(trash).toHaveLength(10);
    const { status, body } = await api.post(`/bases/${base.id}/trash/restore`, { trashIds: [group?.id] });
    expect([status, body]).toEqual([
      200,
      { changeSetId: minted.requestId, restored: 50, skipped: [], skippedCount: 0 },
    ]);
    const withoutTimes = (value: unknown) => JSON.stringify(value).replace(/"updatedAt":"[^"]*"/g, "");
    expect(withoutTimes(await contentsOf(api, base))).toEqual(withoutTimes(before));
    expect((await api.post(`/bases/${base.id}/trash/restore`, { trashIds: [group?.id] })).status).toBe(404);
    await api.post(`/bases/${base.id}/undo`, undefined);
    expect((await api.post(`${place}/records/list`, {})).body.total).toBe(0);
    expect((await groupsOf(api, base))[0]).toMatchObject({ count: 50 });
  });

  test("include a table with its records if undo removed both", async ({ api, base }) => {
    const headers = { "Change-Set-Id": randomUUID() };
    const body = { name: "Copy", fields: [{ type: "single_line_text", name: "Name" }] };
    await api.call(`/bases/${base.id}/tables`, { method: "POST", body, headers });
    const bulk = `/bases/${base.id}/tables/Copy/records/bulk`;
    await api.call(bulk, { method: "POST", body: { records: named(30) }, headers });
    const { body: undone } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(undone.action).toEqual({
      name: null,
      did: "created",
      what: "table",
      count: 1,
      id: expect.any(String),
      of: "Copy",
    });
    const [group, ...rest] = await groupsOf(api, base);
    expect(rest).toEqual([]);
    expect(group).toMatchObject({ kind: "table", name: "Copy", count: 31, records: 30 });
    const { body: restored } = await api.post(`/bases/${base.id}/trash/restore`, { trashIds: [group?.id] });
    expect([restored.restored, restored.skipped]).toEqual([31, []]);
    expect((await api.post(`/bases/${base.id}/tables/Copy/records/list`, {})).body.total).toBe(30);
  });

  test("are restored as far as possible, with reasons for the rest", async ({ api, base, place, table }) => {
    const other = `/bases/${base.id}/tables/Other`;
    await api.post(`/bases/${base.id}/tables`, {
      name: "Other",
      fields: [{ type: "single_line_text", name: "Name" }],
    });
    const headers = { "Change-Set-Id": randomUUID() };
    for (const path of [place, other]) {
      const { body } = await api.post(`${path}/records/bulk`, { records: named(3) });
      const recordIds = body.records.map(({ id }: { id: string }) => id);
      await api.call(`${path}/records/bulk`, { method: "DELETE", body: { recordIds }, headers });
    }
    const entries = (await api.get(`/bases/${base.id}/trash`)).body.trash as TrashEntry[];
    // One is already restored, and a table has been deleted meanwhile.
    const inPlace = entries.filter((entry) => "tableId" in entry && entry.tableId === table.id);
    expect((await api.post(`/bases/${base.id}/trash/${inPlace[0]?.id}/restore`, undefined)).status).toBe(200);
    await api.call(other, { method: "DELETE" });
    const away = entries.filter((entry) => !inPlace.includes(entry));
    const trashIds = [headers["Change-Set-Id"], away[0]?.id];
    const { body } = await api.post(`/bases/${base.id}/trash/restore`, { trashIds });
    expect(body).toMatchObject({
      restored: 2,
      skipped: [{ id: away[0]?.id, reason: "its table is in the trash; restore that table first" }],
      skippedCount: 1,
    });
    const [group] = await groupsOf(api, base);
    const all = { trashIds: [group?.id, headers["Change-Set-Id"]] };
    expect((await api.post(`/bases/${base.id}/trash/restore`, all)).body).toMatchObject({
      restored: 4,
      skippedCount: 0,
    });
  });

  test("include interdependent fields in any order, and taken names get a number", async ({
    api,
    base,
    place,
    table,
  }) => {
    await api.post(`${place}/fields`, {
      name: "Next",
      type: "linked_record",
      template: { tableId: table.id },
    });
    const template = { linkFieldId: "Next", targetFieldId: "Name" };
    await api.post(`${place}/fields`, { name: "Looked", type: "lookup", template });
    const headers = { "Change-Set-Id": randomUUID() };
    for (const name of ["Looked", "Next"]) {
      await api.call(`${place}/fields/${name}`, { method: "DELETE", headers });
    }
    await api.post(`${place}/fields`, { name: "Looked", type: "number" });
    const [group] = await groupsOf(api, base);
    const entries = (await api.get(`/bases/${base.id}/trash`)).body.trash as TrashEntry[];
    expect(group).toMatchObject({ kind: "field", count: 2, records: 0 });
    const trashIds = entries.toReversed().map(({ id }) => id);
    expect((await api.post(`/bases/${base.id}/trash/restore`, { trashIds })).body).toMatchObject({
      restored: 2,
      skipped: [],
    });
    const names = (await api.get(place)).body.fields.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["Next", "Looked", "Looked (1)"]));
  });

  test("are found by name, kind and table, in pages", async ({ api, base, place, table }) => {
    const { body: made } = await api.post(`${place}/records/bulk`, {
      records: [{ Name: "100%" }, { Name: "Alien" }, { Name: "Aliens" }],
    });
    for (const { id } of made.records) await api.call(`${place}/records/${id}`, { method: "DELETE" });
    await api.call(`${place}/fields/Amount`, { method: "DELETE" });
    const namesOf = async (query: string) =>
      (await api.get(`/bases/${base.id}/trash?${query}`)).body.trash.map(({ name }: TrashEntry) => name);
    expect(await namesOf("search=aLIEN")).toEqual(["Aliens", "Alien"]);
    expect(await namesOf("search=0%25")).toEqual(["100%"]);
    expect(await namesOf("search=_")).toEqual([]);
    expect(await namesOf("kind=field")).toEqual(["Amount"]);
    expect(await namesOf(`tableId=${table.id}&kind=record&search=alien`)).toEqual(["Aliens", "Alien"]);
    expect(await namesOf("tableId=t1111111111")).toEqual([]);
    expect(await namesOf("group=changeSet&search=alien")).toEqual(["Aliens", "Alien"]);
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { trash, nextCursor } = (
        await api.get(`/bases/${base.id}/trash?group=changeSet&limit=1${cursor}`)
      ).body;
      seen.push(...trash.map(({ name }: TrashEntry) => name));
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual(["Amount", "Aliens", "Alien", "100%"]);
    for (const query of [
      "kind=base",
      "group=table",
      "search=%00",
      `search=${"x".repeat(201)}`,
      "changeSetId=x",
    ]) {
      expect((await api.get(`/bases/${base.id}/trash?${query}`)).status, query).toBe(400);
    }
  });

  test("restore 3,202 records in a few statements", long, async ({ api, base, place }) => {
    test.setTimeout(120_000);
    const headers = { "Change-Set-Id": randomUUID(), "Change-Set-Name": "paste" };
    for (const count of [2_000, 1_202]) {
      const body = { records: named(count) };
      await api.call(`${place}/records/bulk`, { method: "POST", body, headers });
    }
    const { body: undone } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(undone.action).toEqual({
      name: "paste",
      did: "created",
      what: "record",
      count: 3_202,
      id: null,
      of: null,
    });
    const groups = await groupsOf(api, base);
    expect(groups).toMatchObject([{ count: 3_202, records: 3_202 }]);
    const begun = performance.now();
    const { body } = await api.post(`/bases/${base.id}/trash/restore`, { trashIds: [groups[0]?.id] });
    const taken = performance.now() - begun;
    test.info().annotations.push({ type: "restored 3,202 records in ms", description: taken.toFixed(0) });
    expect(body).toMatchObject({ restored: 3_202, skipped: [], skippedCount: 0 });
    expect((await api.post(`${place}/records/list`, {})).body.total).toBe(3_202);
    expect(taken).toBeLessThan(10_000);
  });

  test("need the scopes of all items, and two concurrent restores run once", async ({
    api,
    base,
    place,
    baseURL,
  }) => {
    const headers = { "Change-Set-Id": randomUUID() };
    const { body: made } = await api.post(`${place}/records`, { record: { Name: "x" } });
    await api.call(`${place}/records/${made.id}`, { method: "DELETE", headers });
    await api.call(`${place}/fields/Amount`, { method: "DELETE", headers });
    const restore = { trashIds: [headers["Change-Set-Id"]] };
    for (const scope of ["read", "write", "schema"]) {
      const { body } = await api.post("/keys", { name: scope, scopes: [scope] });
      const caller = new ApiClient(baseURL as string, body.key);
      expect((await caller.post(`/bases/${base.id}/trash/restore`, restore)).status, scope).toBe(403);
    }
    const { body: second } = await api.post("/bases", { name: "Second" });
    expect((await api.post(`/bases/${second.id}/trash/restore`, restore)).status).toBe(404);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => api.post(`/bases/${base.id}/trash/restore`, restore)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    for (const body of [{}, { trashIds: [] }, { trashIds: ["x"] }, { trashIds: null, all: true }]) {
      expect((await api.post(`/bases/${base.id}/trash/restore`, body)).status).toBe(400);
    }
  });

  test("can be erased alone or with everything, with the scope schema", async ({
    api,
    base,
    place,
    baseURL,
  }) => {
    const { body: made } = await api.post(`${place}/records/bulk`, { records: named(3) });
    const recordIds = made.records.map(({ id }: { id: string }) => id);
    await api.call(`${place}/records/bulk`, { method: "DELETE", body: { recordIds } });
    await api.call(`${place}/fields/Amount`, { method: "DELETE" });
    await api.post(`/bases/${base.id}/tables`, { name: "T", fields: [{ type: "number", name: "A" }] });
    const { body: inTable } = await api.post(`/bases/${base.id}/tables/T/records`, { record: {} });
    await api.call(`/bases/${base.id}/tables/T/records/${inTable.id}`, { method: "DELETE" });
    await api.call(`/bases/${base.id}/tables/T`, { method: "DELETE" });
    const path = `/bases/${base.id}/trash/erase`;
    const groups = await groupsOf(api, base);
    const idOf = (kind: string) => groups.find((group) => group.kind === kind)?.id;
    const { body: key } = await api.post("/keys", { name: "Editor", scopes: ["read", "write"] });
    const editor = new ApiClient(baseURL as string, key.key);
    expect((await editor.post(path, { all: true })).status).toBe(403);
    for (const body of [undefined, {}, { all: false }, { all: true, trashIds: [idOf("record")] }]) {
      expect((await api.post(path, body)).status).toBe(400);
    }
    const rehearsed = await api.post(`${path}?dryRun=true`, { all: true });
    expect([rehearsed.body, (await groupsOf(api, base)).length]).toEqual([{ erased: 6 }, 3]);
    expect((await api.post(path, { trashIds: [idOf("record")] })).body).toEqual({ erased: 3 });
    // Including the deleted parts of the table.
    expect((await api.post(path, { trashIds: [idOf("table")] })).body).toEqual({ erased: 2 });
    expect((await api.post(path, { trashIds: [idOf("table")] })).status).toBe(404);
    expect((await groupsOf(api, base)).map(({ kind }) => kind)).toEqual(["field"]);
    expect((await api.post(path, { all: true })).body).toEqual({ erased: 1 });
    expect((await api.post(path, { all: true })).body).toEqual({ erased: 0 });
    // Undo reports that it cannot be restored.
    const { body: undone } = await api.post(`/bases/${base.id}/undo`, undefined);
    expect(undone.skipped[0]?.reason).toBe("it is no longer in the trash");
  });
});

test("a key for certain databases does not see names of keys with more rights", async ({
  api,
  base,
  place,
  baseURL,
}) => {
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  await api.call(`${place}/records/${made.id}`, { method: "DELETE" });
  const { body: key } = await api.post("/keys", { name: "Narrow", scopes: ["read"], databases: [base.id] });
  const narrow = new ApiClient(baseURL as string, key.key);
  const { trash } = (await narrow.get(`/bases/${base.id}/trash`)).body;
  expect(trash).toMatchObject([{ itemId: made.id, deletedBy: { kind: "key", name: null } }]);
});
