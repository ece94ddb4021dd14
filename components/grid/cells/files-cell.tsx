import type { Attachment } from "@/lib/contract/attachments";
import type { CellProps } from "./cell";
import { FilePicture, isPicture } from "./file-picture";
import { countFitting } from "./fitting";
import { OpenLink } from "./open-link";
import { PillRow } from "./pill-row";

/** Pictures as such, other files by their names. A click selects the cell; the icons open the files. */
export function FilesCell({ column: { width }, value }: CellProps) {
  const files = value as readonly Attachment[];
  return (
    <PillRow count={files.length}>
      {files.slice(0, countFitting(files.map(textOf), width)).map((file) => (
        <span key={file.url} className="flex min-w-0 items-center gap-1">
          <FilePicture file={file} className="size-6" />
          {!isPicture(file) && (
            <span dir="auto" className="min-w-0 truncate">
              {file.originalName}
            </span>
          )}
          <OpenLink href={file.url} label={file.originalName} />
        </span>
      ))}
    </PillRow>
  );
}

/** As much as the file takes beside what is around it: its icon, or itself, and what opens it. */
function textOf(file: Attachment): string {
  return isPicture(file) ? "     " : `     ${file.originalName}`;
}
