import { CircleCheck, Download, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { tablePath } from "@/components/open-table/known-tables";
import { useBaseUndo } from "@/components/open-table/undo/use-base-undo";
import { useMay } from "@/components/rights/rights";
import type { ImportTarget } from "@/components/tasks/import-requests";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { buttonLook } from "@/components/ui/button-look";
import { addressOf, api } from "@/lib/client/api";
import type { FileImport } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";
import { countsOf } from "./outcome";
import { RowProblems } from "./row-problems";

interface ImportEndProps {
  readonly target: ImportTarget;
  readonly place: ImportPlace;
  readonly data: FileImport;
  readonly onClose: () => void;
}

/** The summary of an import that is done. */
export function ImportEnd({ target, place, data, onClose }: ImportEndProps) {
  const router = useRouter();
  const undo = useUndoImport(target, place);
  const { result } = data;
  if (!result) return null;
  const { tableId, changeSetId, errors, failed } = result;
  const counts = countsOf(result);
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
      <div role="status" className="flex items-start gap-3">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-accent" strokeWidth={1.75} />
        <div>
          <p className="font-medium text-sm">{`${data.filename} was imported`}</p>
          <ul className="text-muted tabular-nums">
            {counts.length === 0 ? (
              <li>Nothing has changed.</li>
            ) : (
              counts.map((line) => <li key={line}>{line}</li>)
            )}
          </ul>
        </div>
      </div>
      <RowProblems problems={errors} failed={failed} />
      <div className="flex flex-wrap justify-end gap-2">
        {failed > 0 && (
          <a href={rejectedAddress(place)} download className={`${buttonLook("plain")} sm:me-auto`}>
            <Download aria-hidden className="size-4" />
            Download skipped rows
          </a>
        )}
        {undo && changeSetId !== null && (
          <Button
            onClick={() => {
              onClose();
              undo(tableId, changeSetId);
            }}
          >
            <Undo2 aria-hidden className="size-4" />
            Undo
          </Button>
        )}
        {target.is === "table" ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Done</Button>
            <Button
              look="primary"
              onClick={() => {
                onClose();
                router.push(tablePath(place.databaseId, { id: tableId }));
              }}
            >
              Open table
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Returns a function that reverts the import; undefined for people who may not undo. */
function useUndoImport(target: ImportTarget, { databaseId }: ImportPlace) {
  const router = useRouter();
  const mayUndo = useMay("undo");
  const restore = useBaseUndo(databaseId);
  if (!mayUndo) return undefined;
  if (target.is !== "new-database") {
    return (tableId: string, changeSetId: string) => void restore("undo", { tableId, changeSetId });
  }
  return async () => {
    try {
      await api("DELETE /bases/{databaseId}", { params: { databaseId } });
      notify({ title: "Undid: import into a new database", detail: "The database is in the trash." });
    } catch (error) {
      notify({
        title: "Not undone",
        detail: error instanceof Error ? error.message : String(error),
        isError: true,
      });
    }
    router.refresh();
  };
}

function rejectedAddress(place: ImportPlace): string {
  const path = "/bases/{databaseId}/imports/{importId}/rejected";
  return `/api/v1${addressOf(path, { params: { ...place } })}`;
}
