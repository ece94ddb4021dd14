/** Data of an earlier version opens complete, and its trash can be restored. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { openedTable } from "./fixtures";
import { Processes } from "./processes";

interface Snapshot {
  readonly name: string;
  readonly id: string;
  readonly tables: readonly { readonly table: Table; readonly records: readonly Record[] }[];
}

/** The responses of the version that created the data. */
interface Answers {
  readonly key: string;
  /** State before the deletions. */
  readonly before: readonly Snapshot[];
  /** State at the backup. */
  readonly now: readonly Snapshot[];
  readonly history: { readonly path: string; readonly history: readonly object[] };
  readonly trash: readonly {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    readonly databaseId?: string;
  }[];
}

const processes = new Processes();
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse old data "));
});
test.afterAll(async () => {
  await processes.stop();
  await rm(folder, { recursive: true, force: true });
});

test("data of 0.1.0 opens, and its trash is restored", async () => {
  test.setTimeout(300_000);
  const from = path.join(import.meta.dirname, "old-data", "rowhouse-0.1.0");
  const answers = JSON.parse(await readFile(`${from}.json`, "utf8")) as Answers;
  const place = { ROWHOUSE_DATA_DIR: path.join(folder, "data") };
  await processes.run(["restore", `${from}.tar.gz`], place);
  const { api: started } = await processes.start(place);
  const api = new ApiClient(started.origin, answers.key);

  for (const base of answers.now) expect(comparable(await snapshot(api, base.id))).toEqual(comparable(base));
  const { body } = await api.get<Answers["history"]>(answers.history.path);
  expect(body.history.map(changesOf)).toEqual(answers.history.history.map(changesOf));

  for (const { id, kind, name, databaseId } of answers.trash) {
    const address = databaseId ? `/bases/${databaseId}/trash/${id}/restore` : `/trash/${id}/restore`;
    expect([kind, name, (await api.post(address, undefined)).status]).toEqual([kind, name, 200]);
  }
  for (const base of answers.before) {
    expect(comparable(await snapshot(api, base.id))).toEqual(comparable(base));
  }

  // Who wrote its records was not kept.
  const [base] = answers.before;
  const filled = base?.tables.find(({ records }) => records.length > 0);
  const at = `/bases/${base?.id}/tables/${filled?.table.id}`;
  expect((await api.post(`${at}/fields`, { name: "Made by", type: "created_by" })).status).toBe(201);
  const { records } = (await api.post<{ records: Record[] }>(`${at}/records/list`, {})).body;
  expect(records.map(({ fields }) => fields["Made by"])).toEqual(filled?.records.map(() => []));
});

async function snapshot(api: ApiClient, id: string): Promise<Snapshot> {
  const { body: base } = await api.get<Base>(`/bases/${id}`);
  const tables = [];
  for (const { id: tableId } of base.tables) {
    const table = await openedTable(api, `/bases/${id}/tables/${tableId}`);
    const { records } = (
      await api.post<{ records: Record[] }>(`/bases/${id}/tables/${tableId}/records/list`, {})
    ).body;
    tables.push({ table, records });
  }
  return { name: base.name, id, tables };
}

/** Removes URLs, which depend on the server, times that a restore changes, and settings that views had not yet. */
function comparable(base: Snapshot): unknown {
  const text = JSON.stringify(base, (key, value) => (key === "url" ? undefined : value));
  const changed = base.tables.flatMap(({ table }) =>
    table.fields.filter(({ type }) => type === "updated_time").flatMap(({ id, name }) => [id, name]),
  );
  const left = ["updatedAt", "isLocked", "rowColor", ...changed];
  return JSON.parse(text, (key, value) => (left.includes(key) ? undefined : value));
}

function changesOf(entry: object): unknown {
  return Reflect.get(entry, "changes");
}
