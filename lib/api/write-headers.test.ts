import { v7 } from "uuid";
import { expect, test } from "vitest";
import { startInProcess } from "../../e2e/in-process";

test("only stored writes open a change set or keep it open, not dry runs or refused writes", async () => {
  const inside = await startInProcess();
  try {
    const { prisma } = await import("../server/db");
    const { authorOf } = await import("./write-headers");
    const id = v7();
    const actor = {
      kind: "key" as const,
      id: v7(),
      keyId: null,
      person: { id: v7(), role: "owner" as const, roles: {}, name: null, email: null, isActive: true },
      scopes: [],
      databases: null,
      expiresAt: null,
    };
    const request = new Request("http://rowhouse.test", { headers: { "Change-Set-Id": id } });
    const joined = () => prisma().joinedChangeSet.findMany();
    const author = async (isDryRun: boolean) => (await authorOf(actor, { request, isDryRun })).author;
    expect(await author(true)).toEqual({ actor, changeSetId: id });
    expect(await joined()).toEqual([]);
    const { changeSetId } = await author(false);
    const before = await joined();
    expect(before).toMatchObject([{ personId: actor.person.id, givenId: id, changeSetId }]);
    expect(await author(true)).toEqual({ actor, changeSetId });
    expect(await joined()).toEqual(before);
    const again = await authorOf(actor, { request, isDryRun: false });
    await again.leave();
    expect(await joined()).toMatchObject([{ givenId: id, changeSetId }]);
    const sameWithAnotherKey = await authorOf({ ...actor, id: v7() }, { request, isDryRun: false });
    expect(sameWithAnotherKey.author.changeSetId).toBe(changeSetId);
    const somebodyElse = { ...actor, person: { ...actor.person, id: v7() } };
    const apart = await authorOf(somebodyElse, { request, isDryRun: false });
    expect(apart.author.changeSetId).not.toBe(changeSetId);
    await apart.leave();
    expect(await joined()).toMatchObject([{ personId: actor.person.id, givenId: id, changeSetId }]);
    const another = { actor: { ...actor, id: v7() }, headers: { "Change-Set-Id": v7() } };
    const first = await authorOf(another.actor, {
      request: new Request("http://rowhouse.test", { headers: another.headers }),
      isDryRun: false,
    });
    expect(await joined()).toHaveLength(2);
    await first.leave();
    expect(await joined()).toMatchObject([{ givenId: id }]);
    const { handle } = await import("./handle");
    const { mintApiKey } = await import("../server/access/keys");
    const key = await mintApiKey({ name: "Writer" });
    const create = (body: object) =>
      handle(
        new Request("http://rowhouse.test/api/v1/bases", {
          method: "POST",
          headers: {
            Authorization: `Bearer ${key}`,
            "Content-Type": "application/json",
            "Change-Set-Id": v7(),
          },
          body: JSON.stringify(body),
        }),
      );
    const fields = [{ type: "none", name: "a" }];
    for (const body of [{ name: "" }, { name: "a", tables: [{ name: "a", fields }] }]) {
      expect((await create(body)).status).toBe(400);
    }
    const taken = { name: "T", fields: [{ type: "number", name: "a" }] };
    expect((await create({ name: "a", tables: [taken, taken] })).status).toBeGreaterThanOrEqual(400);
    expect(await joined()).toHaveLength(1);
    expect((await create({ name: "a" })).status).toBe(201);
    expect(await joined()).toHaveLength(2);
  } finally {
    await inside.stop();
  }
});
