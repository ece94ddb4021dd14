import { useMay } from "@/components/rights/rights";
import { requestImport } from "@/components/tasks/import-requests";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { TablePlace } from "@/lib/contract/places";

/** Reports rows that could not be loaded. */
export function LoadNotice({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return null;
  return (
    <div className="flex items-center gap-3 p-2">
      <div className="flex-1">
        <Notice>The records could not be loaded. {error.message}</Notice>
      </div>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

/** Takes the place of rows if there are none; `isNarrowed` is true if a filter or search may hide some. */
export function EmptyNotice({
  place: { databaseId, tableId },
  isNarrowed,
  firstStep = "Click “New record” to add the first one, then type into its cells.",
}: {
  place: TablePlace;
  isNarrowed: boolean;
  firstStep?: string;
}) {
  const mayAdd = useMay("create-records");
  return (
    <div className="sticky start-0 w-fit max-w-full px-3 py-6 text-muted">
      <p className="font-medium text-text">{isNarrowed ? "No matching records" : "No records yet"}</p>
      <p>
        {isNarrowed ? "Change the view's filter or the search to see more records." : mayAdd && firstStep}
      </p>
      {mayAdd && !isNarrowed && (
        <Button
          className="mt-3"
          onClick={() => requestImport({ target: { is: "table", databaseId, tableId } })}
        >
          Import a file
        </Button>
      )}
    </div>
  );
}
