import { expect, test } from "vitest";
import { startInProcess } from "../../../e2e/in-process";
import { Prisma, query } from "../db";
import { mintUuid } from "../ids";
import { DerivedIds } from "./copied-ids";

const ids = Array.from({ length: 2_000 }, mintUuid);

test("records get other ids in the same order, one each", () => {
  const derived = new DerivedIds();
  const copied = ids.map((id) => derived.record(id));
  expect(new Set([...ids, ...copied]).size).toBe(2 * ids.length);
  expect(copied).toEqual(copied.toSorted());
  for (const [index, id] of copied.entries()) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id.slice(0, 13)).toBe(ids[index]?.slice(0, 13));
  }
});

test("two copies differ", () => {
  const [one, other] = [new DerivedIds(), new DerivedIds()];
  const [id = ""] = ids;
  expect(one.record(id)).not.toBe(other.record(id));
  expect(one.file(id)).not.toBe(other.file(id));
  expect(one.file(id)).toMatch(/^[0-9a-f]{32}$/);
});

test("PostgreSQL computes the same ids", async () => {
  const inside = await startInProcess();
  try {
    const derived = new DerivedIds();
    const rows = await query<{ id: string; record: string; file: string }>(Prisma.sql`
      SELECT "id", ${derived.recordSql(Prisma.sql`"id"`)} AS "record", ${derived.fileSql(Prisma.sql`"id"::text`)} AS "file"
      FROM unnest(${ids}::uuid[]) AS "given" ("id")`);
    expect(rows).toEqual(ids.map((id) => ({ id, record: derived.record(id), file: derived.file(id) })));
  } finally {
    await inside.stop();
  }
});
