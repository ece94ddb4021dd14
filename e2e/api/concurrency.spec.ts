import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import { errorBody } from "../api-client";
import { long, repeated, rounds } from "../rounds";
import { expect, test } from "./fixtures";

const text = { type: "single_line_text", name: "Name" };

test(
  `two clients update different cells of one record ${rounds.cellUpdates} times without lost updates`,
  repeated,
  async ({ api, base }) => {
    // Keeps 32 requests in flight, 16 per client, each for its own cell.
    const names = Array.from({ length: 32 }, (_, index) => `${index % 2 ? "Ada" : "Grace"} ${index}`);
    const fields = names.map((name) => ({ type: "number", name }));
    const { id } = (await api.post<Table>(`/bases/${base.id}/tables`, { name: "Cells", fields })).body;
    const rows = `/bases/${base.id}/tables/${id}/records`;
    const at = `${rows}/${(await api.post<Record>(rows, { record: {} })).body.id}`;

    for (let round = 1; round <= rounds.cellUpdates / names.length; round++) {
      const answers = await Promise.all(
        names.map((name) => api.patch<Record>(at, { record: { [name]: round } })),
      );
      const acknowledged = answers.map(({ status, body }, index) => [
        status,
        body.fields[names[index] ?? ""],
      ]);
      expect(acknowledged).toEqual(names.map(() => [200, round]));
      const { body } = await api.get<Record>(at);
      expect(body.fields).toEqual(Object.fromEntries(names.map((name) => [name, round])));
    }
  },
);

test("concurrent updates of one cell keep one of them, and every response was a stored state", async ({
  api,
  place,
}) => {
  const at = `${place}/records/${(await api.post<Record>(`${place}/records`, { record: {} })).body.id}`;
  const values = Array.from({ length: 50 }, (_, index) => index + 1);
  const answers = await Promise.all(values.map((Amount) => api.patch<Record>(at, { record: { Amount } })));
  expect(answers.map(({ status, body }) => [status, body.fields.Amount])).toEqual(
    values.map((value) => [200, value]),
  );
  const last = answers
    .map(({ body }) => body.updatedAt)
    .toSorted()
    .at(-1);
  const { body } = await api.get<Record>(at);
  expect(body.updatedAt).toBe(last);
  expect(values).toContain(body.fields.Amount);
});

test("of two tables created at once with one name, one succeeds", long, async ({ api, base }) => {
  for (let round = 0; round < 10; round++) {
    const body = { name: `T${round}`, fields: [text] };
    const answers = await Promise.all([
      api.post(`/bases/${base.id}/tables`, body),
      api.post(`/bases/${base.id}/tables`, body),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const message = `is taken: this database has a table "T${round}" already`;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual(errorBody("CONFLICT", `name ${message}.`, [{ path: "name", message }]));
  }
  const { body } = await api.get(`/bases/${base.id}/tables`);
  expect(body.tables.map(({ name, order }: Table) => [name, order])).toEqual(
    Array.from({ length: 10 }, (_, round) => [`T${round}`, round]),
  );
});

test("tables created at once get distinct positions", long, async ({ api, base }) => {
  const names = Array.from({ length: 16 }, (_, index) => `T${index}`);
  const answers = await Promise.all(
    names.map((name) => api.post(`/bases/${base.id}/tables`, { name, fields: [text] })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  expect(answers.map(({ body }) => body.order).toSorted((a, b) => a - b)).toEqual([...names.keys()]);
});

test("a created table is usable at once on every connection", long, async ({ api, base }) => {
  // PostgreSQL may miss a partition that is attached while a connection reads the list of them.
  const lanes = Array.from({ length: 4 }, async (_, lane) => {
    for (let round = 0; round < 5; round++) {
      const name = `T${lane}.${round}`;
      expect((await api.post(`/bases/${base.id}/tables`, { name, fields: [text] })).status).toBe(201);
      const rows = `/bases/${base.id}/tables/${name}/records`;
      const created = await Promise.all(
        Array.from({ length: 20 }, () => api.post(rows, { record: { Name: name } })),
      );
      expect(created.map(({ status }) => status)).toEqual(Array(20).fill(201));
      const read = await Promise.all(created.map(({ body }) => api.get(`${rows}/${body.id}`)));
      expect(read.map(({ body }) => body)).toEqual(created.map(({ body }) => body));
    }
  });
  await Promise.all(lanes);
});

test("records created at once are all stored", long, async ({ api, place }) => {
  const many = Array.from({ length: 200 }, (_, index) => ({ Name: `row ${index}` }));
  const created = await Promise.all(many.map((record) => api.post<Record>(`${place}/records`, { record })));
  const { body } = await api.post(`${place}/records/list`, {});
  expect(body.total).toBe(200);
  const byId = (a: Record, b: Record) => (a.id < b.id ? -1 : 1);
  expect(body.records).toEqual(created.map((answer) => answer.body).toSorted(byId));
});
