import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { useEdits } from "@/components/edits/use-edits";
import { whenViewsSaved } from "@/components/open-table/use-view";
import { counted } from "@/components/tasks/counted";
import type { Task } from "@/components/tasks/tasks";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { SelectField } from "@/components/ui/select-field";
import { fittingOrientation, type Orientation, orientations, printedColumns } from "./paper";
import { printPage } from "./print-page";
import { PrintedSheet } from "./printed-sheet";
import { type PrintedView, readSheet, type Sheet } from "./read-sheet";
import { usePicturesLoaded } from "./use-pictures-loaded";

interface PrintDialogProps {
  readonly printed: PrintedView;
  readonly databaseName: string | undefined;
  readonly onClose: () => void;
}

/** Reads the records of a view, or one record, shows the progress, and prints them. */
export function PrintDialog({ printed, databaseName, onClose }: PrintDialogProps) {
  const { table, view, record } = printed;
  const [orientation, setOrientation] = useState<Orientation>(() =>
    record ? "portrait" : fittingOrientation(printedColumns(table, view.config)),
  );
  const { reading, sheet, error, retry } = useSheet(printed);
  // React draws the pages in the background, so that the dialog stays live.
  const drawn = useDeferredValue(sheet && { sheet, orientation }, undefined);
  const sheetRef = useRef<HTMLElement>(null);
  const isDrawn = drawn !== undefined && drawn.sheet === sheet && drawn.orientation === orientation;
  const isReady = usePicturesLoaded(sheetRef, isDrawn);
  const printButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isReady) printButton.current?.focus();
  }, [isReady]);

  return (
    <>
      <Dialog open onClose={onClose} title={`Print “${record?.name ?? view.name}”`}>
        <div className="flex flex-col gap-3 p-4">
          <SelectField
            label="Page"
            value={orientation}
            choices={orientations.map((value) => ({ value, label: labels[value] }))}
            onChange={(value) => setOrientation(value as Orientation)}
          />
          {error ? (
            <Notice>{`The records couldn't be read. ${error.message}`}</Notice>
          ) : (
            <Progress reading={reading} sheet={sheet} isReady={isReady} />
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            {error ? (
              <Button look="primary" onClick={retry}>
                Try again
              </Button>
            ) : (
              <Button
                ref={printButton}
                look="primary"
                disabled={!isReady}
                onClick={() => printPage(`${table.name} - ${record?.name ?? view.name}`, onClose)}
              >
                Print
              </Button>
            )}
          </div>
        </div>
      </Dialog>
      {drawn && <PrintedSheet {...drawn} databaseName={databaseName} sheetRef={sheetRef} />}
    </>
  );
}

const labels: { readonly [Way in Orientation]: string } = { portrait: "Portrait", landscape: "Landscape" };

type Progressing = Omit<Task, "label">;

const nothingRead: Progressing = { done: 0, total: null, hindrance: null };

/** Reads the pages once. They do not change while the dialog is open. */
function useSheet(printed: PrintedView) {
  const queryClient = useQueryClient();
  const { store } = useEdits(printed.listing);
  const [reading, setReading] = useState(nothingRead);
  const id = useId();
  const { data, error, refetch } = useQuery<Sheet>({
    queryKey: ["print", id],
    queryFn: async ({ signal }) => {
      setReading(nothingRead);
      await whenViewsSaved();
      const report = (progress: Partial<Progressing>) => setReading((before) => ({ ...before, ...progress }));
      return readSheet(printed, { queryClient, edits: store.get, run: { signal, report } });
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  return { reading, sheet: data, error, retry: () => void refetch() };
}

interface ProgressProps {
  readonly reading: Progressing;
  readonly sheet: Sheet | undefined;
  readonly isReady: boolean;
}

function Progress({ reading: { done, total, hindrance }, sheet, isReady }: ProgressProps) {
  if (sheet && isReady) {
    const { printed, total: all } = sheet;
    return (
      <p role="status" className="text-muted">
        {printed < all
          ? `Only the first ${printed.toLocaleString("en")} of ${counted(all, "record")} are printed.`
          : `${counted(printed, "record")}.`}
      </p>
    );
  }
  return (
    <>
      <ProgressBar label="Reading records" value={total === null || sheet ? null : done} max={total ?? 1} />
      <p role="status" className={hindrance ? "text-danger" : "text-muted tabular-nums"}>
        {hindrance ??
          (sheet || total === null
            ? "Preparing…"
            : `${done.toLocaleString("en")} of ${counted(total, "record")}`)}
      </p>
    </>
  );
}
