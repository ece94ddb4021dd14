import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonInTurns } from "./json-in-turns";

test("gives the text of JSON.stringify", async () => {
  const bodies = fc.dictionary(
    fc.string(),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.jsonValue({ maxDepth: 2 })), fc.constant(undefined)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      expect((await jsonInTurns(body)).join("")).toBe(JSON.stringify(body));
    }),
  );
});

test("yields to others while it serialises a long list", async () => {
  const records = Array.from({ length: 600 }, () => ({ Notes: "永".repeat(20_000) }));
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const parts = await jsonInTurns({ records, total: records.length });
  clearInterval(count);
  expect(parts.join("")).toBe(JSON.stringify({ records, total: records.length }));
  expect(turns).toBeGreaterThan(3);
});

test("serialises many small items together", async () => {
  const ids = Array.from({ length: 2_000 }, (_, id) => id);
  expect((await jsonInTurns({ ids })).length).toBeLessThan(20);
});
