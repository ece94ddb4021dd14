/** Conflicting calls of two clients at the same time. */
import { expect, test } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import type { TrashList } from "../../lib/contract/trash";
import type { Answer, ApiClient } from "../api-client";
import { rounds, timeFor } from "../rounds";
import { expectOneOf, expectSame, inLanes } from "./in-lanes";
import { Installation, settings } from "./installation";
import { versionOf } from "./ledger";

test.describe.configure({ mode: "default" });

const number = (name: string) => ({ type: "number", name });
const lanes = 8;

for (const setting of settings) {
  test.describe(setting.title, () => {
    let installation: Installation;
    /** Two callers, on two servers if there are two. */
    let one: ApiClient;
    let other: ApiClient;
    test.beforeAll(async () => {
      installation = await Installation.start(setting);
      [one, other] = [installation.client(0), installation.client(1)];
    });
    test.afterAll(() => installation?.stop());
    test.afterEach(async () => expect(await orphans(installation)).toEqual([]));

    test(`of ${rounds.pairsOnOneCell} pairs that write one cell with If-Match, one of each succeeds`, async () => {
      test.setTimeout(timeFor(rounds.pairsOnOneCell, 0.1));
      const rows = await makeRows(one, [number("Cell")]);
      await inLanes({ count: rounds.pairsOnOneCell, lanes }, async (_, share) => {
        const made = await one.post<Record>(rows, { record: {} });
        const at = `${rows}/${made.body.id}`;
        let tag = made.headers.get("ETag") ?? "";
        for (let round = 1; round <= share; round++) {
          const answers = await Promise.all(
            [one, other].map((api, side) =>
              api.call(at, {
                method: "PATCH",
                body: { record: { Cell: 2 * round + side } },
                headers: { "If-Match": tag },
              }),
            ),
          );
          const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [
            Answer<Record>,
            (typeof answers)[0],
          ];
          expectSame([won.status, lost?.status], [200, 412]);
          expectSame(lost?.body.error.details[0].record, won.body);
          tag = won.headers.get("ETag") ?? "";
          expectSame(versionOf(tag), round + 1);
        }
      });
    });

    test(`of ${rounds.pairsOnTwoCells} pairs that write two cells of a record, both are kept`, async () => {
      test.setTimeout(timeFor(rounds.pairsOnTwoCells, 0.1));
      const rows = await makeRows(one, [number("A"), number("B")]);
      await inLanes({ count: rounds.pairsOnTwoCells, lanes }, async (_, share) => {
        const at = `${rows}/${(await one.post<Record>(rows, { record: {} })).body.id}`;
        for (let round = 1; round <= share; round++) {
          const answers = await Promise.all([
            one.patch<Record>(at, { record: { A: round } }),
            other.patch<Record>(at, { record: { B: -round } }),
          ]);
          expectSame(
            answers.map(({ status }) => status),
            [200, 200],
          );
          const [first, last] = answers.toSorted((a, b) => versionIn(a) - versionIn(b)) as typeof answers;
          expectSame([versionIn(first), versionIn(last)], [2 * round, 2 * round + 1]);
          expectSame(last.body.fields, { A: round, B: -round });
        }
        expectSame((await one.get<Record>(at)).body.fields, { A: share, B: -share });
      });
    });

    test(`of ${rounds.deletedRecords} records edited during deletion, none remains in part`, async () => {
      test.setTimeout(timeFor(rounds.deletedRecords, 0.5));
      const base = await makeBase(one, [
        { name: "Rows", fields: [number("Cell")] },
        {
          name: "Others",
          fields: [number("N"), { type: "linked_record", name: "Row", template: { tableId: "Rows" } }],
        },
      ]);
      const [rows, others] = ["Rows", "Others"].map((name) => `/bases/${base.id}/tables/${name}/records`) as [
        string,
        string,
      ];
      await inLanes({ count: rounds.deletedRecords, lanes }, async (_, share) => {
        for (let round = 1; round <= share; round++) {
          const { id } = (await one.post<Record>(rows, { record: { Cell: 0 } })).body;
          const pointer = `${others}/${(await one.post<Record>(others, { record: {} })).body.id}`;
          const isLink = round % 2 === 0;
          const [edit, deletion] = await Promise.all([
            isLink
              ? one.patch(pointer, { record: { Row: [id] } })
              : one.patch(`${rows}/${id}`, { record: { Cell: round } }),
            other.call(`${rows}/${id}`, { method: "DELETE" }),
          ]);
          expectOneOf(
            [edit.status, deletion.status],
            [
              [200, 200],
              [isLink ? 400 : 404, 200],
            ],
          );
          expectSame((await other.get(`${rows}/${id}`)).status, 404);
          expectSame((await other.get<Record>(pointer)).body.fields.Row, []);
          const restored = await restore(one, base, id);
          expectSame(restored.body.fields.Cell, edit.status === 200 && !isLink ? round : 0);
          expectSame(
            (await one.get<Record>(pointer)).body.fields.Row,
            edit.status === 200 && isLink ? [id] : [],
          );
        }
      });
    });

    test(`of ${rounds.deletedFields} fields edited during deletion, none remains in part`, async () => {
      test.setTimeout(timeFor(rounds.deletedFields, 1));
      await inLanes({ count: rounds.deletedFields, lanes }, async (lane, share) => {
        const base = await makeBase(one, [{ name: "Rows", fields: [number("Cell")] }]);
        const table = `/bases/${base.id}/tables/Rows`;
        const { id } = (await one.post<Record>(`${table}/records`, { record: {} })).body;
        for (let round = 1; round <= share; round++) {
          const name = `Field ${lane}.${round}`;
          const field = (await one.post<Field>(`${table}/fields`, number(name))).body;
          const [edit, deletion] = await Promise.all([
            one.patch<Record>(`${table}/records/${id}`, { record: { [name]: round } }),
            other.call(`${table}/fields/${field.id}`, { method: "DELETE" }),
          ]);
          expectOneOf(
            [edit.status, deletion.status],
            [
              [200, 200],
              [400, 200],
            ],
          );
          expectSame((await other.get<Record>(`${table}/records/${id}`)).body.fields, { Cell: null });
          expectSame((await restore(one, base, field.id)).body, field);
          const kept = (await one.get<Record>(`${table}/records/${id}`)).body;
          expectSame(kept.fields, { Cell: null, [name]: edit.status === 200 ? round : null });
          await one.call(`${table}/fields/${field.id}`, { method: "DELETE" });
        }
      });
    });

    test(`of ${rounds.deletedTables} tables edited during deletion, none remains in part`, async () => {
      test.setTimeout(timeFor(rounds.deletedTables, 2));
      await inLanes({ count: rounds.deletedTables, lanes }, async (lane, share) => {
        const base = await makeBase(one, []);
        for (let round = 1; round <= share; round++) {
          const fields = [number("Cell")];
          const table = (
            await one.post<Table>(`/bases/${base.id}/tables`, { name: `T${lane}.${round}`, fields })
          ).body;
          const at = `/bases/${base.id}/tables/${table.id}`;
          const { id } = (await one.post<Record>(`${at}/records`, { record: { Cell: 0 } })).body;
          const [edit, creation, deletion] = await Promise.all([
            one.patch<Record>(`${at}/records/${id}`, { record: { Cell: round } }),
            other.post<Record>(`${at}/records`, { record: { Cell: -round } }),
            other.call(at, { method: "DELETE" }),
          ]);
          expectOneOf(edit.status, [200, 404]);
          expectOneOf(creation.status, [201, 404]);
          expectSame(deletion.status, 200);
          expectSame((await other.get(at)).status, 404);
          expectSame((await restore(one, base, table.id)).body, table);
          const kept = (await one.post<{ records: Record[] }>(`${at}/records/list`, {})).body.records;
          expectSame(
            kept.map((record) => record.fields.Cell).toSorted(),
            [edit.status === 200 ? round : 0, ...(creation.status === 201 ? [-round] : [])].toSorted(),
          );
          await one.call(at, { method: "DELETE" });
        }
      });
    });
  });
}

