import type { DraftPartProps } from "./draft-part";
import { fieldsOf, type ReportedTable } from "./reported";
import { SomeOrAll } from "./some-or-all";
import { mayChooseFields } from "./webhook-draft";

interface FieldChoiceProps extends DraftPartProps {
  readonly tables: readonly ReportedTable[];
}

/** Chooses the fields whose changes count as updates, once tables are chosen. */
export function FieldChoice({ draft, edit, error, tables }: FieldChoiceProps) {
  if (!mayChooseFields(draft)) return null;
  return (
    <SomeOrAll
      label="Updates"
      what="field"
      words={{
        all: "All updates of records",
        some: "Only when these fields change",
        chosen: "Selected fields",
      }}
      items={fieldsOf(tables.filter(({ id }) => draft.tables.items.includes(id)))}
      value={draft.fields}
      onChange={(fields) => edit({ fields })}
      error={error}
    />
  );
}
