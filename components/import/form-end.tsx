import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { FileImport } from "@/lib/contract/import-resource";
import { CheckResult } from "./check-result";
import { RowProblems } from "./row-problems";
import type { Checking } from "./use-check";

interface FormEndProps {
  readonly problem: string | undefined;
  /** The import, if it was tried and nothing was stored. */
  readonly failed: FileImport | null;
  readonly checking: Checking;
  /** Number of rows in the file. */
  readonly rows: number;
  readonly isBusy: boolean;
  readonly onCheck: () => void;
  readonly onCancel: () => void;
}

/** The end of the form: errors so far, the result of a check, and the buttons. */
export function FormEnd({ problem, failed, checking, rows, isBusy, onCheck, onCancel }: FormEndProps) {
  return (
    <div className="flex flex-col gap-2 border-border border-t px-4 py-3">
      {problem !== undefined && <Notice>{problem}</Notice>}
      {failed && <Failure failed={failed} />}
      <CheckResult checking={checking} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={checking.isBusy ? checking.stop : onCheck} disabled={isBusy}>
          {checking.isBusy ? "Stop checking" : "Check rows"}
        </Button>
        <Button look="primary" type="submit" disabled={isBusy || checking.isBusy}>
          {isBusy ? "Working…" : `Import ${counted(rows, "row")}`}
        </Button>
      </div>
    </div>
  );
}

/** The reason why nothing was imported. */
function Failure({ failed: { status, error, result } }: { failed: FileImport }) {
  const errors = result?.errors ?? [];
  if (status === "cancelled") return <p role="status">The import was cancelled. Nothing was stored.</p>;
  return (
    <>
      <Notice>
        {errors.length === 0
          ? error
          : "Nothing was imported, because rows have errors. Skip them, or correct the file."}
      </Notice>
      <RowProblems problems={errors} failed={0} />
    </>
  );
}
