import type { Problems } from "@/components/forms/problems";
import { TextField } from "@/components/ui/text-field";
import type { DraftState } from "./use-import-draft";

interface TableNamesProps {
  readonly state: DraftState;
  readonly problems: Problems;
}

/** The names of a new database and table. */
export function TableNames({ state: { draft, setDraft }, problems }: TableNamesProps) {
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