async function makeBase(api: ApiClient, tables: readonly object[]): Promise<Base> {
  return (await api.post<Base>("/bases", { name: "Races", tables })).body;
}

/** The path of the records of a new table. */
async function makeRows(api: ApiClient, fields: readonly object[]): Promise<string> {
  const { id } = await makeBase(api, [{ name: "Rows", fields }]);
  return `/bases/${id}/tables/Rows/records`;
}

/** Restores recently deleted items. */
// biome-ignore lint/suspicious/noExplicitAny: it may be a thing of any kind
async function restore(api: ApiClient, base: Base, id: string): Promise<Answer<any>> {
  const { body } = await api.get<TrashList>(`/bases/${base.id}/trash?limit=100`);
  const [found, ...others] = body.trash.filter(({ itemId }) => itemId === id);
  expectSame([found?.itemId, others.length], [id, 0]);
  const answer = await api.call(`/bases/${base.id}/trash/${found?.id}/restore`, { method: "POST" });
  expectSame(answer.status, 200);
  return answer;
}

function versionIn({ headers }: Answer<Record>): number {
  return versionOf(headers.get("ETag") ?? "");
}

/** The rows left in the database by deleted things. */
function orphans(installation: Installation): Promise<object[]> {
  return installation.query(`
    SELECT 'link' AS kind, link."fieldId" AS id FROM "Link" AS link JOIN "Field" AS field ON field."id" = link."fieldId"
    WHERE NOT EXISTS (SELECT FROM "Record" AS record WHERE record."tableId" = field."tableId" AND record."id" = link."fromId")
      OR NOT EXISTS (SELECT FROM "Record" AS record WHERE record."tableId" = field."template" ->> 'tableId' AND record."id" = link."toId")
    UNION ALL
    SELECT 'links of no field', link."fieldId" FROM "Link" AS link
    WHERE NOT EXISTS (SELECT FROM "AllFields" AS field WHERE field."id" = link."fieldId")
    UNION ALL
    SELECT 'field without a table', field."id" FROM "Field" AS field
    WHERE NOT EXISTS (SELECT FROM "Table" AS "table" WHERE "table"."id" = field."tableId")
    UNION ALL
    SELECT DISTINCT 'records without a table', record."tableId" FROM "Record" AS record
    WHERE NOT EXISTS (SELECT FROM "AllTables" AS "table" WHERE "table"."id" = record."tableId")`);
}
