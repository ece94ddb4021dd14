import { usePersonId } from "@/components/rights/rights";
import type { ImportTarget } from "@/components/tasks/import-requests";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { FileImport } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";
import { follow } from "./followed";
import type { TargetFields } from "./import-draft";
import { ImportEnd } from "./import-end";
import { ImportForm } from "./import-form";
import { RunningImport } from "./running-import";
import { useCheck } from "./use-check";
import { useFirstRows, useReading } from "./use-import";
import type { DraftState } from "./use-import-draft";
import { useRun } from "./use-run";

interface BegunImportProps {
  readonly target: ImportTarget;
  readonly place: ImportPlace;
  /** Undefined while it is loaded. */
  readonly data: FileImport | undefined;
  readonly error: Error | null;
  readonly fields: TargetFields | undefined;
  readonly state: DraftState | null;
  /** Closes the dialog, after a question if input would be lost. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** An uploaded file: the form, and then the progress and the end of the import. */
export function BegunImport(props: BegunImportProps) {
  const { target, place, data, error, fields, state, onLeave, onClose } = props;
  const personId = usePersonId();
  const checking = useCheck(place, state?.draft);
  const reading = useReading(place);
  const rows = useFirstRows(place, data);
  const run = useRun(place, state?.draft, () =>
    follow({ ...place, personId, filename: data?.filename ?? "", target }),
  );

  if (error && !data) return <Unreadable message={error.message} onClose={onLeave} />;
  if (data?.status === "running") return <RunningImport place={place} onClose={onClose} />;
  if (data?.status === "done")
    return <ImportEnd target={target} place={place} data={data} onClose={onLeave} />;
  if (data?.status === "failed" && !state) {
    return <Unreadable message={data.error ?? "The file could not be read."} onClose={onLeave} />;
  }
  if (!state || fields === undefined) return <Analysing onClose={onLeave} />;
  const problem = run.error ?? reading.error ?? rows.error ?? error;
  return (
    <ImportForm
      state={state}
      tableId={target.is === "table" ? target.tableId : null}
      fields={fields}
      rows={rows.data?.rows}
      isBusy={data?.status === "analysing" || reading.isPending || run.isPending}
      failed={data?.status === "failed" || data?.status === "cancelled" ? data : null}
      problem={problem?.message}
      checking={checking}
      onReading={reading.mutate}
      onRun={run.mutate}
      onCancel={onLeave}
    />
  );
}

function Analysing({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex flex-col gap-3 p-4">
      <ProgressBar label="Reading the file" value={null} max={1} />
      <p role="status" className="text-muted">
        Reading the file…
      </p>
      <div className="flex justify-end">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}

function Unreadable({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Notice>{message}</Notice>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
