import { X } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { ProgressBar } from "@/components/ui/progress-bar";
import { FilePicture } from "../views/file-picture";
import type { EditorProps } from "./editor";
import { useEditorFrame, useInputAttributes } from "./editor-frame";
import { fileSize } from "./file-size";
import { filesIn, type HeldFile } from "./files-draft";
import { keepFocus } from "./keep-focus";
import { boxLook } from "./look";
import { useBox } from "./use-box";
import { useFocusAtEnd } from "./use-focus-at-end";
import { type Uploads, useUploads } from "./use-uploads";

/** The files of a cell. They are added by dropping, pasting or choosing, and removed by buttons. */
export function FilesBox({ column: { field }, recordId, draft, actions }: EditorProps) {
  // Must run before the focus moves: nothing in a hidden popover can be focused.
  const boxRef = useBox<HTMLDivElement>("below");
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const frame = useEditorFrame();
  const attributes = useInputAttributes(field.name);
  const files = filesIn(draft);
  // Two uploads may finish before the next render.
  const latest = useRef(files);
  useLayoutEffect(() => {
    latest.current = files;
  });
  const isCancelled = useRef(false);
  const uploads = useUploads({ recordId, fieldId: field.id }, { onDone: take, isCancelled });
  const [isOver, setIsOver] = useState(false);

  function take(file: HeldFile): boolean {
    // The editor stays mounted until the next render after the edit has ended.
    const isOpen = actions.isOpenOn({ recordId, fieldId: field.id });
    if (isOpen) change([...latest.current, file]);
    return isOpen;
  }

  function change(next: readonly HeldFile[]): void {
    latest.current = next;
    actions.type(JSON.stringify(next));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && !frame) isCancelled.current = true;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") focusNext(event, boxRef.current);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: file drops have no keyboard equivalent; the input below also accepts files
    <div
      ref={boxRef}
      popover={frame ? undefined : "manual"}
      className={frame ? "text-sm" : `${boxLook} w-80 max-w-[calc(100vw-1rem)] p-2`}
      onKeyDown={onKeyDown}
      onMouseDown={keepFocus}
      onPaste={(event) => uploads.start(event.clipboardData.files)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        uploads.start(event.dataTransfer.files);
      }}
    >
      <FileList
        files={files}
        onRemove={(file) => {
          // The focused button is removed with its file.
          inputRef.current?.focus();
          change(files.filter((each) => each !== file));
        }}
      />
      <UploadList uploads={uploads} onDismiss={() => inputRef.current?.focus()} />
      <label
        className={`relative flex cursor-pointer flex-col items-center rounded-md border border-dashed px-3 py-3 text-center focus-within:outline-2 focus-within:outline-focus ${isOver ? "border-accent bg-accent-soft" : "border-border-strong hover:bg-hover"}`}
      >
        <span className="font-medium">Choose files</span>
        <span className="text-muted text-xs">or drop or paste them here</span>
        <input
          {...attributes}
          ref={inputRef}
          type="file"
          multiple
          data-stop
          className="sr-only"
          onChange={(event) => {
            uploads.start([...(event.target.files ?? [])]);
            // Lets a person choose the same file again.
            event.target.value = "";
          }}
        />
      </label>
    </div>
  );
}

interface FileListProps {
  readonly files: readonly HeldFile[];
  readonly onRemove: (file: HeldFile) => void;
}

function FileList({ files, onRemove }: FileListProps) {
  return (
    <ul aria-label="Files" className="max-h-56 overflow-y-auto empty:hidden">
      {files.map((file) => (
        <li key={file.url ?? file.id} className="flex items-center gap-2 pb-2">
          <span className="flex size-8 shrink-0 items-center justify-center">
            <FilePicture file={file} size={32} />
          </span>
          <span className="flex min-w-0 flex-1 flex-col leading-4">
            <FileName file={file} />
            <span className="text-muted text-xs">{fileSize(file.size)}</span>
          </span>
          <RemoveButton label={`Remove ${file.originalName}`} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  );
}

function FileName({ file: { url, originalName } }: { file: HeldFile }) {
  if (url === undefined) {
    return (
      <span dir="auto" className="truncate">
        {originalName}
      </span>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      data-stop
      dir="auto"
      className="truncate hover:underline"
      onKeyDown={keepActivation}
    >
      {originalName}
    </a>
  );
}

function UploadList({ uploads, onDismiss }: { uploads: Uploads; onDismiss: () => void }) {
  return (
    <ul aria-label="Uploads" className="empty:hidden">
      {uploads.all.map((upload) => (
        <li key={upload.id} className="flex items-center gap-2 pb-2">
          <span className="flex min-w-0 flex-1 flex-col gap-1 leading-4">
            <span dir="auto" className="truncate">
              {upload.name}
            </span>
            {upload.problem === undefined ? (
              <ProgressBar label={`Uploading ${upload.name}`} value={null} max={1} />
            ) : (
              <span role="alert" className="break-words text-danger text-xs">
                {upload.problem}
              </span>
            )}
          </span>
          {upload.problem !== undefined && (
            <RemoveButton
              label={`Dismiss ${upload.name}`}
              onClick={() => {
                onDismiss();
                uploads.dismiss(upload);
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  const isInCell = useEditorFrame() === null;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      tabIndex={isInCell ? -1 : undefined}
      data-stop
      className="flex size-7 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
      onClick={onClick}
      onKeyDown={keepActivation}
    >
      <X aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  );
}

/** Lets Enter and Space activate the focused element instead of ending the edit. */
function keepActivation(event: KeyboardEvent): void {
  if (event.key === "Enter" || event.key === " ") event.stopPropagation();
}

/** Moves the focus up or down in the popup, wrapping at the ends. */
function focusNext(event: KeyboardEvent, box: HTMLElement | null): void {
  event.preventDefault();
  const stops = [...(box?.querySelectorAll<HTMLElement>("[data-stop]") ?? [])];
  const from = stops.indexOf(document.activeElement as HTMLElement);
  const by = event.key === "ArrowDown" ? 1 : -1;
  stops[(from + by + stops.length) % stops.length]?.focus();
}
