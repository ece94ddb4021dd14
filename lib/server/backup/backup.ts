import { open } from "node:fs/promises";
import pg from "pg";
import { type CopyToStreamQuery, to as copyTo } from "pg-copy-streams";
import { attachmentsIn, fileOf, listFiles } from "../files/attachment-files";
import type { Folders, Installation } from "../installation";
import { findPending, readBooks, readMigrations } from "../postgres/migrate";
import { withClient } from "../postgres/open-client";
import { type Entry, entryOf, writeArchive } from "./archive";
import { type BackupHead, backupFormat, fileName, headName, partName, rowsName } from "./backup-head";
import { listSequences } from "./catalog";
import { beginSnapshot } from "./snapshot";

/** The contents of a backup in numbers. */
export interface Amounts {
  tables: number;
  rows: number;
  files: number;
  /** Number of files that rows refer to but the data folder lacks. */
  missing: number;
}

/**
 * Writes all rows of one snapshot and all attachments they refer to into one file. Concurrent writes are allowed.
 * Renames the file once it is complete.
 */
export function backUp(
  { url, ...folders }: Installation,
  file: string,
  signal?: AbortSignal,
): Promise<Amounts> {
  return withClient(
    url,
    async (client) => {
      const amounts = { tables: 0, rows: 0, files: 0, missing: 0 };
      await writeArchive(file, contentsOf(client, folders, amounts), signal);
      return amounts;
    },
    signal,
  );
}

async function* contentsOf(
  client: pg.Client,
  { dataFolder, migrations }: Folders,
  amounts: Amounts,
): AsyncGenerator<Entry> {
  const head = await readHead(client, migrations);
  yield entryOf(headName, JSON.stringify(head));
  const copies = new Map<string, CopyToStreamQuery>();
  for (const { name, columns } of head.tables) {
    const copy = client.query(copyTo(`COPY ${nameOf(name)} (${columns.map(nameOf).join(", ")}) TO STDOUT`));
    copies.set(name, copy);
    let number = 0;
    for await (const part of partsOf(copy)) yield entryOf(partName(name, ++number), part);
  }
  const missing = await listAttachments(client);
  await client.query("COMMIT");
  // The row count may arrive after the last row, but before the result of another statement.
  const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]));
  yield entryOf(rowsName, JSON.stringify(rows));
  amounts.tables = copies.size;
  amounts.rows = Object.values(rows).reduce((sum, count) => sum + count, 0);
  // Files are stored before their rows, so all files that the rows refer to exist now.
  const attachments = attachmentsIn(dataFolder);
  for await (const id of listFiles(attachments)) {
    for await (const entry of readFile(id, attachments)) {
      yield entry;
      amounts.files++;
      missing.delete(id);
    }
  }
  amounts.missing = missing.size;
}

/** The ids of the files that rows refer to. */
async function listAttachments(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>('SELECT "id" FROM "Attachment"');
  return new Set(rows.map(({ id }) => id));
}

async function readHead(client: pg.Client, migrations: string): Promise<BackupHead> {
  const tables = await beginSnapshot(client);
  if (!tables.some(({ name }) => name === "_prisma_migrations")) {
    throw new Error("The database is empty.");
  }
  const books = await readBooks(client);
  // Refuses a database of a later version, which may store data elsewhere too.
  findPending(books, await readMigrations(migrations));
  return {
    format: backupFormat,
    madeAt: new Date().toISOString(),
    migrations: books,
    tables,
    sequences: await listSequences(client),
  };
}

function nameOf(identifier: string): string {
  return pg.escapeIdentifier(identifier);
}

/** A tar entry starts with its length, so rows are split into parts that fit into memory. */
const partBytes = 4_000_000;

/** Splits the output of COPY between rows. */
export async function* partsOf(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of copied) {
    // A row ends with a line break; those within values are escaped.
    const end = size + chunk.length < partBytes ? 0 : chunk.lastIndexOf("\n") + 1;
    if (end > 0) {
      yield Buffer.concat([...kept, chunk.subarray(0, end)]);
      kept = [];
      size = 0;
    }
    const rest = chunk.subarray(end);
    kept.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(kept);
}

/** Yields nothing if the file was removed since it was listed. */
async function* readFile(id: string, attachments: string): AsyncGenerator<Entry> {
  const handle = await open(fileOf(id, attachments)).catch((error) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield { name: fileName(id), size, body: handle.createReadStream({ autoClose: false }) };
  } finally {
    await handle.close();
  }
}
