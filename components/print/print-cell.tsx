import { errorOf } from "@/components/cells/computed-notes";
import { linkedTable, type NamesByTable } from "@/components/cells/linked-names";
import type { SourcedColumn } from "@/components/cells/lookup-source";
import { CellValue } from "@/components/cells/views";
import { FilePicture, isPicture } from "@/components/cells/views/file-picture";
import { errorWords } from "@/components/formulas/error-words";
import { isBlank } from "@/components/listing/is-blank";
import { unnamed } from "@/components/listing/record-names";
import { type Attachment, thumbnailUrl } from "@/lib/contract/attachments";
import type { Record } from "@/lib/contract/records";
import type { Look } from "@/lib/field-types";

interface PrintCellProps extends SourcedColumn {
  readonly value: unknown;
  readonly names: NamesByTable;
}

interface PrintedValueProps extends SourcedColumn {
  readonly record: Record;
  readonly names: NamesByTable;
}

/** The value of a record, or the error that a computed field has in its place. */
export function PrintedValue({ record, ...cell }: PrintedValueProps) {
  const { id } = cell.column.field;
  const error = errorOf(record, id);
  if (error) return <span className="text-danger">{errorWords[error].shown}</span>;
  return <PrintCell value={record.data[id]} {...cell} />;
}

/** A value with all of its text, as its field displays it. */
export function PrintCell({ column, source, value, names }: PrintCellProps) {
  if (isBlank(value)) return null;
  const isLookedUp = source !== column && !Array.isArray(source.fieldType.empty);
  if (isLookedUp) {
    const { fieldType, field } = source;
    return (value as readonly unknown[]).map((each) => fieldType.display(each, field.template)).join(", ");
  }
  const { cell } = source.fieldType.look;
  if (cell === "files") return <PrintedFiles files={value as readonly Attachment[]} />;
  if (cell === "records") {
    const known = names.get(linkedTable(source.field));
    return (value as readonly string[]).map((id) => known?.get(id) || unnamed).join(", ");
  }
  if (cell === "progress") {
    return (
      <span className="flex items-center">
        <CellValue column={source} value={value} />
      </span>
    );
  }
  if (cell !== undefined && drawn.has(cell)) return <CellValue column={source} value={value} />;
  return source.fieldType.display(value, source.field.template);
}

/** The kinds of cells that are more than text. */
const drawn: ReadonlySet<NonNullable<Look["cell"]>> = new Set([
  "option",
  "options",
  "checkbox",
  "rating",
  "people",
]);

/** Thumbnails and names of files. Unlike on the page, hidden pictures are loaded, too. */
function PrintedFiles({ files }: { files: readonly Attachment[] }) {
  return (
    <span className="flex flex-col gap-1">
      {files.map((file) => (
        <span key={file.url} className="flex min-w-0 items-center gap-1.5">
          {isPicture(file) ? (
            // biome-ignore lint/performance/noImgElement: the server makes it small
            <img
              src={thumbnailUrl(file.url, "small")}
              alt=""
              className="size-10 shrink-0 rounded border border-border object-cover"
            />
          ) : (
            <FilePicture file={file} size={16} />
          )}
          <span dir="auto" className="min-w-0">
            {file.originalName}
          </span>
        </span>
      ))}
    </span>
  );
}
