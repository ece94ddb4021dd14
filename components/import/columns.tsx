import type { Problems } from "@/components/forms/problems";
import { useMay } from "@/components/rights/rights";
import { counted } from "@/components/tasks/counted";
import { limits } from "@/lib/contract/limits";
import { ColumnRow } from "./column-row";
import { FieldChoiceRow } from "./field-choice-row";
import { keptColumns, type TargetFields } from "./import-draft";
import type { DraftState, Preview } from "./use-import-draft";

interface ColumnsProps {
  readonly state: DraftState;
  readonly fields: TargetFields;
  readonly preview: Preview;
  readonly problems: Problems;
}

/** The columns with their fields. */
export function Columns({ state: { found, draft, setColumn }, fields, preview, problems }: ColumnsProps) {
  const mayAddFields = useMay("change-structure");
  const primary = keptColumns(draft)[0]?.index;
  const shown = found.columns.filter(
    ({ index }) => index < limits.fieldsPerTable || !draft.columns[index]?.isSkipped,
  );
  const byColumn = problemsByColumn(problems);
  const others = found.columns.length - shown.length;
  return (
    <section aria-label="Columns" className="flex flex-col gap-2">
      <h3 className="font-medium text-dense text-muted">
        {fields ? "Columns of the file and their fields" : "Columns"}
      </h3>
      <ol className="flex flex-col">
        {shown.map((column) => {
          const of = draft.columns[column.index];
          const misfits = preview.misfits.get(column.index);
          const own = byColumn.get(column.index) ?? none;
          const shared = { found: column, misfits, problems: own, onChange: setColumn };
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
      {others > 0 && (
        <p className="text-muted">
          {`${counted(others, "more column")} cannot be imported. A table has at most ${limits.fieldsPerTable} fields.`}
        </p>
      )}
    </section>
  );
}

/** The same object for all columns without problems, because rows are memoized. */
const none: Problems = {};

function problemsByColumn(problems: Problems): ReadonlyMap<number, Problems> {
  const byColumn = new Map<number, Problems>();
  for (const [path, problem] of Object.entries(problems)) {
    const index = Number(/^columns\[(\d+)\]/.exec(path)?.[1] ?? -1);
    byColumn.set(index, { ...byColumn.get(index), [path]: problem });
  }
  return byColumn;
}
