import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

let server: InProcess;
let baseId: string;

beforeAll(async () => {
  server = await startInProcess({ ownCluster: true });
  const { body } = await server.call("POST", "/bases", {
    name: "Test",
    tables: [{ name: "Things", fields: [{ name: "Name", type: "single_line_text" }] }],
  });
  baseId = body.id;
}, 60_000);
afterAll(() => server.stop());

async function write(): Promise<void> {
  expect((await server.call("POST", `/bases/${baseId}/tables/Things/records`, { record: {} })).status).toBe(
    201,
  );
}

/** Writes, and waits until the log has it: it waits itself for transactions that are under way. */
async function writeSettled(after: string): Promise<void> {
  const { listChanges } = await import("./history");
  await write();
  await expect
    .poll(async () => (await listChanges({ databaseId: baseId }, after)).changes, { timeout: 10_000 })
    .toHaveLength(1);
}

test("streams at the same position share a read and its JSON", async () => {
  const { lookAfter } = await import("./shared-looks");
  const { endOfLog } = await import("./history");
  const place = await endOfLog({ databaseId: baseId });
  await writeSettled(place);
  const [one, other] = [lookAfter(baseId, place), lookAfter(baseId, place)];
  expect(one).toBe(other);
  expect((await one).page.changes).toHaveLength(1);
  expect(JSON.parse((await one).json)).toEqual((await one).page);
  // A slightly later stream gets the same page, which never changes.
  expect(lookAfter(baseId, place)).toBe(one);
});

test("an empty read is repeated, and a notification starts a new read", async () => {
  const { lookAfter } = await import("./shared-looks");
  const { endOfLog } = await import("./history");
  const { closeNews, newsCountOf, Watch } = await import("./news");
  const watch = new Watch([baseId]);
  await watch.next(10_000);
  const place = await endOfLog({ databaseId: baseId });
  const empty = lookAfter(baseId, place);
  expect((await empty).page.changes).toEqual([]);
  expect(lookAfter(baseId, place)).not.toBe(empty);
  const count = newsCountOf(baseId);
  await writeSettled(place);
  // The news of an earlier write may come first.
  while (newsCountOf(baseId) === count)
    expect(await watch.next(10_000)).toMatchObject({ written: new Set([baseId]) });
  expect((await lookAfter(baseId, place)).page.changes).toHaveLength(1);
  watch.end();
  await closeNews();
});
