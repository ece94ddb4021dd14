import { FileUp } from "lucide-react";
import { useState } from "react";
import { problemOf } from "@/components/forms/delete-dialog";
import type { ImportTarget } from "@/components/tasks/import-requests";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { extensionsFor, formatsFor } from "./importable";
import type { Upload } from "./use-upload";

interface ChooseFileProps {
  readonly target: ImportTarget;
  readonly upload: Upload;
  readonly onCancel: () => void;
}

/** Receives a file by choosing, dropping or pasting it, and shows the progress of its upload. */
export function ChooseFile({ target, upload, onCancel }: ChooseFileProps) {
  const { file, error, isBusy } = upload;
  if (isBusy && file) return <Uploading upload={upload} file={file} onCancel={onCancel} />;
  return (
    <div className="flex flex-col gap-4 p-4">
      {error && <Notice>{problemOf(error, "The file")}</Notice>}
      <DropBox target={target} onFile={upload.start} />
      <div className="flex justify-end">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

function DropBox({ target, onFile }: { target: ImportTarget; onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  function take([file]: Iterable<File> & ArrayLike<File>): void {
    if (file) onFile(file);
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files)}
      className={`relative flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-12 text-center focus-within:outline-2 focus-within:outline-focus ${isOver ? "border-accent bg-accent-soft" : "border-border-strong hover:bg-hover"}`}
    >
      <FileUp aria-hidden className="mb-1 size-6 text-muted" strokeWidth={1.5} />
      <span className="font-medium text-sm">Choose a file</span>
      <span className="text-pretty text-muted">{`or drop or paste it here. ${formatsFor(target)}.`}</span>
      <input
        type="file"
        accept={extensionsFor(target).join(",")}
        aria-label="Choose a file"
        className="sr-only"
        onChange={(event) => {
          take(event.target.files ?? []);
          // Lets a person choose the same file again.
          event.target.value = "";
        }}
      />
    </label>
  );
}

interface UploadingProps {
  readonly upload: Upload;
  readonly file: File;
  readonly onCancel: () => void;
}

function Uploading({ upload: { progress, isFinal }, file, onCancel }: UploadingProps) {
  const percent = Math.floor(progress * 100);
  return (
    <div className="flex flex-col gap-3 p-4">
      <ProgressBar
        label={`Uploading ${file.name}`}
        value={progress > 0 && !isFinal ? percent : null}
        max={100}
      />
      <p className="text-muted tabular-nums">
        {progress < 1 && `${file.name} is being uploaded: ${percent} %`}
        {progress === 1 && (isFinal ? "The database is being created…" : `${file.name} is being read…`)}
      </p>
      <div className="flex justify-end">
        <Button onClick={onCancel} disabled={isFinal}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
