import { z } from "zod";
import type { TablePlace } from "@/lib/contract/places";
import type { Edit, Write } from "./edits";

const cell = { recordId: z.string(), fieldId: z.string() };

/** A write that waits, as the browser keeps it. */
const keptWrite = z.object({
  /** Makes the write happen once, however often and from whichever tab it is sent. */
  key: z.string(),
  /** The tab that sends it for as long as it lives. */
  tab: z.string(),
  /** Who made it: nobody else sends it. */
  identity: z.string(),
  databaseId: z.string(),
  tableId: z.string(),
  at: z.number(),
  changeSetId: z.string().optional(),
  changeSetName: z.string().optional(),
  addsOptions: z.literal(true).optional(),
  edits: z.array(
    z.object({
      ...cell,
      value: z.unknown(),
      draft: z.string(),
      /** Of what was typed in an editor: what the cell held before. */
      held: z.array(z.unknown()).optional(),
      movedFrom: z.object(cell).optional(),
    }),
  ),
});
export type KeptWrite = z.infer<typeof keptWrite>;

const prefix = "rowhouse.write.";

/** As much of a browser's storage as is needed; tests give another. */
export type KeptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Keeps a write until it is forgotten; false where the storage is full or not to be had. */
export function keepWrite(storage: () => KeptStorage, write: KeptWrite): boolean {
  try {
    storage().setItem(prefix + write.key, JSON.stringify(write));
    return true;
  } catch {
    return false;
  }
}

export function forgetWrite(storage: () => KeptStorage, key: string): void {
  try {
    storage().removeItem(prefix + key);
  } catch {
    // Nothing was kept.
  }
}

/** All that is kept, the oldest first. What is no write of ours is left alone. */
export function keptWrites(storage: () => KeptStorage): KeptWrite[] {
  try {
    const kept = storage();
    const names = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? "");
    return names
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => readWrite(kept.getItem(name)))
      .sort((one, other) => one.at - other.at);
  } catch {
    return [];
  }
}

function readWrite(text: string | null): KeptWrite[] {
  try {
    return [keptWrite.parse(JSON.parse(text ?? ""))];
  } catch {
    return [];
  }
}

/** A write as it is kept: what it was opened on, without the version, which may be another by then. */
export function toKept(
  { key, changeSetId, changeSetName, addsOptions, edits }: Omit<Write, "id">,
  of: TablePlace & Pick<KeptWrite, "tab" | "identity" | "at">,
): KeptWrite {
  return {
    key,
    ...of,
    ...(changeSetId !== undefined && { changeSetId }),
    ...(changeSetName !== undefined && { changeSetName }),
    ...(addsOptions && { addsOptions }),
    edits: edits.map(({ recordId, fieldId, value, draft, opened, movedFrom }) => ({
      recordId,
      fieldId,
      value,
      draft,
      ...(opened && { held: [...opened.held] }),
      ...(movedFrom && { movedFrom }),
    })),
  };
}

export function fromKept({
  key,
  changeSetId,
  changeSetName,
  addsOptions,
  edits,
}: KeptWrite): Omit<Write, "id"> {
  return {
    key,
    ...(changeSetId !== undefined && { changeSetId }),
    ...(changeSetName !== undefined && { changeSetName }),
    ...(addsOptions && { addsOptions }),
    edits: edits.map(
      ({ recordId, fieldId, value, draft, held, movedFrom }): Edit => ({
        recordId,
        fieldId,
        value,
        draft,
        ...(held && { opened: { held, tag: Promise.resolve(undefined) } }),
        ...(movedFrom && { movedFrom }),
      }),
    ),
  };
}
