import { counted } from "@/components/tasks/counted";
import type { Message } from "@/components/tasks/messages";
import type { FileImport, ImportStatus } from "@/lib/contract/import-resource";

const ended: ReadonlySet<ImportStatus> = new Set(["done", "failed", "cancelled"]);

export function isEnded({ status }: Pick<FileImport, "status">): boolean {
  return ended.has(status);
}

/** The counts of an import that are worth showing, as lines such as "3 records created". */
export function countsOf({ created, updated, unchanged, failed }: Counts): string[] {
  return [
    created > 0 && `${counted(created, "record")} created`,
    updated > 0 && `${counted(updated, "record")} updated`,
    unchanged > 0 && `${counted(unchanged, "record")} unchanged`,
    failed > 0 && `${counted(failed, "row")} skipped because of errors`,
  ].filter((line) => line !== false);
}

type Counts = Pick<NonNullable<FileImport["result"]>, "created" | "updated" | "unchanged" | "failed">;

/** The message at the end of an import. */
export function outcomeOf({ filename, status, result, error }: FileImport): Message {
  if (status === "cancelled")
    return { title: `Import of ${filename} cancelled`, detail: "Nothing was stored." };
  if (status === "failed") {
    return { title: `${filename} was not imported`, isError: true, ...(error !== null && { detail: error }) };
  }
  const counts = result ? countsOf(result) : [];
  return { title: `${filename} was imported`, detail: counts.join(", ") || "Nothing has changed." };
}
