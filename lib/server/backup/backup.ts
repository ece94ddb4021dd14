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

/** How much a backup holds. */
export interface Amounts {
  tables: number;
  rows: number;
  files: number;
  /** How many files the rows speak of that are not in the data folder. */
  missing: number;
}

/**
 * Writes everything into one file: all rows as they are at one moment, and every attachment that they speak of.
 * Others may write meanwhile. The file has its name only once it is whole.
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
  // The last count may come after the last row, but not after the answer to another statement.
  const rows = Object.fromEntries([...copies].map(([name, { rowCount }]) => [name, rowCount]));
  yield entryOf(rowsName, JSON.stringify(rows));
  amounts.tables = copies.size;
  amounts.rows = Object.values(rows).reduce((sum, count) => sum + count, 0);
  // A file is there before any row speaks of it: now all that the rows speak of are.
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

/** The ids of the files that the rows speak of. */
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
  // What a later version stores, perhaps elsewhere too, only that version knows.
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

/** A tar says before each entry how long it is; so rows come in parts that fit in memory. */
const partBytes = 4_000_000;

/** What COPY writes, cut between two rows. */
export async function* partsOf(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of copied) {
    // A row ends with a line break; one inside a value is written as a backslash and an n.
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

/** Nothing for a file that has been removed since it was listed. */
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
