import pg from "pg";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { attachmentsIn, listFiles } from "./attachment-files";

let inside: InProcess;
let baseId: string;

beforeAll(async () => {
  inside = await startInProcess();
  baseId = (await inside.call("POST", "/bases", { name: "Files" })).body.id;
  return () => inside.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ["arrived", "stays"],
  ["got lost", "goes"],
])("where the end of its transaction %s and its answer was lost, a file %s", async (way, fate) => {
  const before = await kept();
  breakAtEnd(way === "arrived");
  const { status } = await inside.call("POST", `/bases/${baseId}/attachments?filename=a`, { some: "bytes" });
  expect(status).toBe(503);
  const { files, rows } = await kept();
  expect(files).toEqual(rows);
  expect(rows.length).toBe(before.rows.length + (fate === "stays" ? 1 : 0));
});

/** Breaks the next connection that commits, before the commit is sent or after its response arrives. */
function breakAtEnd(isHeard: boolean): void {
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [statement] = given as [{ text?: string }];
    if (statement.text !== "COMMIT") return Reflect.apply(query, this, given);
    vi.restoreAllMocks();
    if (isHeard) await Reflect.apply(query, this, given);
    await this.end();
    throw Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });
  } as typeof query);
}

/** The files on the disk and their rows. */
async function kept(): Promise<{ files: string[]; rows: string[] }> {
  const { prisma } = await import("../db");
  const files: string[] = [];
  for await (const id of listFiles(attachmentsIn(process.env.ROWHOUSE_DATA_DIR as string))) files.push(id);
  const rows = await prisma().attachment.findMany({ select: { id: true } });
  return { files: files.toSorted(), rows: rows.map(({ id }) => id).toSorted() };
}
