import type { Base, OpenBase } from "../../lib/contract/bases";
import type { RecordPage } from "../../lib/contract/lists";
import type { RuledTable, Table } from "../../lib/contract/tables";
import { ApiClient } from "../api-client";
import { expect, fromSetup, test as server } from "../fixtures";
import { type Account, anotherOwner } from "../people";

export { expect };

interface WorkerFixtures {
  /** Another owner of the installation, for all tests of a worker. */
  otherPerson: Account;
}

interface TestFixtures {
  /** Uses the owner's key. */
  api: ApiClient;
  /** Another person: a signed-in browser with the same rights. */
  other: ApiClient;
  /** A new database for the test. */
  base: Base;
  /** A table in it, with a field of every type. */
  table: Table;
  /** The table's URL path below `/api/v1`. */
  place: string;
}

export const test = server.extend<TestFixtures, WorkerFixtures>({
  otherPerson: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
    async ({}, use) => {
      const owner = new ApiClient(fromSetup("ROWHOUSE_TEST_URL"), fromSetup("ROWHOUSE_TEST_KEY"));
      await use(await anotherOwner(owner));
    },
    { scope: "worker" },
  ],
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  other: async ({ otherPerson }, use) => use(otherPerson.api),
  base: async ({ api }, use) => use((await api.post("/bases", { name: "Test" })).body),
  table: async ({ api, base }, use) => use((await api.post(`/bases/${base.id}/tables`, everyType)).body),
  place: async ({ base, table }, use) => use(`/bases/${base.id}/tables/${table.id}`),
});

/** The request body that creates `table`. */
export const everyType = {
  name: "Everything",
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "long_text", name: "Notes" },
    { type: "email", name: "Email" },
    { type: "url", name: "Link" },
    { type: "number", name: "Amount" },
    { type: "currency", name: "Price" },
    { type: "checkbox", name: "Done" },
    { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
    { type: "date", name: "Day" },
  ],
};

/** A value for each of its fields. */
export const fullRecord = {
  Name: "Ada",
  Notes: "two\nlines",
  Email: "ada@example.com",
  Link: "https://example.com/",
  Amount: -12.5,
  Price: 99.95,
  Done: true,
  Stage: "Shut",
  Day: "2026-01-31",
};

/** The fields of an empty record in a response. */
export const emptyRecord = {
  Name: null,
  Notes: null,
  Email: null,
  Link: null,
  Amount: null,
  Price: null,
  Done: false,
  Stage: null,
  Day: null,
};

/** Converts values by field name to values by field id. */
export function byId(table: Table, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    table.fields.filter(({ name }) => name in values).map(({ id, name }) => [id, values[name]]),
  );
}

/** A database as read, without the role and rights that only reading it answers. */
export async function openedBase(api: ApiClient, id: string): Promise<Base> {
  const { body } = await api.get<OpenBase>(`/bases/${id}`);
  const { role, may, ...base } = body;
  expect([role, may.includes("read")]).toEqual(["owner", true]);
  return base;
}

/** A table as read, without the rights that only reading it alone answers. */
export async function openedTable(api: ApiClient, path: string): Promise<Table> {
  const { body } = await api.get<RuledTable>(path);
  const { may, lockedFieldIds, ...table } = body;
  expect([may.includes("update-records"), lockedFieldIds]).toEqual([true, []]);
  return table;
}

/** The whole contents of a database, for comparison with a later state. */
export async function contentsOf(api: ApiClient, { id }: Base): Promise<unknown> {
  const { body: base } = await api.get<Base>(`/bases/${id}`);
  const pages = base.tables.map((table) =>
    api.post<RecordPage>(`/bases/${id}/tables/${table.id}/records/list`, { limit: 2_000 }),
  );
  return { base, records: (await Promise.all(pages)).map((page) => page.body) };
}
