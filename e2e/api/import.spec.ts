/** Files imported in one call: their values, everything that is refused, and undo. */

import type { ImportResult } from "../../lib/contract/import-call";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import type { Answer, ApiClient } from "../api-client";
import { long, repeated, rounds } from "../rounds";
import { expect, test } from "./fixtures";

interface Sent {
  readonly type?: string;
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
}

// biome-ignore lint/suspicious/noExplicitAny: tests compare bodies of any shape
function send(api: ApiClient, place: string, raw: string, sent: Sent = {}): Promise<Answer<any>> {
  const { type = "text/csv", query = {}, headers = {} } = sent;
  return api.call(`${place}/records/import?${new URLSearchParams(query)}`, {
    method: "POST",
    raw,
    headers: { "Content-Type": type, ...headers },
  });
}

async function imported(api: ApiClient, place: string, raw: string, sent?: Sent): Promise<ImportResult> {
  const { status, body } = await send(api, place, raw, sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function problemsOf(api: ApiClient, place: string, raw: string, sent?: Sent): Promise<string[]> {
  const { status, body } = await send(api, place, raw, sent);
  expect(status, JSON.stringify(body)).toBe(400);
  return (body.error.details ?? [{ path: "", message: body.error.message }]).map(
    ({ path, message }: { path: string; message: string }) => `${path} ${message}`.trim(),
  );
}

async function recordsIn(api: ApiClient, place: string): Promise<readonly Record[]> {
  const { body } = await api.post<RecordPage>(`${place}/records/list`, { limit: 2_000 });
  return body.records;
}

async function cellsIn(api: ApiClient, place: string, name: string): Promise<unknown[]> {
  return (await recordsIn(api, place)).map(({ fields }) => fields[name]);
}

test.describe("a file of new records", () => {
  const csv = 'Name,Amount,Done,Stage,Day\nAda,1.5,yes,open,2026-01-31\n"Bob, jr",,,Shut,\n';

  test("csv: texts are read as in cells, in the order of the file", async ({ api, place }) => {
    const result = await imported(api, place, csv);
    expect(result).toMatchObject({ created: 2, updated: 0, unchanged: 0, failed: 0, errors: [] });
    const records = await recordsIn(api, place);
    expect(records.map(({ fields }) => fields)).toMatchObject([
      { Name: "Ada", Amount: 1.5, Done: true, Stage: "Open", Day: "2026-01-31", Notes: null },
      { Name: "Bob, jr", Amount: null, Done: false, Stage: "Shut", Day: null },
    ]);
  });

  test("tsv, json and ndjson say the same", async ({ api, place }) => {
    await imported(api, place, csv);
    await imported(
      api,
      place,
      "Name\tAmount\tDone\tStage\tDay\nAda\t1.5\tyes\topen\t2026-01-31\nBob, jr\t\t\tShut\t\n",
      {
        type: "text/tab-separated-values",
      },
    );
    const objects = [
      { Name: "Ada", Amount: 1.5, Done: true, Stage: "Open", Day: "2026-01-31" },
      { Stage: "Shut", Name: "Bob, jr", Amount: null },
    ];
    await imported(api, place, JSON.stringify(objects), { type: "application/json" });
    await imported(api, place, objects.map((each) => JSON.stringify(each)).join("\n"), {
      type: "application/x-ndjson",
    });
    const all = (await recordsIn(api, place)).map(({ fields }) => fields);
    expect(all).toHaveLength(8);
    for (const [index, fields] of all.entries()) expect(fields).toEqual(all[index % 2]);
  });

  test("exported records are taken as they are", long, async ({ api, place }) => {
    await imported(api, place, csv);
    const before = (await recordsIn(api, place)).map(({ fields }) => fields);
    for (const [format, type] of [
      ["csv", "text/csv"],
      ["tsv", "text/tab-separated-values"],
      ["json", "application/json"],
      ["ndjson", "application/x-ndjson"],
    ] as const) {
      const { body } = await api.call(`${place}/records/export?format=${format}`);
      const raw = typeof body === "string" ? body : JSON.stringify(body);
      await api.call(`${place}/records/bulk`, {
        method: "DELETE",
        body: { recordIds: (await recordsIn(api, place)).map(({ id }) => id) },
      });
      await imported(api, place, raw, { type });
      expect((await recordsIn(api, place)).map(({ fields }) => fields)).toEqual(before);
    }
  });

  test("columns may be ids; computed ones are left out", async ({ api, table, place }) => {
    const field = { type: "autonumber", name: "No" };
    await api.post(`${place}/fields`, field);
    const [name] = table.fields;
    await imported(api, place, `${name?.id},No\nAda,17\nBob,18\n`);
    await imported(api, place, "Name\nCy\n");
    expect(await cellsIn(api, place, "No")).toEqual([1, 2, 3]);
    expect(await cellsIn(api, place, "Name")).toEqual(["Ada", "Bob", "Cy"]);
  });

  test("the source is the import, and the log has one entry", async ({ api, base, table, place }) => {
    const start = (await api.get(`/bases/${base.id}/changes`)).body.next;
    const { changeSetId } = await imported(api, place, csv);
    await expect
      .poll(async () => (await api.get(`/bases/${base.id}/changes?since=${start}`)).body.changes)
      .toMatchObject([
        {
          changeSetId,
          kind: "import",
          tableId: table.id,
          source: "import",
          before: null,
          after: { created: 2, updated: 0 },
        },
      ]);
    const [first] = await recordsIn(api, place);
    const { history } = (await api.get(`${place}/records/${first?.id}/history`)).body;
    expect(history).toMatchObject([{ changeSetId, source: "import", changes: [] }]);
  });
});

test.describe("records that match", () => {
  const csv = "Name,Amount,Notes\nAda,1,a\nBob,2,b\n";

  test("upsert changes them and creates the others", async ({ api, place }) => {
    await imported(api, place, csv);
    const query = { mode: "upsert", matchOn: "Name" };
    const result = await imported(api, place, "Name,Amount,Notes\nAda,1,a\nBob,20,\nCy,3,c\n", { query });
    expect(result).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 0 });
    expect(await cellsIn(api, place, "Amount")).toEqual([1, 20, 3]);
    expect(await cellsIn(api, place, "Notes")).toEqual(["a", "b", "c"]);
    const cleared = await imported(api, place, "Name,Notes\nBob,\n", {
      query: { ...query, clearEmpty: "true" },
    });
    expect(cleared).toMatchObject({ created: 0, updated: 1 });
    expect(await cellsIn(api, place, "Notes")).toEqual(["a", null, "c"]);
  });

  test("update rejects rows without a record", async ({ api, place }) => {
    await imported(api, place, csv);
    const query = { mode: "update", matchOn: "Name,Notes" };
    const file = "Name,Notes,Amount\nAda,a,10\nAda,b,11\nBob,,12\nAda,a,13\n";
    expect(await problemsOf(api, place, file, { query })).toEqual([
      "row 4, Name, Notes is required, because records are matched by it",
      "row 5, Name, Notes has the same value as row 2",
      "row 3, Name, Notes matches no record",
    ]);
    expect(await cellsIn(api, place, "Amount")).toEqual([1, 2]);
    const result = await imported(api, place, file, { query: { ...query, onError: "skip" } });
    expect(result).toMatchObject({ created: 0, updated: 1, failed: 3 });
    expect(result.errors.map(({ row }) => row)).toEqual([4, 5, 3]);
    expect(await cellsIn(api, place, "Amount")).toEqual([10, 2]);
  });

  test("rows that match several records are rejected", async ({ api, place }) => {
    await imported(api, place, "Name\nAda\nAda\n");
    const query = { mode: "upsert", matchOn: "Name" };
    expect(await problemsOf(api, place, "Name\nAda\n", { query })).toEqual([
      "row 2, Name matches more than one record",
    ]);
  });

  test("two imports at once create each record once", long, async ({ api, place }) => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `Name ${index},${index}`).join("\n");
    const query = { mode: "upsert", matchOn: "Name" };
    const all = await Promise.all(
      [1, 2, 3].map(() => imported(api, place, `Name,Amount\n${rows}\n`, { query })),
    );
    expect(all.reduce((sum, { created }) => sum + created, 0)).toBe(2_000);
    expect(all.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(4_000);
  });
});

