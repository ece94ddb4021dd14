"use client";

import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { noFilter, type TrashFilter } from "./use-trash";

interface TrashFilterFormProps {
  filter: TrashFilter;
  onChange: (filter: TrashFilter) => void;
  /** The tables of the database; undefined for the trash of databases. */
  tables: readonly { id: string; name: string }[] | undefined;
}

/** Filters the trash by name, and that of a database also by table and kind. */
export function TrashFilterForm({ filter, onChange, tables }: TrashFilterFormProps) {
  return (
    <search aria-label="Search the trash" className="grid gap-2 sm:grid-cols-[2fr_1fr_1fr]">
      <TextField
        label="Search by name"
        hideLabel
        type="search"
        placeholder="Search by name"
        maxLength={200}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      {tables && <PlaceAndKind filter={filter} onChange={onChange} tables={tables} />}
    </search>
  );
}

function PlaceAndKind({ filter, onChange, tables = [] }: TrashFilterFormProps) {
  return (
    <>
      <SelectField
        label="Table"
        hideLabel
        value={filter.tableId || any}
        choices={[
          { value: any, label: "All tables" },
          ...tables.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(tableId) => onChange({ ...filter, tableId: tableId === any ? "" : tableId })}
      />
      <SelectField
        label="Kind"
        hideLabel
        value={filter.kind || any}
        choices={kinds}
        onChange={(kind) =>
          onChange({ ...filter, kind: kind === any ? noFilter.kind : (kind as TrashFilter["kind"]) })
        }
      />
    </>
  );
}

const any = "any";

const kinds = [
  { value: any, label: "All kinds" },
  { value: "record", label: "Records" },
  { value: "field", label: "Fields" },
  { value: "view", label: "Views" },
  { value: "table", label: "Tables" },
];
