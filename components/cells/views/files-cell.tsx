import type { Attachment } from "@/lib/contract/attachments";
import type { CellProps } from "./cell-props";
import { FilePicture, isPicture } from "./file-picture";
import { countFitting } from "./fitting";
import { OpenLink } from "./open-link";
import { PillRow } from "./pill-row";
import { useRowLines } from "./row-lines";
import { viewPictures } from "./shown-pictures";

/**
 * Thumbnails as high as the row allows, and the names of other files. A click selects the cell; the icons open the
 * files.
 */
export function FilesCell({ column: { width }, value }: CellProps) {
  const files = value as readonly Attachment[];
  const lines = useRowLines();
  const size = sizeIn(lines);
  const texts = files.map((file) => textOf(file, lines));
  return (
    <PillRow count={files.length}>
      {files.slice(0, countFitting(texts, { width, lines: 1 })).map((file) => (
        <span key={file.url} className="relative flex min-w-0 items-center gap-1">
          <FilePicture file={file} size={size} />
          {!isPicture(file) && (
            <span dir="auto" className="min-w-0 truncate">
              {file.originalName}
            </span>
          )}
          <span className={isPicture(file) && lines > 1 ? "absolute end-1 top-1 rounded bg-raised" : ""}>
            <OpenLink
              href={file.url}
              label={file.originalName}
              onOpen={isPicture(file) ? () => viewPictures(files, file) : undefined}
            />
          </span>
        </span>
      ))}
    </PillRow>
  );
}

/** The size of a thumbnail in pixels: the height of all text lines in the row. */
function sizeIn(lines: number): number {
  return lines === 1 ? 24 : lines * 24 - 4;
}

/** A text as wide as the file is drawn: icon and name, or the thumbnail with its open button. */
function textOf(file: Attachment, lines: number): string {
  if (!isPicture(file)) return `     ${file.originalName}`;
  return " ".repeat(lines === 1 ? 5 : Math.ceil((sizeIn(lines) - 16) / 7));
}
