import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import * as z from "zod";
import { attachmentsIn, fileOf, isFileId, listFiles } from "../files/attachment-files";
import type { Folders, Installation } from "../installation";
import {
  findPending,
  type Migration,
  readBooks,
  readMigrations,
  run,
  withMigrationLock,
} from "../postgres/migrate";
import { withClient } from "../postgres/open-client";
import { adoptLog } from "./adopt-log";
import { BrokenArchive, type Entry, readArchive } from "./archive";
import type { Amounts } from "./backup";
import {
  type BackupHead,
  backupFormat,
  backupHead,
  backupRows,
  fileIdOf,
  headName,
  rowsName,
  type StoredTable,
  tableOf,
} from "./backup-head";
import { listParents, listTables } from "./catalog";
import { endSignIns, type Readmitted } from "./readmit";
import { type BareTables, completeTables, makeTables } from "./restore-backup-tables";
import { copySettings } from "./snapshot";
import { syncFolder } from "./sync-folder";

/** A backup that was read completely and is compatible with this version. */
export interface GoodBackup {
  readonly file: string;
  readonly head: BackupHead;
  readonly migrations: readonly Migration[];
}

/**
 * The restored contents in numbers. `foreign` names tables that were left out because they do not belong to
 * Rowhouse.
 */
export type Restored = Omit<Amounts, "missing"> & Pick<BareTables, "foreign"> & Readmitted;

/** Options of a restore. */
export interface RestoreOptions {
  readonly signal?: AbortSignal;
  /** Revokes every API key of the backup. */
  readonly revokeKeys?: boolean;
}

/**
 * Reads a backup completely before anything is written. Refuses invalid backups, and a data folder with files of
 * another installation.
 */
export function checkBackup(
  file: string,
  { dataFolder, migrations: folder }: Folders,
  signal?: AbortSignal,
): Promise<GoodBackup> {
  return inWords(file, async () => {
    const migrations = await readMigrations(folder);
    const others = new Set<string>();
    for await (const id of listFiles(attachmentsIn(dataFolder))) others.add(id);
    let head: BackupHead | undefined;
    for await (const entry of readArchive(file, signal)) {
      head ??= await readHead(entry, migrations);
      // A restore that was cut off at its end leaves files of this same backup.
      others.delete(fileIdOf(entry.name) ?? "");
    }
    if (!head) throw new BrokenArchive("foreign");
    if (others.size > 0) throw occupied(`${attachmentsIn(dataFolder)} has files`, dataFolder);
    return { file, head, migrations };
  });
}

/** Restores everything into an empty installation, or nothing at all. Then migrates the tables to this version. */
export function restore(
  backup: GoodBackup,
  { url, dataFolder }: Installation,
  { signal, revokeKeys = false }: RestoreOptions = {},
): Promise<Restored> {
  const attachments = attachmentsIn(dataFolder);
  const unpacked = `${attachments}.restoring`;
  const work = async (client: pg.Client) => {
    await refuseTables(client, dataFolder);
    await rm(unpacked, { recursive: true, force: true });
    await mkdir(unpacked, { recursive: true });
    try {
      await client.query("BEGIN");
      const restored = await fill(client, backup, { unpacked, signal, revokeKeys });
      await moveFiles(unpacked, attachments);
      await client.query("COMMIT");
      return restored;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => {});
      throw error;
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  };
  return inWords(backup.file, () =>
    withClient(url, (client) => withMigrationLock(client, () => work(client)), signal),
  );
}

async function readHead({ name, body }: Entry, migrations: readonly Migration[]): Promise<BackupHead> {
  if (name !== headName) throw new BrokenArchive("foreign");
  const written = await json(body).catch((error) => {
    throw new BrokenArchive("foreign", error);
  });
  const layout = z.object({ format: z.number() }).safeParse(written);
  if (layout.success && layout.data.format > backupFormat) {
    throw new Error(
      "The backup was created by a newer version of Rowhouse. Use that version or a later one.",
    );
  }
  const read = backupHead.safeParse(written);
  if (!read.success) throw new BrokenArchive("foreign", read.error);
  findPending(read.data.migrations, migrations, "backup");
  return read.data;
}

