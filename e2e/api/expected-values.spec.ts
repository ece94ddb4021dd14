/** PATCH with `expected`: writes only if the cells hold the expected values. */
import type { Attachment } from "../../lib/contract/attachments";
import type { Table } from "../../lib/contract/tables";
import { type FieldType, fieldTypes } from "../../lib/field-types";
import { ApiClient, badRequestBody, errorBody } from "../api-client";
import { long } from "../rounds";
import { expect, test as withTable } from "./fixtures";

const missed = "does not match the current version of the record";

const test = withTable.extend<{ record: string }>({
  /** The path of a record. */
  record: async ({ api, place }, use) => {
    const { body } = await api.post(`${place}/records`, { record: { Name: "Ada", Stage: "Open" } });
    await use(`${place}/records/${body.id}`);
  },
});

/** The types whose values are plain texts or numbers. */
const plainTypes = [...fieldTypes.values()].filter(
  ({ type, isComputed }) => !isComputed && !["attachments", "linked_record", "person"].includes(type),
);

test("a PATCH succeeds if cells have the expected values, else it is refused with the record", async ({
  api,
  record,
}) => {
  const done = await api.patch(record, { record: { Stage: "Shut" }, expected: { Stage: "Open" } });
  expect([done.status, done.body.fields.Stage]).toEqual([200, "Shut"]);
  const refused = await api.patch(record, {
    record: { Stage: "Shut", Amount: 1 },
    expected: { Stage: "Open" },
  });
  expect(refused.status).toBe(412);
  expect(refused.body).toEqual(
    errorBody("PRECONDITION_FAILED", `expected.Stage ${missed}.`, [
      { path: "expected.Stage", message: missed, record: done.body },
    ]),
  );
  const now = await api.get(record);
  expect(now.body).toEqual(done.body);
  expect(now.headers.get("ETag")).toBe(done.headers.get("ETag"));
});

test("cells that are not written may be expected too, by name or id; each difference is reported", async ({
  api,
  record,
  table,
}) => {
  const idOf = (name: string) => table.fields.find((field) => field.name === name)?.id ?? "";
  const others = { [idOf("Name")]: "Ada", Stage: "Open", Amount: null };
  expect((await api.patch(record, { record: { Notes: "x" }, expected: others })).status).toBe(200);
  const { status, body } = await api.patch(record, {
    record: { Notes: "y" },
    expected: { [idOf("Name")]: "Grace", Stage: "Open", Amount: 0 },
  });
  expect(status).toBe(412);
  const paths = (body.error.details as { path: string }[]).map(({ path }) => path);
  expect(paths).toEqual([`expected.${idOf("Name")}`, "expected.Amount"]);
});

for (const type of plainTypes) {
  test(`a ${type.type} is compared as it is stored`, async ({ api, base }) => {
    const { body: table } = await api.post<Table>(`/bases/${base.id}/tables`, tableOf(type));
    const place = `/bases/${base.id}/tables/${table.id}/records`;
    for (const [index, { input }] of type.examples.entries()) {
      const name = `Field ${index}`;
      const { body: empty } = await api.post(place, { record: {} });
      const record = `${place}/${empty.id}`;
      const filled = { record: { [name]: input }, expected: { [name]: null } };
      const { status, body } = await api.patch(record, filled);
      expect(status).toBe(200);
      const held = body.fields[name];
      const isEmpty = JSON.stringify(held) === JSON.stringify(empty.fields[name]);
      expect((await api.patch(record, filled)).status).toBe(isEmpty ? 200 : 412);
      // Both the returned and the sent value can be expected.
      for (const expected of [held, input]) {
        const same = { record: { [name]: held }, expected: { [name]: expected } };
        expect((await api.patch(record, same)).status).toBe(200);
      }
      const cleared = await api.patch(record, { record: { [name]: null }, expected: { [name]: held } });
      expect([cleared.status, cleared.body.fields[name]]).toEqual([200, empty.fields[name]]);
      const again = await api.patch(record, { record: { [name]: input }, expected: { [name]: held } });
      expect(again.status).toBe(isEmpty ? 200 : 412);
    }
  });
}

test("links are compared as lists, on both sides", async ({ api, base, place, record }) => {
  const people = { name: "People", fields: [{ type: "single_line_text", name: "Name" }] };
  const { body: other } = await api.post<Table>(`/bases/${base.id}/tables`, people);
  const link = { type: "linked_record", name: "Team", template: { tableId: "People" } };
  const { body: field } = await api.post(`${place}/fields`, link);
  const made = { records: [{ Name: "Ann" }, { Name: "Bob" }] };
  const { body } = await api.post(`/bases/${base.id}/tables/${other.id}/records/bulk`, made);
  const [ann, bob] = body.records.map(({ id }: { id: string }) => id) as [string, string];
  const patch = (expected: object, values: object = { Amount: 1 }) =>
    api.patch(record, { record: values, expected });
  expect((await patch({ Team: [] }, { Team: [ann, bob] })).status).toBe(200);
  expect((await patch({ Team: [] }, { Team: [bob] })).status).toBe(412);
  expect((await patch({ Team: null })).status).toBe(412);
  expect((await patch({ Team: [ann, bob] })).status).toBe(200);
  const turned = await patch({ Team: [bob, ann], Stage: "Open" });
  expect([turned.status, turned.body.error.details[0].path]).toEqual([412, "expected.Team"]);
  expect(turned.body.error.details[0].record.fields.Team).toEqual([ann, bob]);
  // Writing this side changes the other side's cell.
  const inverse = field.template.inverseFieldId as string;
  const of = `/bases/${base.id}/tables/${other.id}/records/${ann}`;
  const id = record.split("/").at(-1) as string;
  expect((await api.patch(of, { record: { Name: "Anna" }, expected: { [inverse]: [] } })).status).toBe(412);
  expect((await api.patch(of, { record: { Name: "Anna" }, expected: { [inverse]: id } })).status).toBe(200);
});

