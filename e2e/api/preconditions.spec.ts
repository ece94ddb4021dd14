import { errorBody } from "../api-client";
import { expect, test as withTable } from "./fixtures";

const test = withTable.extend<{ record: string }>({
  /** The path of a record. */
  record: async ({ api, place }, use) => {
    const { body } = await api.post(`${place}/records`, { record: { Name: "Ada" } });
    await use(`${place}/records/${body.id}`);
  },
});

const missed = "does not match the current version of the record";

test("responses with one record have a strong ETag that changes with it", async ({ api, place, record }) => {
  const made = await api.post(`${place}/records`, { record: {} });
  expect(made.headers.get("ETag")).toMatch(/^"1-[\w-]{20}"$/);
  const first = (await api.get(record)).headers.get("ETag");
  const changed = await api.patch(record, { record: { Name: "Grace" } });
  expect(changed.headers.get("ETag")).toMatch(/^"2-[\w-]{20}"$/);
  expect((await api.get(record)).headers.get("ETag")).toBe(changed.headers.get("ETag"));
  expect(first).not.toBe(changed.headers.get("ETag"));
  const unchanged = await api.patch(record, { record: { Name: "Grace" } });
  expect(unchanged.headers.get("ETag")).toBe(changed.headers.get("ETag"));
});

test("a read with the current ETag is a 304, in every form of the header", async ({ api, record }) => {
  const tag = (await api.get(record)).headers.get("ETag") as string;
  for (const known of [tag, `W/${tag}`, `"0-aaaaaaaaaaaa", ${tag}`, "*"]) {
    for (const method of ["GET", "HEAD"]) {
      const { status, body, headers } = await api.call(record, {
        method,
        headers: { "If-None-Match": known },
      });
      expect([status, body, headers.get("ETag")], known).toEqual([304, "", tag]);
    }
  }
  for (const unknown of ['"0-aaaaaaaaaaaa"', "x", ""]) {
    expect((await api.call(record, { headers: { "If-None-Match": unknown } })).status, unknown).toBe(200);
  }
});

test("renaming a field changes the ETag with the response", async ({ api, place, record }) => {
  const tag = (await api.get(record)).headers.get("ETag") as string;
  await api.patch(`${place}/fields/Name`, { name: "Title" });
  expect((await api.call(record, { headers: { "If-None-Match": tag } })).status).toBe(200);
});

for (const method of ["PATCH", "DELETE"]) {
  const body = method === "PATCH" ? { record: { Amount: 1 } } : undefined;

  test(`${method} with the current ETag succeeds, with an older one it is refused`, async ({
    api,
    record,
  }) => {
    const old = (await api.get(record)).headers.get("ETag") as string;
    const { body: now, headers } = await api.patch(record, { record: { Name: "Grace" } });
    const refused = await api.call(record, { method, body, headers: { "If-Match": old } });
    expect(refused.status).toBe(412);
    expect(refused.body).toEqual(
      errorBody("PRECONDITION_FAILED", `If-Match ${missed}.`, [
        { path: "If-Match", message: missed, record: now },
      ]),
    );
    expect((await api.get(record)).body).toEqual(now);
    const tag = headers.get("ETag") as string;
    const several = { "If-Match": `"7-aaaaaaaaaaaa", ${tag}` };
    expect((await api.call(record, { method, body, headers: several })).status).toBe(200);
  });

  for (const tag of ["W/", "x", '"x"', '"1"', "", '"-1-aaaaaaaaaaaa"', '"99999999999-aaaaaaaaaaaa"']) {
    test(`${method} with the ETag ${JSON.stringify(tag)} is refused`, async ({ api, record }) => {
      const current = (await api.get(record)).headers.get("ETag");
      const given = tag === "W/" ? `W/${current}` : tag;
      const { status } = await api.call(record, { method, body, headers: { "If-Match": given } });
      expect(status).toBe(412);
    });
  }

  test(`${method} with a foreign ETag of the right version is refused`, async ({ api, place, record }) => {
    const other = await api.post(`${place}/records`, { record: { Name: "Ada" } });
    const mine = (await api.get(record)).headers.get("ETag") as string;
    const foreign = other.headers.get("ETag") as string;
    expect(foreign.split("-")[0]).toBe(mine.split("-")[0]);
    for (const tag of [foreign, '"1-kq0Zp1xW_bA2"', '"1-kq0Zp1xW_bA2kq0Zp1xW"', mine.replace('"1-', '"2-')]) {
      const { status } = await api.call(record, { method, body, headers: { "If-Match": tag } });
      expect(status, tag).toBe(412);
    }
    expect((await api.get(record)).headers.get("ETag")).toBe(mine);
  });

  test(`${method} with * succeeds for a record, else it is a 404`, async ({ api, record }) => {
    const headers = { "If-Match": "*" };
    expect((await api.call(record, { method, body, headers })).status).toBe(200);
    await api.call(record, { method: "DELETE" });
    expect((await api.call(record, { method, body, headers })).status).toBe(404);
    expect(
      (await api.call(record, { method, body, headers: { "If-Match": '"1-aaaaaaaaaaaa"' } })).status,
    ).toBe(404);
  });
}

test("a PATCH without changes is also refused if the record has changed", async ({ api, record }) => {
  const old = (await api.get(record)).headers.get("ETag") as string;
  await api.patch(record, { record: { Name: "Grace" } });
  const { status } = await api.call(record, {
    method: "PATCH",
    body: { record: { Name: "Grace" } },
    headers: { "If-Match": old },
  });
  expect(status).toBe(412);
});

test("a PATCH of links checks the ETag too", async ({ api, base, table, record }) => {
  const place = `/bases/${base.id}/tables/${table.id}`;
  await api.post(`${place}/fields`, { name: "Next", type: "linked_record", template: { tableId: table.id } });
  const [id] = record.split("/").slice(-1);
  const old = (await api.get(record)).headers.get("ETag") as string;
  const link = { method: "PATCH", body: { record: { Next: [id] } }, headers: { "If-Match": old } };
  expect((await api.call(record, link)).status).toBe(200);
  const unlink = { ...link, body: { record: { Next: [] } } };
  expect((await api.call(record, unlink)).status).toBe(412);
});

test("of many writers with one ETag, one succeeds", async ({ api, record }) => {
  const tag = (await api.get(record)).headers.get("ETag") as string;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      api.call(record, {
        method: "PATCH",
        body: { record: { Amount: number + 1 } },
        headers: { "If-Match": tag },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
});
