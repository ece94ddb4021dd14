import { type FormEvent, useRef, useState } from "react";
import type { Problems } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { useMay } from "@/components/rights/rights";
import { SelectField } from "@/components/ui/select-field";
import type { FileImport, ImportReading, ImportRun, PreviewRows } from "@/lib/contract/import-resource";
import { Columns } from "./columns";
import { FormEnd } from "./form-end";
import { primaryProblem, problemsInImport, type TargetFields, toRun } from "./import-draft";
import { Notes } from "./notes";
import { maxPreviewColumns, PreviewTable } from "./preview-table";
import { ReadingSettings } from "./reading-settings";
import { RowSettings } from "./row-settings";
import { TableNames } from "./table-names";
import type { Checking } from "./use-check";
import { type DraftState, type Preview, usePreview } from "./use-import-draft";

interface ImportFormProps {
  readonly state: DraftState;
  /** The existing table and its fields; null for a new table. */
  readonly tableId: string | null;
  readonly fields: TargetFields;
  readonly rows: PreviewRows["rows"] | undefined;
  /** True while the server reads the file again, or starts the import. */
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  /** The import, if it was tried and nothing was stored. */
  readonly failed: FileImport | null;
  readonly checking: Checking;
  readonly onReading: (reading: ImportReading) => void;
  readonly onRun: (run: ImportRun) => void;
  readonly onCancel: () => void;
}

/** The form before an import: how the file is read, which fields take its columns, and how rows become records. */
export function ImportForm(props: ImportFormProps) {
  const { state, tableId, fields, rows, isBusy, problem, failed, checking } = props;
  const { onReading, onRun, onCancel } = props;
  const { found, draft } = state;
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFirstProblem(form, attempts);
  const preview = usePreview(state, rows, fields);
  const problems = attempts > 0 ? problemsInImport(draft, fields) : fields ? {} : primaryProblem(draft);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (isEmpty(problemsInImport(draft, fields))) onRun(toRun(draft, tableId));
  }
  function check() {
    setAttempts(attempts + 1);
    if (isEmpty(problemsInImport(draft, fields))) checking.check(toRun(draft, tableId));
  }

  const count = found.rows ?? 0;
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <div
        aria-busy={isBusy}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 lg:flex-row lg:gap-5 lg:overflow-hidden"
      >
        <div className="flex min-w-0 flex-col gap-4 lg:-m-1 lg:w-[27rem] lg:shrink-0 lg:overflow-y-auto lg:p-1">
          <ReadingSettings found={found} onChange={onReading} />
          <Notes notes={found.notes} />
          {fields ? (
            <Rows {...props} fields={fields} problem={problems.matchOn} />
          ) : (
            <TableNames state={state} problems={problems} />
          )}
          <SelectField
            label="If a row has errors"
            value={draft.onError}
            choices={errorChoices}
            onChange={(next) => state.setDraft({ ...draft, onError: next as ImportRun["onError"] })}
          />
          <Columns state={state} fields={fields} preview={preview} problems={problems} />
        </div>
        <div className="flex min-h-40 min-w-0 flex-1 flex-col gap-2">
          <h3 className="font-medium text-dense text-muted">{previewTitle(preview, count)}</h3>
          {rows ? (
            preview.columns.length > 0 && <PreviewTable rows={rows} columns={preview.columns} />
          ) : (
            <p className="text-muted">Loading the first rows…</p>
          )}
        </div>
      </div>
      <FormEnd
        problem={problem ?? problems[""]}
        failed={failed}
        checking={checking}
        rows={count}
        isBusy={isBusy}
        onCheck={check}
        onCancel={onCancel}
      />
    </form>
  );
}

const errorChoices = [
  { value: "stop", label: "Import nothing" },
  { value: "skip", label: "Skip the row, import the others" },
];

function isEmpty(problems: Problems): boolean {
  return Object.keys(problems).length === 0;
}

function previewTitle({ columns }: Preview, rows: number): string {
  const first = rows === 0 ? "The file has no rows" : `First rows of ${rows.toLocaleString("en")}`;
  return columns.length > maxPreviewColumns ? `${first}, first ${maxPreviewColumns} columns` : first;
}

type RowsProps = Pick<ImportFormProps, "state" | "problem"> & { readonly fields: NonNullable<TargetFields> };

function Rows({ state, fields, problem }: RowsProps) {
  const mayAddOptions = useMay("change-structure");
  return (
    <RowSettings
      draft={state.draft}
      fields={fields}
      mayAddOptions={mayAddOptions}
      problem={problem}
      onChange={state.setDraft}
    />
  );
}
