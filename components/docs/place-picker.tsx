"use client";

import { SelectField } from "@/components/ui/select-field";
import type { PickableBase, Picked } from "./place";

interface PlacePickerProps {
  bases: readonly PickableBase[];
  picked: Picked;
  onPick: (asked: { databaseId?: string; tableId?: string }) => void;
}

/** Picks the database and table used in samples and calls. */
export function PlacePicker({ bases, picked: { base, table }, onPick }: PlacePickerProps) {
  if (!base) return <p className="text-muted">Create a database first to see samples for it.</p>;
  return (
    <div className="grid grid-cols-2 gap-2 sm:max-w-md">
      <SelectField
        label="Database"
        value={base.id}
        choices={bases.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(databaseId) => onPick({ databaseId })}
      />
      {table && (
        <SelectField
          label="Table"
          value={table.id}
          choices={base.tables.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(tableId) => onPick({ databaseId: base.id, tableId })}
        />
      )}
    </div>
  );
}
