import * as z from "zod";

/** Version of the backup format; later formats have higher numbers. */
export const backupFormat = 1;

/**
 * Names of the entries, in this order: `backup.json`, the head; `tables/<table>/<number>`, rows as written by COPY;
 * `rows.json`, the number of rows per table; `attachments/<id>`, the bytes of a file.
 */
export const headName = "backup.json";
export const rowsName = "rows.json";

export function partName(table: string, number: number): string {
  return `tables/${table}/${number}`;
}

/** The table of an entry with rows, or null. */
export function tableOf(entryName: string): string | null {
  return /^tables\/(.+)\/\d+$/.exec(entryName)?.[1] ?? null;
}

export function fileName(id: string): string {
  return `attachments/${id}`;
}

/** The attachment of an entry with bytes, or null. */
export function fileIdOf(entryName: string): string | null {
  return /^attachments\/(.+)$/.exec(entryName)?.[1] ?? null;
}

/**
 * Bounds and options are interpolated into statements, so they may contain only literals. Words are always
 * separated by a space, a bracket or a comma, so that the pattern is unambiguous and fast on long texts.
 */
const word = String.raw`(?:IN|FROM|TO|WITH|modulus|remainder|MINVALUE|MAXVALUE|NULL|true|false|-?\d+|'(?:[^']|'')*')`;
const bound = z.string().regex(new RegExp(`^(?:DEFAULT|FOR VALUES ${word}(?:[ (),]+${word})*\\)?)$`));
const option = z.string().regex(/^\w+=[\w.]+$/);

/** A table with rows of its own. */
const table = z.object({
  name: z.string().min(1),
  columns: z.array(z.string()),
  /** Set for partitions; their parent has no rows itself. */
  partition: z.object({ of: z.string(), bound, options: z.array(option) }).nullable(),
});

const sequence = z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) });

/** The head of a backup. */
export const backupHead = z.object({
  format: z.literal(backupFormat),
  madeAt: z.iso.datetime(),
  /** The applied migrations, by which a restore creates the tables. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string(), isFinished: z.boolean() })),
  tables: z.array(table),
  sequences: z.array(sequence),
});

export type BackupHead = z.output<typeof backupHead>;
export type StoredTable = z.output<typeof table>;
export type StoredSequence = z.output<typeof sequence>;

/** The number of rows by table. */
export const backupRows = z.record(z.string(), z.number().int());