test("files are compared by identity", async ({ api, base, place, record }) => {
  await api.post(`${place}/fields`, { type: "attachments", name: "Files" });
  const file = async (name: string) => {
    const upload = { method: "POST", raw: name, headers: { "Content-Type": "text/plain" } };
    return (await api.call<Attachment>(`/bases/${base.id}/attachments?filename=${name}`, upload)).body;
  };
  const [one, other] = [await file("one.txt"), await file("other.txt")];
  const patch = (expected: unknown, Files: unknown) =>
    api.patch(record, { record: { Files }, expected: { Files: expected } });
  expect((await patch([], [one])).status).toBe(200);
  expect((await patch([], [other])).status).toBe(412);
  expect((await patch([other], [other])).status).toBe(412);
  expect((await patch([one], [one, other])).status).toBe(200);
  expect((await patch([other, one], [])).status).toBe(412);
  expect((await patch([one, other], [])).body.fields.Files).toEqual([]);
});

test("invalid expected values are refused like values of the record, all at once", async ({
  api,
  place,
  record,
}) => {
  await api.post(`${place}/fields`, { type: "created_time", name: "Made" });
  const { status, body } = await api.patch(record, {
    record: { Amount: "many" },
    expected: { Nope: 1, Price: "dear", Stage: "Lost", Made: "2026-01-31T09:30:00.000Z" },
  });
  expect(status).toBe(400);
  expect((body.error.details as { path: string }[]).map(({ path }) => path)).toEqual([
    "record.Amount",
    "expected.Nope",
    "expected.Price",
    "expected.Stage",
    "expected.Made",
  ]);
  for (const expected of [null, [], "Open", 1]) {
    expect((await api.patch(record, { record: {}, expected })).body).toEqual(
      badRequestBody(["expected", "takes an object of field names or ids and their values"]),
    );
  }
  expect((await api.patch(record, { record: { Amount: 2 }, expected: {} })).status).toBe(200);
});

test("expected values combine with If-Match, and a dry run agrees", async ({ api, record }) => {
  const tag = (await api.get(record)).headers.get("ETag") as string;
  const send = (headers: Record<string, string>, Stage: string, query = "") =>
    api.call(`${record}${query}`, {
      method: "PATCH",
      headers,
      body: { record: { Notes: "x" }, expected: { Stage } },
    });
  expect((await send({}, "Open", "?dryRun=true")).status).toBe(200);
  expect((await send({}, "Shut", "?dryRun=true")).status).toBe(412);
  const both = await send({ "If-Match": '"1-x"' }, "Shut");
  expect([both.status, both.body.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    412,
    ["If-Match", "expected.Stage"],
  ]);
  expect((await send({ "If-Match": tag }, "Open")).status).toBe(200);
  expect((await send({ "If-Match": tag }, "Open")).status).toBe(412);
});

test("an unknown record is a 404, and a key without read learns nothing", async ({ api, record }) => {
  const { body: key } = await api.post("/keys", { name: "Form", scopes: ["write"] });
  const blind = new ApiClient(api.origin, key.key);
  expect((await blind.patch(record, { record: { Notes: "x" } })).status).toBe(200);
  const asked = await blind.patch(record, { record: { Notes: "y" }, expected: { Stage: "Open" } });
  expect([asked.status, asked.body.error.code]).toEqual([403, "FORBIDDEN"]);
  await api.call(record, { method: "DELETE" });
  expect((await api.patch(record, { record: { Notes: "y" }, expected: { Stage: "Open" } })).status).toBe(404);
});

test("concurrent increments with expected values lose nothing", long, async ({ api, record }) => {
  await api.patch(record, { record: { Amount: 0 } });
  const countUp = async () => {
    for (;;) {
      const { body } = await api.get(record);
      const Amount = body.fields.Amount as number;
      const { status } = await api.patch(record, { record: { Amount: Amount + 1 }, expected: { Amount } });
      if (status === 200) return;
      expect(status).toBe(412);
    }
  };
  const note = async (index: number) => {
    for (let round = 0; round < 10; round++)
      await api.patch(record, { record: { Notes: `${index} ${round}` } });
  };
  await Promise.all([...Array.from({ length: 12 }, countUp), note(1), note(2)]);
  expect((await api.get(record)).body.fields.Amount).toBe(12);
});

test("of many writers expecting the same value one succeeds; those of other cells all do", async ({
  api,
  record,
}) => {
  const claim = (Name: string) => api.patch(record, { record: { Name }, expected: { Name: "Ada" } });
  const claims = await Promise.all(Array.from({ length: 15 }, (_, index) => claim(`Writer ${index}`)));
  expect(claims.map(({ status }) => status).sort()).toEqual([200, ...Array(14).fill(412)]);
  const apart = await Promise.all(
    ["Notes", "Amount", "Price", "Done"].map((name) => {
      const value = { Notes: "x", Amount: 1, Price: 2, Done: true }[name];
      return api.patch(record, { record: { [name]: value }, expected: { [name]: null } });
    }),
  );
  expect(apart.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

/** A table with a field for each example of a type. */
function tableOf({ type, examples }: FieldType) {
  const fields = examples.map(({ template }, index) => ({
    type,
    name: `Field ${index}`,
    ...(template && { template }),
  }));
  return { name: `Of ${type}`, fields: [{ type: "single_line_text", name: "Name" }, ...fields] };
}
