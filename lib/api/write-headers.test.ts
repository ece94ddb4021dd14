import { v7 } from "uuid";
import { expect, test } from "vitest";
import { startInProcess } from "../../e2e/in-process";

test("a dry run goes by a Change-Set-Id, and neither opens its change set nor keeps it open", async () => {
  const inside = await startInProcess();
  try {
    const { prisma } = await import("../server/db");
    const { authorOf } = await import("./write-headers");
    const id = v7();
    const actor = {
      kind: "key" as const,
      id: v7(),
      keyId: null,
      scopes: [],
      databases: null,
      expiresAt: null,
    };
    const request = new Request("http://rowhouse.test", { headers: { "Change-Set-Id": id } });
    const joined = () => prisma().joinedChangeSet.findMany();
    expect(await authorOf(actor, { request, isDryRun: true })).toEqual({ actor, changeSetId: id });
    expect(await joined()).toEqual([]);
    const { changeSetId } = await authorOf(actor, { request, isDryRun: false });
    const before = await joined();
    expect(before).toMatchObject([{ actorId: actor.id, givenId: id, changeSetId }]);
    expect(await authorOf(actor, { request, isDryRun: true })).toEqual({ actor, changeSetId });
    expect(await joined()).toEqual(before);
  } finally {
    await inside.stop();
  }
});
