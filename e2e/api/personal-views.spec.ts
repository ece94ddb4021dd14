/** Personal views, which exist for one person. */
import { type ApiClient, badRequestBody } from "../api-client";
import { long } from "../rounds";
import { expect, test } from "./fixtures";
import { Live } from "./live";

const owned = { name: "Mine", type: "grid", config: { rowHeight: 56 } };

async function idOf(api: ApiClient): Promise<string> {
  return (await api.get("/me")).body.id;
}

test(
  "a personal view exists for its owner alone, by every way",
  long,
  async ({ api, other, base, place, table }) => {
    const ownerId = await idOf(api);
    const { body: earlier } = await api.get(`/bases/${base.id}/changes`);
    const { status, body: mine } = await api.post(`${place}/views`, { ...owned, ownerId });
    expect([status, mine.ownerId]).toEqual([201, ownerId]);
    const common = table.views[0];
    expect(common).not.toHaveProperty("ownerId");
    const viewsOf = async (caller: ApiClient) => {
      const { body: listed } = await caller.get(`${place}/views`);
      expect((await caller.get(place)).body.views).toEqual(listed.views);
      return listed.views.map(({ id }: { id: string }) => id);
    };
    expect(await viewsOf(api)).toEqual([common?.id, mine.id]);
    expect(await viewsOf(other)).toEqual([common?.id]);
    const one = `${place}/views/${mine.id}`;
    expect((await api.get(one)).body).toEqual(mine);
    for (const [method, path, body] of [
      ["GET", one, undefined],
      ["PATCH", one, { name: "Theirs" }],
      ["DELETE", one, undefined],
      ["POST", `${place}/records/list`, { viewId: mine.id }],
      [
        "POST",
        `${place}/records/aggregate`,
        { viewId: mine.id, aggregates: [{ field: "Name", function: "count" }] },
      ],
      ["GET", `${place}/records/export?viewId=${mine.id}`, undefined],
    ] as const) {
      const refused = await other.call(path, { method, body });
      expect(refused.status, path).toBe(404);
      expect(JSON.stringify(refused.body)).not.toContain("Mine");
    }
    const about = async (caller: ApiClient) => {
      const { body } = await caller.get(`/bases/${base.id}/changes`);
      return JSON.stringify(body.changes).includes('"Mine"');
    };
    expect([await about(api), await about(other)]).toEqual([true, false]);
    for (const [caller, isTold] of [
      [api, true],
      [other, false],
    ] as const) {
      const live = await Live.open(caller, base.id, { since: earlier.next });
      const told = (await live.next())?.page.changes;
      live.close();
      expect(JSON.stringify(told).includes('"Mine"')).toBe(isTold);
    }
    // Names tell nothing about the views of others.
    const theirs = { ...owned, ownerId: await idOf(other) };
    expect((await other.post(`${place}/views`, theirs)).status).toBe(201);
    expect((await api.post(`${place}/views`, { ...owned, ownerId })).status).toBe(409);
    expect((await api.post(`${place}/views`, owned)).status).toBe(201);
    expect((await viewsOf(api)).length).toBe(3);
    // Neither copies nor the trash tell about them.
    const { body: copy } = await other.post(`${place}/duplicate`, { records: false });
    expect(copy.views.length).toBe(2);
    await api.call(one, { method: "DELETE" });
    const trashed = async (caller: ApiClient) =>
      (await caller.get(`/bases/${base.id}/trash`)).body.trash.map(({ id }: { id: string }) => id);
    const [entry] = await trashed(api);
    expect(await trashed(other)).toEqual([]);
    expect((await other.post(`/bases/${base.id}/trash/${entry}/restore`, undefined)).status).toBe(404);
    const { body: back } = await api.post(`/bases/${base.id}/trash/${entry}/restore`, undefined);
    expect(back).toEqual({ ...mine, name: "Mine (1)" });
  },
);

test("a view becomes personal and everybody's again, with undo", async ({
  api,
  other,
  base,
  place,
  table,
}) => {
  const ownerId = await idOf(api);
  const first = `${place}/views/${table.views[0]?.id}`;
  const last = await api.patch(first, { ownerId });
  expect([last.status, last.body.error?.message]).toEqual([
    409,
    '"Grid view" is the last view of its table. Create another one before you make it personal.',
  ]);
  const { body: second } = await api.post(`${place}/views`, { ...owned, name: "Second" });
  const one = `${place}/views/${second.id}`;
  expect((await api.patch(one, { ownerId })).body).toEqual({ ...second, ownerId });
  expect((await other.get(one)).status).toBe(404);
  expect((await api.call(first, { method: "DELETE" })).status).toBe(409);
  await api.post(`/bases/${base.id}/undo`, undefined);
  expect((await other.get(one)).body).toEqual(second);
  await api.post(`/bases/${base.id}/redo`, undefined);
  expect((await other.get(one)).status).toBe(404);
  expect((await api.patch(one, { ownerId: null })).body).toEqual(second);
  expect((await other.get(one)).body).toEqual(second);
});

test("nobody owns a view for somebody else, and links show views of everybody", async ({
  api,
  other,
  base,
  place,
}) => {
  const ownerId = await idOf(api);
  const message = 'takes your own id or "me", or null for a view of everybody';
  for (const stranger of [await idOf(other), "somebody", ""]) {
    const refused = await api.post(`${place}/views`, { ...owned, ownerId: stranger });
    expect(refused.body).toEqual(badRequestBody(["ownerId", message]));
  }
  const { body: mine } = await api.post(`${place}/views`, { ...owned, ownerId: "me" });
  expect(mine.ownerId).toBe(ownerId);
  const shares = `/bases/${base.id}/shares`;
  const personal = "is a personal view. Make it a view of everybody before you share it";
  expect((await api.post(shares, { viewId: mine.id })).body).toEqual(badRequestBody(["viewId", personal]));
  const foreign = await other.post(shares, { viewId: mine.id });
  expect([foreign.status, foreign.body.error.message]).toEqual([
    400,
    expect.stringContaining("is not the id"),
  ]);
  await api.patch(`${place}/views/${mine.id}`, { ownerId: null });
  expect((await api.post(shares, { viewId: mine.id })).status).toBe(201);
  const shared = await api.patch(`${place}/views/${mine.id}`, { ownerId });
  expect([shared.status, shared.body.error.message]).toEqual([
    409,
    '"Mine" is shared by a link. Delete its links before you make it personal.',
  ]);
});