async function refuseTables(client: pg.Client, dataFolder: string): Promise<void> {
  const tables = [...(await listTables(client)), ...(await listParents(client))];
  if (tables.length > 0) throw occupied("The database has tables", dataFolder);
}

function occupied(what: string, dataFolder: string): Error {
  return new Error(
    `${what} already, but a backup can only be restored into an empty installation. Set another ROWHOUSE_DATA_DIR (now ${dataFolder}) ` +
      "or DATABASE_URL, or move the existing data away.",
  );
}

/** Restores the database in one transaction, after files were unpacked into `unpacked`. */
async function fill(client: pg.Client, backup: GoodBackup, options: LoadOptions): Promise<Restored> {
  const { head, migrations } = backup;
  await client.query(copySettings);
  const bare = await makeTables(client, head, migrations);
  const loaded = await load(client, { ...backup, ...bare }, options);
  await adoptLog(client);
  await completeTables(client, bare, head);
  for (const migration of findPending(await readBooks(client), migrations)) await run(client, migration);
  const readmitted = await endSignIns(client, options);
  return { ...loaded, ...readmitted, tables: bare.tables.size, foreign: bare.foreign };
}

interface LoadOptions {
  readonly unpacked: string;
  readonly signal: AbortSignal | undefined;
  readonly revokeKeys: boolean;
}

async function load(
  client: pg.Client,
  { file, tables }: GoodBackup & BareTables,
  { unpacked, signal }: Pick<LoadOptions, "unpacked" | "signal">,
): Promise<{ rows: number; files: number }> {
  const counts = new Map([...tables.keys()].map((name) => [name, 0]));
  let announced: z.output<typeof backupRows> = {};
  let files = 0;
  for await (const { name, body } of readArchive(file, signal)) {
    const table = tables.get(tableOf(name) ?? "");
    const fileId = fileIdOf(name);
    if (table) counts.set(table.name, (counts.get(table.name) ?? 0) + (await copyRows(client, table, body)));
    if (name === rowsName) announced = backupRows.parse(await json(body));
    if (fileId === null) continue;
    await unpackFile(fileId, unpacked, body);
    files++;
  }
  for (const [name, count] of counts) if (count !== announced[name]) throw new BrokenArchive("damaged");
  return { rows: [...counts.values()].reduce((sum, count) => sum + count, 0), files };
}

/** Returns the number of rows. */
async function copyRows(
  client: pg.Client,
  { name, columns }: StoredTable,
  body: Entry["body"],
): Promise<number> {
  const target = `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(", ")})`;
  // FREEZE is safe, because no other transaction has seen the table.
  const copy = client.query(copyFrom(`COPY ${target} FROM STDIN WITH (FREEZE)`));
  await pipeline(body, copy);
  return copy.rowCount;
}

async function unpackFile(id: string, folder: string, body: Entry["body"]): Promise<void> {
  if (!isFileId(id)) throw new BrokenArchive("damaged");
  const file = fileOf(id, folder);
  await mkdir(path.dirname(file), { recursive: true });
  await pipeline(body, createWriteStream(file, { flush: true }));
}

/** Moves files without deleting any at the target. */
async function moveFiles(from: string, to: string): Promise<void> {
  for (const folder of await readdir(from)) {
    await mkdir(path.join(to, folder), { recursive: true });
    for (const name of await readdir(path.join(from, folder))) {
      await rename(path.join(from, folder, name), path.join(to, folder, name));
    }
    await syncFolder(path.join(to, folder));
  }
  await mkdir(to, { recursive: true });
  await syncFolder(to);
}

/** Turns a defect of the file into a message with advice. */
async function inWords<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenArchive)
      throw new Error(`${file} ${complaints[error.kind]}`, { cause: error });
    if (!(error instanceof pg.DatabaseError) || error.code !== "23514") throw error;
    throw new Error(
      `${file} contains a row that Rowhouse never writes (${error.table} violates ${error.constraint}). It was not created by Rowhouse or has been modified: do not trust it.`,
      { cause: error },
    );
  }
}

const complaints: Record<BrokenArchive["kind"], string> = {
  foreign: "is not a Rowhouse backup, or is damaged at its beginning.",
  "cut off":
    "is incomplete: it was cut off when it was created or copied. Use another copy or another backup.",
  damaged: "is damaged. Use another copy or another backup.",
};
