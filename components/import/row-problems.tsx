import type { RowProblem } from "@/lib/contract/import-call";

interface RowProblemsProps {
  readonly problems: readonly RowProblem[];
  /** Number of rows with errors, of which the first are listed. */
  readonly failed: number;
}

/** The first errors with their rows. */
export function RowProblems({ problems, failed }: RowProblemsProps) {
  if (problems.length === 0) return null;
  const hasValues = problems.some(({ value }) => value !== "");
  const heads = ["Row", "Field", ...(hasValues ? ["Value"] : []), "Error"];
  const rows = new Set(problems.map(({ row }) => row)).size;
  return (
    <div className="flex flex-col gap-1">
      <section
        aria-label="Errors"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keys scroll it
        tabIndex={0}
        className="max-h-48 overflow-auto rounded-lg border border-border outline-none focus-visible:border-accent"
      >
        <table className="w-full text-dense">
          <thead>
            <tr>
              {heads.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="sticky top-0 bg-background px-2 py-1 text-start font-medium text-muted"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.map(({ row, field, value, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several problems, and the list never changes
              <tr key={index} className="border-border border-t align-top">
                <td className="px-2 py-1 tabular-nums">{row.toLocaleString("en")}</td>
                <td dir="auto" className="max-w-40 truncate px-2 py-1" title={field ?? undefined}>
                  {field}
                </td>
                {hasValues && (
                  <td dir="auto" className="max-w-40 truncate px-2 py-1 text-danger" title={value}>
                    {value}
                  </td>
                )}
                <td className="px-2 py-1">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {failed > rows && (
        <p className="text-muted text-xs">{`The first ${rows.toLocaleString("en")} of ${failed.toLocaleString("en")} rows with errors.`}</p>
      )}
    </div>
  );
}