test.describe("links and options", () => {
  test("link cells take names and ids of records", long, async ({ api, base, table, place }) => {
    const { body: people } = await api.post(`/bases/${base.id}/tables`, {
      name: "People",
      fields: [{ type: "single_line_text", name: "Name" }],
    });
    await api.post(`${place}/fields`, {
      type: "linked_record",
      name: "Team",
      template: { tableId: people.id },
    });
    const other = `/bases/${base.id}/tables/${people.id}`;
    await imported(api, other, 'Name\nAda\n"Bob, jr"\nTwin\nTwin\n');
    const [ada, bob] = await recordsIn(api, other);
    const csv = `Name,Team\nOne,"Ada, ""Bob, jr"""\nTwo,"Bob, jr"\nThree,\nFour,${ada?.id}\n`;
    expect(await imported(api, place, csv)).toMatchObject({ created: 4 });
    expect(await cellsIn(api, place, "Team")).toEqual([[ada?.id, bob?.id], [bob?.id], [], [ada?.id]]);
    expect(await problemsOf(api, place, "Name,Team\nFive,Cy\nSix,Twin\n")).toEqual([
      "row 2, Team takes names of linked records; none is called Cy",
      "row 3, Team names several records, which are all called Twin",
    ]);
    const added = await imported(api, place, 'Name,Team\nFive,Cy\nSix,"Cy, Dee"\n', {
      query: { addOptions: "true" },
    });
    expect(added).toMatchObject({ created: 2 });
    expect(await cellsIn(api, other, "Name")).toEqual(["Ada", "Bob, jr", "Twin", "Twin", "Cy", "Dee"]);
    await api.post(`/bases/${base.id}/undo`, {});
    expect(await cellsIn(api, other, "Name")).toEqual(["Ada", "Bob, jr", "Twin", "Twin"]);
    expect(await cellsIn(api, place, "Name")).toEqual(["One", "Two", "Three", "Four"]);
    await api.post(`/bases/${base.id}/redo`, {});
    expect(await cellsIn(api, other, "Name")).toEqual(["Ada", "Bob, jr", "Twin", "Twin", "Cy", "Dee"]);
    expect((await cellsIn(api, place, "Team")).map((ids) => (ids as unknown[]).length)).toEqual([
      2, 1, 0, 1, 1, 2,
    ]);
    expect(table.id).toBeTruthy();
  });

  test("files are those that were uploaded to the database", long, async ({ api, base, place }) => {
    await api.post(`${place}/fields`, { type: "attachments", name: "Files" });
    const address = `/bases/${base.id}/attachments?filename=note.txt`;
    const headers = { "Content-Type": "text/plain" };
    const { body: file } = await api.call(address, { method: "POST", raw: "Hello", headers });
    const type = "application/json";
    const foreign = { ...file, url: "https://example.com/api/v1/attachments/0/x" };
    const rows = [
      { Name: "Ada", Files: [file] },
      { Name: "Bob", Files: [file, foreign] },
    ];
    const [problem] = await problemsOf(api, place, JSON.stringify(rows), { type });
    expect(problem).toMatch(/^row 2, Files\[1\]\.url takes the address of a file that was uploaded/);
    const query = { onError: "skip" };
    const result = await imported(api, place, JSON.stringify(rows), { type, query });
    expect(result).toMatchObject({ created: 1, failed: 1 });
    expect(await cellsIn(api, place, "Files")).toEqual([[file]]);
    expect(await problemsOf(api, place, "Name,Files\nAda,note.txt\n")).toHaveLength(1);
  });

  test("unknown labels become options if requested", async ({ api, place }) => {
    expect(await problemsOf(api, place, "Name,Stage\nAda,New\n")).toEqual([
      'row 2, Stage has no option "New"; the options are "Open", "Shut"',
    ]);
    const result = await imported(api, place, "Name,Stage\nAda,New\nBob,Newer\nCy,New\n", {
      query: { typecast: "true" },
    });
    expect(result.created).toBe(3);
    expect(await cellsIn(api, place, "Stage")).toEqual(["New", "Newer", "New"]);
  });
});

