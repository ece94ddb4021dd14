import { counted } from "@/components/tasks/counted";
import { Notice } from "@/components/ui/notice";
import type { FileImport } from "@/lib/contract/import-resource";
import { RowProblems } from "./row-problems";
import type { Checking } from "./use-check";

/** The result of a check: what the import would do, and the rows that it would skip. */
export function CheckResult({ checking: { result, error, isBusy } }: { checking: Checking }) {
  if (error) return <Notice>{error.message}</Notice>;
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {isBusy && <p className="text-muted">Checking all rows. Nothing is stored…</p>}
      {result && (
        <>
          <p className="font-medium">{forecast(result)}</p>
          <RowProblems problems={result.errors} failed={result.failed} />
        </>
      )}
    </div>
  );
}

function forecast({ created, updated, unchanged, failed }: NonNullable<FileImport["result"]>): string {
  const parts = [
    created > 0 && `${counted(created, "record")} will be created`,
    updated > 0 && `${counted(updated, "record")} will be updated`,
    unchanged > 0 &&
      `${counted(unchanged, "record")} stay${unchanged === 1 ? "s" : ""} as ${unchanged === 1 ? "it is" : "they are"}`,
    failed > 0 && `${counted(failed, "row")} ${failed === 1 ? "has" : "have"} errors`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "Nothing would change." : `${parts.join(", ")}.`;
}
