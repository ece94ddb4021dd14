import type { DraftPartProps } from "./draft-part";
import { fieldsOf, type ReportedTable } from "./reported";
import { SomeOrAll } from "./some-or-all";

interface TableChoiceProps extends DraftPartProps {
  readonly tables: readonly ReportedTable[];
}

/** Chooses the tables to report. Fields of tables that are not chosen are deselected. */
export function TableChoice({ draft, edit, error, tables }: TableChoiceProps) {
  return (
    <SomeOrAll
      label="Tables"
      what="table"
      words={{ all: "All tables, including later ones", some: "Selected tables", chosen: "Selected tables" }}
      items={tables}
      value={draft.tables}
      onChange={(chosen) => {
        const fields = fieldsOf(tables.filter(({ id }) => chosen.items.includes(id)));
        const items = draft.fields.items.filter((id) => fields.some((field) => field.id === id));
        edit({ tables: chosen, fields: { ...draft.fields, items } });
      }}
      error={error}
    />
  );
}