test.describe("undo", () => {
  test(
    "takes back created and changed records, and redo brings them again",
    long,
    async ({ api, base, place }) => {
      await imported(api, place, "Name,Amount\nAda,1\nBob,2\n");
      const before = await recordsIn(api, place);
      const query = { mode: "upsert", matchOn: "Name" };
      await imported(api, place, "Name,Amount\nBob,20\nCy,3\n", { query });
      const after = await recordsIn(api, place);
      const undone = await api.post(`/bases/${base.id}/undo`, {});
      expect(undone.body).toMatchObject({ restored: 2, skipped: [], action: { did: "changed", count: 2 } });
      expect((await recordsIn(api, place)).map(({ data }) => data)).toEqual(before.map(({ data }) => data));
      const redone = await api.post(`/bases/${base.id}/redo`, {});
      expect(redone.body).toMatchObject({ restored: 2, skipped: [] });
      expect((await recordsIn(api, place)).map(({ id, data }) => [id, data])).toEqual(
        after.map(({ id, data }) => [id, data]),
      );
      await api.post(`/bases/${base.id}/undo`, {});
      await api.post(`/bases/${base.id}/undo`, {});
      expect(await recordsIn(api, place)).toEqual([]);
    },
  );

  test("keeps what others have written since", async ({ api, other, base, place }) => {
    await imported(api, place, "Name,Amount\nAda,1\nBob,2\nCy,3\n");
    const [ada] = await recordsIn(api, place);
    await other.call(`${place}/records/${ada?.id}`, { method: "PATCH", body: { record: { Amount: 7 } } });
    await imported(other, place, "Name,Amount\nBob,8\n", { query: { mode: "update", matchOn: "Name" } });
    const { body } = await api.post(`/bases/${base.id}/undo`, {});
    expect(body.restored).toBe(1);
    expect(body.skipped).toHaveLength(2);
    expect(await cellsIn(api, place, "Amount")).toEqual([7, 8]);
  });

  test("of many rows", repeated, async ({ api, base, place }) => {
    test.slow();
    const lines = Array.from({ length: rounds.undoneRows }, (_, index) => `Name ${index},${index},Open`);
    const { created } = await imported(api, place, `Name,Amount,Stage\n${lines.join("\n")}\n`);
    expect(created).toBe(rounds.undoneRows);
    expect((await api.post(`/bases/${base.id}/undo`, {})).body).toMatchObject({
      restored: rounds.undoneRows,
      action: { did: "created", what: "record", count: rounds.undoneRows },
    });
    expect(await recordsIn(api, place)).toEqual([]);
    expect((await api.post(`/bases/${base.id}/redo`, {})).body.restored).toBe(rounds.undoneRows);
    const { body } = await api.post(`${place}/records/list`, {
      limit: 1,
      sort: [{ field: "Amount", direction: "desc" }],
    });
    expect(body.records[0].fields).toMatchObject({ Name: `Name ${rounds.undoneRows - 1}`, Stage: "Open" });
  });
});

