import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startInProcess } from "../../../e2e/in-process";
import { attachmentsIn, fileOf } from "../files/attachment-files";
import { backUp, partsOf } from "./backup";

test("an unreferenced file does not make up for a missing one", async () => {
  const inside = await startInProcess();
  try {
    const { DATABASE_URL: url = "", ROWHOUSE_DATA_DIR: dataFolder = "" } = process.env;
    const { body: base } = await inside.call("POST", "/bases", { name: "Files" });
    const { body } = await inside.call("POST", `/bases/${base.id}/attachments?filename=a`, { some: "bytes" });
    const file = fileOf(body.url.split("/").at(-2), attachmentsIn(dataFolder));
    const installation = { url, dataFolder, migrations: path.resolve("prisma/migrations") };
    const back = () => backUp(installation, path.join(dataFolder, "backup"));
    expect(await back()).toMatchObject({ files: 1, missing: 0 });

    const nobodys = `${file.slice(0, -3)}${file.endsWith("000") ? "111" : "000"}`;
    await writeFile(nobodys, "x");
    expect(await back()).toMatchObject({ files: 2, missing: 0 });
    await rm(file);
    expect(await back()).toMatchObject({ files: 1, missing: 1 });
  } finally {
    await inside.stop();
  }
});

test("rows are split into parts only between rows", async () => {
  const row = fc.integer({ min: 0, max: 3_000_000 }).map((length) => `${"x".repeat(length)}\n`);
  const rows = fc.array(row, { maxLength: 8 });
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(rows, cuts, async (rows, cuts) => {
      const all = Buffer.from(rows.join(""));
      const parts = await partsIn(chunksOf(all, cuts));
      expect(Buffer.concat(parts).equals(all)).toBe(true);
      for (const part of parts) expect(part.at(-1)).toBe(10);
    }),
    { numRuns: 20 },
  );
});

test("a part is as short as possible, and a long row is one part", async () => {
  const short = Buffer.from("a\n".repeat(1_000));
  const long = Buffer.from(`${"x".repeat(9_000_000)}\n`);
  const many = await partsIn(Array.from({ length: 10_000 }, () => short));
  expect(Math.max(...many.map(({ length }) => length))).toBeLessThan(4_100_000);
  expect(many).toHaveLength(5);
  const chunks = chunksOf(long, [0.1, 0.2, 0.3, 0.6, 0.9]);
  expect((await partsIn([short, ...chunks, short])).map(({ length }) => length)).toEqual([9_002_001, 2_000]);
  expect(await partsIn([])).toEqual([]);
});

function chunksOf(bytes: Buffer, cuts: number[]): Buffer[] {
  const places = [0, ...cuts.map((share) => Math.floor(share * bytes.length)), bytes.length];
  places.sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

async function partsIn(chunks: Buffer[]): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(Readable.from(chunks))) parts.push(part);
  return parts;
}
