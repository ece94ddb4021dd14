import * as z from "zod";
import type { TablePlace } from "@/lib/contract/places";
import type { Edit, Write } from "./edits";

const cell = { recordId: z.string(), fieldId: z.string() };

/** A waiting write as the browser keeps it. */
const keptWrite = z.object({
  /** The idempotency key: the write is applied once, however often and from whichever tab it is sent. */
  key: z.string(),
  /** The tab that sends it as long as that tab lives. */
  tab: z.string(),
  /** The person who made it; nobody else sends it. */
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
      /** The values of the cell before the edit, for text typed in an editor. */
      held: z.array(z.unknown()).optional(),
      movedFrom: z.object(cell).optional(),
    }),
  ),
});
export type KeptWrite = z.infer<typeof keptWrite>;

const prefix = "rowhouse.write.";

/** The part of the `Storage` API in use; tests pass their own. */
export type KeptStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Keeps a write until it is forgotten. Returns false if the storage is full or unavailable. */
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
    // Without storage nothing was kept.
  }
}

/** Lists all kept writes, oldest first, and skips entries that are not valid. */
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

/** Converts a write for storage.  */
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
        ...(held && { opened: { held } }),
        ...(movedFrom && { movedFrom }),
      }),
    ),
  };
}