test.describe("what is refused stores nothing", () => {
  const cases: readonly [string, string, Sent, readonly string[]][] = [
    ["an unknown column", "Name,Nothing\nAda,1\n", {}, ["Nothing is not a field of this table"]],
    ["a column twice", "Name,Name\nAda,Bob\n", {}, ['Name is the same field as the column "Name"']],
    ["a column without a name", "Name,\nAda,1\n", {}, ["column 2 has no name"]],
    ["more cells than names", "Name\nAda,1\n", {}, ["row 2 has more cells"]],
    [
      "wrong values",
      "Name,Amount,Day\nAda,one,2026-02-30\nBob,2,\n",
      {},
      ["row 2, Amount takes a number", "row 2, Day takes a date"],
    ],
    ["an empty file", "", {}, ["The file is empty"]],
    ["broken JSON", '[{"Name":"Ada"},{"Name"}]', { type: "application/json" }, ["Row 2 is not valid JSON"]],
    ["matchOn in the mode create", "Name\nAda\n", { query: { matchOn: "Name" } }, ["matchOn needs the mode"]],
    ["upsert without matchOn", "Name\nAda\n", { query: { mode: "upsert" } }, ["matchOn is required"]],
    [
      "matchOn of another column",
      "Name\nAda\n",
      { query: { mode: "upsert", matchOn: "Notes" } },
      ["matchOn names Notes, which is no column"],
    ],
    [
      "matchOn of no field",
      "Name\nAda\n",
      { query: { mode: "upsert", matchOn: "Nothing" } },
      ["matchOn[0] is not a field"],
    ],
    ["an unknown mode", "Name\nAda\n", { query: { mode: "replace" } }, ["mode takes"]],
  ];
  for (const [title, raw, sent, starts] of cases) {
    test(title, async ({ api, place }) => {
      const problems = await problemsOf(api, place, raw, sent);
      expect(problems.map((problem, index) => problem.slice(0, starts[index]?.length))).toEqual(starts);
      expect(await recordsIn(api, place)).toEqual([]);
    });
  }

  test("another media type", async ({ api, place }) => {
    expect((await send(api, place, "Name\nAda\n", { type: "text/plain" })).status).toBe(415);
    expect((await send(api, `${place}x`, "Name\nAda\n")).status).toBe(404);
  });

  test("with skip, only the wrong rows", async ({ api, place }) => {
    const query = { onError: "skip" };
    const result = await imported(api, place, "Name,Amount\nAda,1\nBob,two\nCy,3\n", { query });
    expect(result).toMatchObject({
      created: 2,
      failed: 1,
      errors: [{ row: 3, field: "Amount", value: "two", message: expect.stringContaining("takes a number") }],
    });
    expect(await cellsIn(api, place, "Name")).toEqual(["Ada", "Cy"]);
  });

  test("a dry run counts the same and stores nothing", async ({ api, base, place }) => {
    const query = { dryRun: "true", typecast: "true" };
    const result = await imported(api, place, "Name,Stage\nAda,New\n", { query });
    expect(result).toMatchObject({ created: 1, failed: 0 });
    expect(await recordsIn(api, place)).toEqual([]);
    const { body } = await api.get(`/bases/${base.id}`);
    expect(JSON.stringify(body)).not.toContain('"New"');
  });

  test("a repeated call with its idempotency key", async ({ api, place }) => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await send(api, place, "Name\nAda\n", { headers });
    const again = await send(api, place, "Name\nAda\n", { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await send(api, place, "Name\nBob\n", { headers })).status).toBe(422);
    expect(await cellsIn(api, place, "Name")).toEqual(["Ada"]);
  });
});
