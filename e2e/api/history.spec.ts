import { randomUUID } from "node:crypto";
import type { ChangeEntry } from "../../lib/contract/changes";
import { ApiClient, minted } from "../api-client";
import { long } from "../rounds";
import { expect, test } from "./fixtures";

/** An entry without values that differ between runs. */
function brief({ source, changes }: { source: string; changes: unknown[] }) {
  return { source, changes };
}

test("a record's history lists who changed what and when, newest first", async ({
  api,
  other,
  table,
  place,
}) => {
  const idOf = Object.fromEntries(table.fields.map(({ name, id }) => [name, id]));
  const { body: made } = await api.post(`${place}/records`, { record: { Name: "Ada", Stage: "Open" } });
  const record = `${place}/records/${made.id}`;
  await other.patch(record, { record: { Stage: "Shut", Amount: 2, Name: "Ada" } });
  await api.call(`${place}/records/bulk`, {
    method: "PUT",
    body: { records: [{ recordId: made.id, Amount: null, Done: true }] },
  });
  await api.patch(record, { record: { Done: true } });
  const { body } = await api.get(`${record}/history`);
  expect(body.history.map(brief)).toEqual([
    {
      source: "public_api",
      changes: [
        { fieldId: idOf.Amount, before: 2, after: null },
        { fieldId: idOf.Done, before: false, after: true },
      ],
    },
    {
      source: "ui",
      changes: [
        { fieldId: idOf.Amount, before: null, after: 2 },
        { fieldId: idOf.Stage, before: "Open", after: "Shut" },
      ],
    },
    {
      source: "public_api",
      changes: [
        { fieldId: idOf.Name, before: null, after: "Ada" },
        { fieldId: idOf.Stage, before: null, after: "Open" },
      ],
    },
  ]);
  expect(body.nextCursor).toBeNull();
  expect(body.history.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual([
    "key",
    "session",
    "key",
  ]);
  for (const { changeSetId, at, actor } of body.history) {
    expect({ changeSetId, at, id: actor.id }).toEqual({
      changeSetId: minted.requestId,
      at: minted.time,
      id: minted.requestId,
    });
  }
});

/** Reads the whole log of a database, page by page. */
async function logOf(api: ApiClient, { id }: { id: string }): Promise<ChangeEntry[]> {
  const changes: ChangeEntry[] = [];
  for (let query = ""; ; ) {
    const { body } = await api.get(`/bases/${id}/changes${query}`);
    changes.push(...body.changes);
    if (!body.hasMore) return changes;
    query = `?since=${body.next}`;
  }
}

test("it comes in pages", async ({ api, place }) => {
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  const record = `${place}/records/${made.id}`;
  for (let number = 1; number <= 5; number++) await api.patch(record, { record: { Amount: number } });
  const seen: unknown[] = [];
  for (let path = `${record}/history?limit=2`; ; ) {
    const { body } = await api.get(path);
    seen.push(...body.history.map(({ changes }: { changes: { after: unknown }[] }) => changes[0]?.after));
    if (body.nextCursor === null) break;
    path = `${record}/history?limit=2&cursor=${body.nextCursor}`;
  }
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  for (const query of ["limit=0", "limit=x", "cursor=x", "offset=1"]) {
    expect((await api.get(`${record}/history?${query}`)).status, query).toBe(400);
  }
});

test("records created in bulk each have a first entry", async ({ api, place }) => {
  const { body } = await api.post(`${place}/records/bulk`, {
    records: Array.from({ length: 50 }, (_, number) => ({ Amount: number })),
  });
  for (const at of [0, 7, 49]) {
    const { history } = (await api.get(`${place}/records/${body.records[at].id}/history`)).body;
    expect(history.map(({ changes }: { changes: unknown[] }) => changes)).toEqual([
      [expect.objectContaining({ before: null, after: at })],
    ]);
  }
});

test("links are in the history of both records, a change of type in that of every record", async ({
  api,
  base,
  place,
  table,
}) => {
  const self = { name: "Next", type: "linked_record", template: { tableId: table.id } };
  const { body: field } = await api.post(`${place}/fields`, self);
  const amount = table.fields.find(({ name }) => name === "Amount");
  const [one, two] = (await api.post(`${place}/records/bulk`, { records: [{ Amount: 1 }, { Amount: 2 }] }))
    .body.records;
  await api.patch(`${place}/records/${one.id}`, { record: { Next: [two.id] } });
  const historyOf = async (id: string) => (await api.get(`${place}/records/${id}/history`)).body.history;
  expect((await historyOf(one.id))[0].changes).toEqual([{ fieldId: field.id, before: [], after: [two.id] }]);
  expect((await historyOf(two.id))[0].changes).toEqual([
    { fieldId: field.template.inverseFieldId, before: [], after: [one.id] },
  ]);
  await api.patch(`/bases/${base.id}/tables/${table.id}/fields/Amount`, { type: "single_line_text" });
  for (const { id, fields } of [one, two]) {
    expect((await historyOf(id))[0].changes).toEqual([
      { fieldId: amount?.id, before: expect.anything(), after: String(fields.Amount) },
    ]);
  }
});

test("values from before a change of type are in the history unchanged", async ({
  api,
  other,
  base,
  place,
}) => {
  const { body: made } = await api.post(`${place}/records`, { record: { Name: "a", Notes: "Red" } });
  await api.patch(`${place}/records/${made.id}`, { record: { Notes: null } });
  const { body: field } = await other.patch(`${place}/fields/Notes`, { type: "multiple_select" });
  const { body } = await api.get(`${place}/records/${made.id}/history`);
  expect(body.history[0].changes).toEqual([{ fieldId: field.id, before: "Red", after: null }]);
  await expect
    .poll(async () => (await api.get(`/bases/${base.id}/changes`)).body.changes.at(-2))
    .toMatchObject({ id: made.id, before: { [field.id]: "Red" } });
  const { body: undone } = await api.post(`/bases/${base.id}/undo`, undefined);
  const reason = "its value cannot be converted to the current field";
  expect(undone).toMatchObject({ restored: 0, skipped: [{ recordId: made.id, fieldId: field.id, reason }] });
});

test.describe("old values are shown as they were", () => {
  /** The changes of a field of a record, in its history and in the log of the database, oldest first. */
  async function storyOf(
    api: ApiClient,
    { base, place, id, fieldId }: { base: { id: string }; place: string; id: string; fieldId: string },
  ) {
    const { history } = (await api.get(`${place}/records/${id}/history`)).body;
    const changes = await logOf(api, base);
    const told = history
      .toReversed()
      .flatMap((entry: { changes: { fieldId: string; before: unknown; after: unknown }[] }) => entry.changes)
      .filter((cell: { fieldId: string }) => cell.fieldId === fieldId)
      .map(({ before, after }: { before: unknown; after: unknown }) => [before, after]);
    const logged = changes
      .filter((entry) => entry.kind === "record" && entry.id === id)
      .map(({ before, after }) => [before?.[fieldId], after?.[fieldId]])
      .filter(([before, after]) => before !== undefined || after !== undefined);
    return { told, logged };
  }

  test(
    "texts from before a field became a select, and options from before it became a text",
    long,
    async ({ api, base, place, table }) => {
      const fieldId = table.fields.find(({ name }) => name === "Notes")?.id ?? "";
      const { body: made } = await api.post(`${place}/records`, { record: { Notes: "A" } });
      const record = `${place}/records/${made.id}`;
      await api.patch(record, { record: { Notes: "B" } });
      await api.patch(`${place}/fields/Notes`, { type: "single_select" });
      await api.call(`${record}?typecast=true`, { method: "PATCH", body: { record: { Notes: "C" } } });
      await api.patch(`${place}/fields/Notes`, { type: "long_text" });
      await api.patch(record, { record: { Notes: "D" } });
      const steps = [
        ["A", "B"],
        ["B", "C"],
        ["C", "D"],
      ];
      const story = () => storyOf(api, { base, place, id: made.id, fieldId });
      const told = [[null, "A"], ...steps];
      // The log waits for writes that may still precede the last one.
      await expect.poll(story).toEqual({ told, logged: [[undefined, "A"], ...steps] });
      // Undo restores the field and its cells in one write.
      for (let left = 4; left > 0; left--) await api.post(`/bases/${base.id}/undo`, undefined);
      expect((await api.get(record)).body.fields.Notes).toBe("B");
      const back = [
        ["D", "C"],
        ["C", "B"],
      ];
      await expect
        .poll(story)
        .toEqual({ told: [...told, ...back], logged: [[undefined, "A"], ...steps, ...back] });
    },
  );

  test("options that were removed since", async ({ api, base, place }) => {
    const { body: stage } = await api.get(`${place}/fields/Stage`);
    const template = { options: [{ label: "Red" }, { label: "Blue" }] };
    const { body: tags } = await api.post(`${place}/fields`, {
      name: "Tags",
      type: "multiple_select",
      template,
    });
    const { body: made } = await api.post(`${place}/records`, {
      record: { Stage: "Open", Tags: ["Red", "Blue"] },
    });
    for (const field of [stage, tags]) {
      const options = field.template.options.slice(1);
      await api.patch(`${place}/fields/${field.id}`, { template: { options }, allowLoss: true });
    }
    const last = async (fieldId: string) => {
      const { told, logged } = await storyOf(api, { base, place, id: made.id, fieldId });
      return [told.at(-1), logged.at(-1)];
    };
    const ofStage = ["Open", null];
    const ofTags = [["Red", "Blue"], ["Blue"]];
    await expect.poll(() => last(stage.id)).toEqual([ofStage, ofStage]);
    await expect.poll(() => last(tags.id)).toEqual([ofTags, ofTags]);
    // The log still contains the changes of a deleted field.
    await api.call(`${place}/fields/Tags`, { method: "DELETE" });
    await expect
      .poll(async () => (await logOf(api, base)).at(-1))
      .toMatchObject({ kind: "field", id: tags.id, after: null });
    expect((await last(tags.id))[1]).toEqual(ofTags);
  });
});

test("the log omits unchanged cells", async ({ api, base, place, table }) => {
  const amount = table.fields.find(({ name }) => name === "Amount")?.id ?? "";
  const { body: made } = await api.post(`${place}/records`, { record: { Name: "a", Amount: 1 } });
  await api.patch(`${place}/records/${made.id}`, { record: { Name: "a", Amount: 2, Stage: null } });
  const last = async () => {
    const { id, before, after } = (await api.get(`/bases/${base.id}/changes`)).body.changes.at(-1);
    return { id, before, after };
  };
  const [before, after] = [{ [amount]: 1 }, { [amount]: 2 }];
  await expect.poll(last).toEqual({ id: made.id, before, after });
});

test("files are in the history and the log as values of a cell", async ({ api, base, place }) => {
  const { body: field } = await api.post(`${place}/fields`, { name: "Files", type: "attachments" });
  const { body: made } = await api.post(`${place}/records`, { record: {} });
  const record = `${place}/records/${made.id}`;
  const uploads = `/bases/${base.id}/attachments?filename=note.txt`;
  const headers = { "Content-Type": "application/octet-stream" };
  const { body: file } = await api.call(uploads, { method: "POST", raw: "Hello", headers });
  await api.patch(record, { record: { Files: [file] } });
  await api.patch(record, { record: { Files: null } });
  const { history } = (await api.get(`${record}/history`)).body;
  expect(history[0].changes).toEqual([{ fieldId: field.id, before: [file], after: [] }]);
  expect(history[1].changes).toEqual([{ fieldId: field.id, before: [], after: [file] }]);
  // The log holds changes back while an older transaction may still precede them.
  await expect
    .poll(async () => (await api.get(`/bases/${base.id}/changes`)).body.changes.at(-1))
    .toMatchObject({ before: { [field.id]: [file] }, after: { [field.id]: [] } });
  const written = await api.patch(record, { record: { Files: history[0].changes[0].before } });
  expect([written.status, written.body.fields.Files]).toEqual([200, [file]]);
});

test("writes of one actor with the same Change-Set-Id are one change set", async ({
  api,
  other,
  base,
  place,
}) => {
  const id = randomUUID();
  const headers = { "Change-Set-Id": id };
  const { body: made } = await api.call(`${place}/records`, {
    method: "POST",
    body: { record: {} },
    headers,
  });
  const record = `${place}/records/${made.id}`;
  await api.call(record, { method: "PATCH", body: { record: { Amount: 1 } }, headers });
  await api.call(record, {
    method: "PATCH",
    body: { record: { Amount: 2 } },
    headers: { "Change-Set-Id": id.toUpperCase() },
  });
  await other.call(record, { method: "PATCH", body: { record: { Amount: 3 } }, headers });
  const { history } = (await api.get(`${record}/history`)).body;
  const ids = history.map(({ changeSetId }: { changeSetId: string }) => changeSetId);
  expect(ids[1]).toBe(id);
  expect(ids[2]).toBe(id);
  expect(ids[0]).not.toBe(id);
  const undone = await other.post(`/bases/${base.id}/undo`, undefined);
  expect(undone.body).toMatchObject({ changeSetId: ids[0], restored: 1, skipped: [] });
  for (const bad of ["x", "", "1"]) {
    const call = { method: "PATCH", body: { record: {} }, headers: { "Change-Set-Id": bad } };
    expect((await api.call(record, call)).status).toBe(400);
  }
});

test("the history of an unknown record is a 404", async ({ api, place, baseURL }) => {
  expect((await api.get(`${place}/records/${randomUUID()}/history`)).status).toBe(404);
  expect((await api.get(`${place}/records/x/history`)).body.error.code).toBe("INVALID_RECORD_ID");
  const nobody = new ApiClient(baseURL as string, null);
  expect((await nobody.get(`${place}/records/${randomUUID()}/history`)).status).toBe(401);
});

test.describe("the log of a database", () => {
  test("returns every change once, in order, from a given position", async ({ api, base, place }) => {
    const all: { kind: string; id: string; after: { [key: string]: unknown } | null }[] = [];
    let since = "";
    const read = async () => {
      for (let more = true; more; ) {
        const { body } = await api.get(`/bases/${base.id}/changes${since && `?since=${since}`}`);
        all.push(...body.changes);
        since = body.next;
        more = body.hasMore;
      }
    };
    // The log waits for transactions that are under way, so those of the table may come later.
    const records = () => all.filter(({ kind }) => kind === "record").map(({ id }) => id);
    await read();
    expect(all[0]).toMatchObject({ kind: "base", before: null, after: { name: "Test" } });
    await Promise.all(
      Array.from({ length: 40 }, (_, number) => api.post(`${place}/records`, { record: { Amount: number } })),
    );
    await api.post(`${place}/records/bulk`, { records: Array.from({ length: 30 }, () => ({ Name: "x" })) });
    await expect
      .poll(async () => {
        await read();
        return records().length;
      })
      .toBe(70);
    expect(new Set(records()).size).toBe(70);
    await read();
    expect(records()).toHaveLength(70);
  });

  test("does not repeat changes written during a read", long, async ({ api, base, place }) => {
    let since = (await api.get(`/bases/${base.id}/changes`)).body.next;
    let isWriting = true;
    const write = async () => {
      for (let Amount = 0; Amount < 40; Amount++) await api.post(`${place}/records`, { record: { Amount } });
    };
    const written = Promise.all([write(), write(), write()]).finally(() => {
      isWriting = false;
    });
    const ids: string[] = [];
    const read = async () => {
      const { body } = await api.get(`/bases/${base.id}/changes?since=${since}`);
      expect(body.hasMore).toBe(false);
      for (const { kind, id } of body.changes) if (kind === "record") ids.push(id);
      since = body.next;
      return ids.length;
    };
    while (isWriting) await read();
    await written;
    await expect.poll(read).toBe(120);
    expect(new Set(ids).size).toBe(120);
  });

  test("explains an invalid position", async ({ api, base }) => {
    for (const since of ["x", "", Buffer.from('["a","1","1"]').toString("base64url")]) {
      const { status, body } = await api.get(`/bases/${base.id}/changes?since=${since}`);
      expect([status, body.error.details[0].path], since).toEqual([400, "since"]);
    }
  });

  test("includes changes of tables, fields and views", long, async ({ api, base, place, table }) => {
    await api.patch(place, { name: "Renamed" });
    await api.patch(`${place}/fields/Amount`, { name: "Sum" });
    await api.patch(`${place}/views/${table.views[0]?.id}`, { config: { rowHeight: 56 } });
    await api.call(`${place}/fields/Stage`, { method: "DELETE" });
    const last = async () =>
      (await api.get(`/bases/${base.id}/changes`)).body.changes
        .slice(-4)
        .map(({ kind, before, after }: { [key: string]: unknown }) => ({ kind, before, after }));
    await expect.poll(last).toEqual([
      { kind: "table", before: { name: "Everything" }, after: { name: "Renamed" } },
      { kind: "field", before: { name: "Amount" }, after: { name: "Sum" } },
      { kind: "view", before: { rowHeight: 32 }, after: { rowHeight: 56 } },
      { kind: "field", before: expect.objectContaining({ name: "Stage" }), after: null },
    ]);
  });
});
