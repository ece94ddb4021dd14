"use client";

import { useEffect, useRef } from "react";
import { problemsOf } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type ImportRun, useImportBase } from "./use-import-base";

interface ImportBaseDialogProps {
  /** Imported at once; left out to choose one. */
  readonly file: File | undefined;
  readonly onClose: () => void;
}

/** Imports an exported database and opens it. */
export function ImportBaseDialog({ file, onClose }: ImportBaseDialogProps) {
  const run = useImportBase(onClose);
  const { start, cancel, isBusy, isSent, error } = run;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (file) start(file);
  }, [file, start]);

  return (
    <Dialog open onClose={isBusy ? () => {} : onClose} title="Import a database">
      <div className="flex flex-col gap-4 p-4">
        {error && (
          <Notice>{`The database was not imported. ${problemsOf(error)[""] ?? error.message}`}</Notice>
        )}
        {isBusy ? (
          <Progress {...run} />
        ) : (
          <p className="text-pretty text-muted text-sm">
            Choose a zip file that “Export database” has made. It becomes a new database with all tables,
            views, records and files.
          </p>
        )}
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          hidden
          aria-label="Zip file"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) start(chosen);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
        <div className="flex justify-end gap-2">
          {/* The server finishes a file that it has received. */}
          <Button onClick={isBusy ? cancel : onClose} disabled={isBusy && isSent}>
            {isBusy ? "Stop" : "Cancel"}
          </Button>
          {!isBusy && (
            <Button look="primary" onClick={() => input.current?.click()}>
              Choose a file
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Progress({ file, progress, isSent }: Pick<ImportRun, "file" | "progress" | "isSent">) {
  return (
    <div className="flex flex-col gap-1">
      <p dir="auto" className="truncate text-sm">
        {file?.name}
      </p>
      <ProgressBar label="Importing the database" value={isSent ? null : progress} max={1} />
      <p role="status" className="text-muted tabular-nums">
        {isSent ? "Creating the database…" : `${Math.floor(100 * progress)}% uploaded`}
      </p>
    </div>
  );
}
