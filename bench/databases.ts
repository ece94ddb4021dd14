import { createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { partitionOf } from "@/lib/server/structure/partitions";
import { post } from "./api";
import { type BenchTable, makeTable } from "./data";
import { writeCopy } from "./file-rows";
import { bareCopy, fileRows, type Product, perSecond, rising } from "./files";
import type { Figure } from "./lists";
import { whole } from "./report";
import { closeLater } from "./run";

/** Measures exports, imports and copies of a whole database. */
export async function measureDatabases(product: Product, client: pg.Client): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-bench-databases-"));
  closeLater(() => rm(folder, { recursive: true, force: true }));
  const [rows, zip] = [path.join(folder, "deals.copy"), path.join(folder, "bench.zip")];
  const table = await makeTable(product);
  await writeCopy(rows, fileRows, table);
  await bareCopy(client, table, rows);
  await client.query("ANALYZE");
  const place = `/api/v1/bases/${table.databaseId}`;
  const bare = await perSecond(fileRows, () => bareDuplicate(client, table));
  const measure = (work: () => Promise<unknown>) => rising(product, () => perSecond(fileRows, work));
  const duplicated = await measure(() => post(product, `${place}/duplicate`, {}));
  const exported = await measure(() => download(product, `${place}/export`, zip));
  const imported = await measure(() => upload(product, "/api/v1/bases/import", zip));
  const text = ({ result, rise }: typeof exported) => `${whole(result)} rows/s, rise ${rise} MB`;
  return [
    [
      "duplicate a database",
      "",
      `${(duplicated.result / bare).toFixed(2)} of bare INSERT … SELECT (${text(duplicated)})`,
    ],
    ["export a database as a zip file", "", text(exported)],
    ["import it again", "", text(imported)],
  ];
}

async function bareDuplicate(client: pg.Client, { id }: BenchTable): Promise<void> {
  await client.query(`CREATE TABLE "bare_copy" (LIKE "Record" INCLUDING ALL)`);
  await client.query(`INSERT INTO "bare_copy" SELECT * FROM ${partitionOf(id).text}`);
  await client.query(`DROP TABLE "bare_copy"`);
}

async function download({ origin, key }: Product, address: string, to: string): Promise<void> {
  const { ok, body } = await fetch(origin + address, { headers: { Authorization: `Bearer ${key}` } });
  if (!ok || !body) throw new Error("the export of the database failed");
  await pipeline(body, createWriteStream(to));
}

async function upload({ origin, key }: Product, address: string, file: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/zip" };
  const answer = await fetch(origin + address, { method: "POST", headers, body: await openAsBlob(file) });
  if (!answer.ok) throw new Error(await answer.text());
}
