import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { FileImport } from "@/lib/contract/import-resource";
import { partitionOf } from "@/lib/server/structure/partitions";
import { type Api, post } from "./api";
import { type BenchTable, makeTable } from "./data";
import { copyColumns, writeCopy, writeCsv } from "./file-rows";
import type { Figure } from "./lists";
import { quantile } from "./load";
import { milliseconds, printLine, whole } from "./report";
import { closeLater } from "./run";
import type { BenchServer } from "./servers";

/** Rows of the files. */
export const fileRows = Number(process.env.BENCH_FILE_ROWS ?? 200_000);
const sheetRows = Math.min(fileRows, 100_000);

export type Product = Api & Pick<BenchServer, "megabytes">;

interface Files {
  readonly product: Product;
  readonly client: pg.Client;
}

/** Measures imports and exports of files, compared with COPY of the same rows. */
export async function measureFiles({ product, client }: Files): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-bench-files-"));
  closeLater(() => rm(folder, { recursive: true, force: true }));
  const [csv, rows, xlsx] = ["deals.csv", "deals.copy", "deals.xlsx"].map((name) => path.join(folder, name));
  if (!csv || !rows || !xlsx) return [];
  const table = await makeTable(product);
  await Promise.all([writeCsv(csv, fileRows), writeCopy(rows, fileRows, table)]);
  const bare = await perSecond(fileRows, () => bareCopy(client, table, rows));
  printLine(`Bare COPY: ${whole(bare)} rows/s.`);
  await client.query("CHECKPOINT");
  const patched = await patchesDuring(product, table, () => delay(4_000));
  const imported = await importFile(product, table, csv);
  await client.query("CHECKPOINT");
  const during = await patchesDuring(product, table, () => importFile(product, table, csv));
  const exported = await exportFile(product, table, { format: "csv", to: nowhere() });
  const bareOut = await perSecond(fileRows, () => bareExport(client, table));
  await exportFile(product, table, { format: "xlsx", to: createWriteStream(xlsx), limit: sheetRows });
  const sheet = await importFile(product, table, xlsx, sheetRows);
  const ratio = (ours: number, theirs: number) => `${(ours / theirs).toFixed(2)} (${whole(ours)} rows/s)`;
  return [
    [`import ${whole(fileRows)} rows of CSV, new table`, "≥ 0.35 of bare COPY", ratio(imported.rate, bare)],
    ["the same: analysis of the uploaded file", "", `${whole(imported.analysed)} rows/s`],
    ["the same: rise of resident memory", "≤ 150 MB", `${imported.rise} MB`],
    [
      "PATCH by another client meanwhile, p99",
      "≤ 3 × without",
      `${(during / patched).toFixed(2)} × (${milliseconds(during)} to ${milliseconds(patched)})`,
    ],
    [
      `import ${whole(sheetRows)} rows of XLSX`,
      "≥ 10,000 rows/s",
      `${whole(sheet.rate)} rows/s, rise ${sheet.rise} MB`,
    ],
    [
      `export ${whole(fileRows)} rows as CSV`,
      "≥ 0.4 of bare COPY",
      `${ratio(exported.rate, bareOut)}, rise ${exported.rise} MB`,
    ],
  ];
}

export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (count / (performance.now() - start)) * 1_000;
}

export function bareCopy(client: pg.Client, { id }: BenchTable, file: string): Promise<void> {
  const copy = client.query(copyFrom(`COPY ${partitionOf(id).text} (${copyColumns}) FROM STDIN`));
  return pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), copy);
}

function bareExport(client: pg.Client, { id, fields }: BenchTable): Promise<void> {
  const texts = fields.map((field) => `"data" ->> '${field.id}'`).join(", ");
  const rows = `SELECT ${texts} FROM ${partitionOf(id).text} ORDER BY "position", "id"`;
  return pipeline(client.query(copyTo(`COPY (${rows}) TO STDOUT (FORMAT csv)`)), nowhere());
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Imports a file into a new table, in the background as a person would. */
async function importFile(product: Product, table: BenchTable, file: string, count = fileRows) {
  const imports = `/api/v1/bases/${table.databaseId}/imports`;
  const headers = { Authorization: `Bearer ${product.key}` };
  const address = `${product.origin}${imports}?filename=${path.basename(file)}`;
  const answer = await fetch(address, { method: "POST", headers, body: await openAsBlob(file) });
  if (!answer.ok) throw new Error(await answer.text());
  const { id }: FileImport = await answer.json();
  const until = async (end: FileImport["status"]) => {
    for (;;) {
      const found: FileImport = await (await fetch(`${product.origin}${imports}/${id}`, { headers })).json();
      if (found.status === end) return;
      if (found.error) throw new Error(found.error);
      // Seldom, because an import leaves half of the time to callers.
      await delay(500);
    }
  };
  const analysed = await perSecond(count, () => until("ready"));
  const measured = await rising(product, () =>
    perSecond(count, async () => {
      await post(product, `${imports}/${id}/run`, { table: { name: `Imported ${id}` } });
      await until("done");
    }),
  );
  return { analysed, rate: measured.result, rise: measured.rise };
}

async function exportFile(
  product: Product,
  table: BenchTable,
  { format, to, limit }: { format: string; to: Writable; limit?: number },
) {
  const filter = { field: "Count", less_than: limit };
  const asked = new URLSearchParams({ format, ...(limit && { filter: JSON.stringify(filter) }) });
  const measured = await rising(product, () =>
    perSecond(limit ?? fileRows, async () => {
      // Not compressed, like the output of COPY.
      const headers = { Authorization: `Bearer ${product.key}`, "Accept-Encoding": "identity" };
      const { ok, body } = await fetch(`${product.origin}${table.path}/export?${asked}`, { headers });
      if (!ok || !body) throw new Error(`the export as ${format} failed`);
      await pipeline(body, to);
    }),
  );
  return { rate: measured.result, rise: measured.rise };
}

/** Runs `work`, and measures by how many MB the server's memory rises meanwhile. */
export async function rising<Result>({ megabytes }: Product, work: () => Promise<Result>) {
  const before = await megabytes();
  let most = before;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await delay(50)) most = Math.max(most, await megabytes());
  })();
  const result = await work();
  isOver = true;
  await watching;
  return { result, rise: most - before };
}

/** Sends one PATCH after another while `work` runs. Returns the p99 of their latencies. */
async function patchesDuring(product: Api, table: BenchTable, work: () => Promise<unknown>): Promise<number> {
  const { body } = await (async () => ({
    body: await post<{ id: string }>(product, table.path, { record: {} }),
  }))();
  const address = `${product.origin}${table.path}/${body.id}`;
  const headers = { Authorization: `Bearer ${product.key}`, "Content-Type": "application/json" };
  const latencies: number[] = [];
  let isOver = false;
  const patching = (async () => {
    for (; !isOver; await delay(5)) {
      const start = performance.now();
      const sent = JSON.stringify({ record: { Name: `Name ${latencies.length}` } });
      const answer = await fetch(address, { method: "PATCH", headers, body: sent });
      await answer.text();
      if (!answer.ok) throw new Error(`a PATCH answered ${answer.status}`);
      latencies.push(performance.now() - start);
    }
  })();
  await Promise.all([
    work().finally(() => {
      isOver = true;
    }),
    patching,
  ]);
  return quantile(
    latencies.toSorted((a, b) => a - b),
    0.99,
  );
}
