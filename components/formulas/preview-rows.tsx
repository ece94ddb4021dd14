import { errorWords } from "./error-words";
import type { PreviewRow, usePreview } from "./use-preview";

interface PreviewRowsProps {
  loaded: ReturnType<typeof usePreview>;
  /** False while the results are those of an earlier text. */
  isCurrent: boolean;
}

/** The results of a formula for the first records. */
export function PreviewRows({ loaded, isCurrent }: PreviewRowsProps) {
  const rows = loaded && "rows" in loaded.preview ? loaded.preview.rows : [];
  if (rows.length === 0) return null;
  return (
    <div className={`rounded-md border border-border ${isCurrent ? "" : "text-muted"}`}>
      <table className="w-full table-fixed border-collapse text-dense">
        <caption className="sr-only">Results of the first records</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.recordId} className="border-border border-b last:border-b-0">
              <th
                scope="row"
                dir="auto"
                className="w-2/5 truncate px-2.5 py-1 text-start font-normal text-muted"
              >
                {row.name}
              </th>
              <Result {...row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Result({ shown, error }: PreviewRow) {
  const words = error && errorWords[error];
  return (
    <td dir="auto" title={words?.reason} className="truncate px-2.5 py-1 tabular-nums">
      {words ? <span className="text-danger">{words.shown}</span> : shown}
    </td>
  );
}
