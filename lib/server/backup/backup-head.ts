import * as z from "zod";

/** How a backup is laid out; a later layout has a higher number. */
export const backupFormat = 1;

/**
 * Names of what is inside a backup, in this order: `backup.json`, the head; `tables/<table>/<number>`, rows as
 * COPY writes them; `rows.json`, how many there are of each table; `attachments/<id>`, the bytes of a file.
 */
export const headName = "backup.json";
export const rowsName = "rows.json";

export function partName(table: string, number: number): string {
  return `tables/${table}/${number}`;
}

/** The table that an entry has rows of, or null. */
export function tableOf(entryName: string): string | null {
  return /^tables\/(.+)\/\d+$/.exec(entryName)?.[1] ?? null;
}

export function fileName(id: string): string {
  return `attachments/${id}`;
}

/** The attachment that an entry has the bytes of, or null. */
export function fileIdOf(entryName: string): string | null {
  return /^attachments\/(.+)$/.exec(entryName)?.[1] ?? null;
}

/**
 * These become part of statements as they are: so they hold literals and nothing else. Two words never meet without a
 * space, a bracket or a comma in between: so a text is read in one way only, and a long one in no time.
 */
const word = String.raw`(?:IN|FROM|TO|WITH|modulus|remainder|MINVALUE|MAXVALUE|NULL|true|false|-?\d+|'(?:[^']|'')*')`;
const bound = z.string().regex(new RegExp(`^(?:DEFAULT|FOR VALUES ${word}(?:[ (),]+${word})*\\)?)$`));
const option = z.string().regex(/^\w+=[\w.]+$/);

/** A table with rows of its own. */
const table = z.object({
  name: z.string().min(1),
  columns: z.array(z.string()),
  /** Where it is a part of another one, which is itself of no rows. */
  partition: z.object({ of: z.string(), bound, options: z.array(option) }).nullable(),
});

const sequence = z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) });

/** What a backup says of itself before anything else. */
export const backupHead = z.object({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  /** The books of the database, by which a restore makes the tables. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), isFinished: z.boolean() })),
  tables: z.array(table),
  sequences: z.array(sequence),
});

export type BackupHead = z.output<typeof backupHead>;
export type StoredTable = z.output<typeof table>;
export type StoredSequence = z.output<typeof sequence>;

/** How many rows there are, by table. */
export const backupRows = z.record(z.string(), z.number().int());
