import { type FormEvent, useRef, useState } from "react";
import type { Problems } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { useMay } from "@/components/rights/rights";
import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { FileImport, ImportReading, ImportRun, PreviewRows } from "@/lib/contract/import-resource";
import { CheckResult } from "./check-result";
import { ColumnRow } from "./column-row";
import { FieldChoiceRow } from "./field-choice-row";
import { keptColumns, primaryProblem, problemsInImport, type TargetFields, toRun } from "./import-draft";
import { Notes } from "./notes";
import { maxPreviewColumns, PreviewTable } from "./preview-table";
import { ReadingSettings } from "./reading-settings";
import { RowProblems } from "./row-problems";
import { RowSettings } from "./row-settings";
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

/** Everything that a person decides before an import: how the file is read, where columns go, and what rows become. */
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
          <Names state={state} problems={problems} isNewTable={fields === null} />
          {fields && <Rows {...props} fields={fields} problem={problems.matchOn} />}
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
      <div className="flex flex-col gap-2 border-border border-t px-4 py-3">
        {(problem ?? problems[""]) !== undefined && <Notice>{problem ?? problems[""]}</Notice>}
        {failed && <Failure failed={failed} />}
        <CheckResult checking={checking} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button onClick={checking.isBusy ? checking.stop : check} disabled={isBusy}>
            {checking.isBusy ? "Stop checking" : "Check rows"}
          </Button>
          <Button look="primary" type="submit" disabled={isBusy || checking.isBusy}>
            {isBusy ? "Reading…" : `Import ${counted(count, "row")}`}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The reason why nothing was imported. */
function Failure({ failed: { status, error, result } }: { failed: FileImport }) {
  const errors = result?.errors ?? [];
  if (status === "cancelled") return <p role="status">The import was cancelled. Nothing was stored.</p>;
  return (
    <>
      <Notice>
        {errors.length === 0
          ? error
          : "Nothing was imported, because rows have errors. Skip them, or correct the file."}
      </Notice>
      <RowProblems problems={errors} failed={0} />
    </>
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

interface NamesProps {
  readonly state: DraftState;
  readonly problems: Problems;
  readonly isNewTable: boolean;
}

/** The names of a new database and table. */
function Names({ state: { draft, setDraft }, problems, isNewTable }: NamesProps) {
  if (!isNewTable) return null;
  const { databaseName, tableName } = draft;
  return (
    <div className="flex gap-3">
      {databaseName !== null && (
        <TextField
          label="Database name"
          value={databaseName}
          onChange={(next) => setDraft({ ...draft, databaseName: next })}
          error={problems.databaseName}
          className="flex-1"
        />
      )}
      <TextField
        label="Table name"
        value={tableName}
        onChange={(next) => setDraft({ ...draft, tableName: next })}
        error={problems.name}
        className="flex-1"
      />
    </div>
  );
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

interface ColumnsProps {
  readonly state: DraftState;
  readonly fields: TargetFields;
  readonly preview: Preview;
  readonly problems: Problems;
}

/** The columns with their fields. */
function Columns({ state: { found, draft, setColumn }, fields, preview, problems }: ColumnsProps) {
  const mayAddFields = useMay("change-structure");
  const primary = keptColumns(draft)[0]?.index;
  return (
    <section aria-label="Columns" className="flex flex-col gap-2">
      <h3 className="font-medium text-dense text-muted">
        {fields ? "Columns of the file and their fields" : "Columns"}
      </h3>
      <ol className="flex flex-col">
        {found.columns.map((column) => {
          const of = draft.columns[column.index];
          const misfits = preview.misfits.get(column.index);
          const shared = { found: column, misfits, problems, onChange: setColumn };
          if (!of) return null;
          return fields ? (
            <FieldChoiceRow
              key={column.index}
              {...shared}
              draft={of}
              fields={fields}
              mayAddFields={mayAddFields}
            />
          ) : (
            <ColumnRow key={column.index} {...shared} draft={of} isPrimary={column.index === primary} />
          );
        })}
      </ol>
    </section>
  );
}
