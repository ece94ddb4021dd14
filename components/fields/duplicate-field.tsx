"use client";

import { DuplicateDialog } from "@/components/forms/duplicate-dialog";
import { copyName } from "@/components/forms/free-name";
import { problemsIn } from "@/components/forms/problems";
import { useOpenTable } from "@/components/open-table/open-table";
import { useMay } from "@/components/rights/rights";
import { type Field, fieldCreate } from "@/lib/contract/fields";
import { fieldTypeOf } from "@/lib/field-types";
import { columnHeaderOf } from "./field-anchors";
import { copyOf } from "./field-copy";
import { useDuplicateField } from "./use-duplicate-field";

/** Duplicates a field, optionally with its values. */
export function DuplicateField({ field, onClose }: { field: Field; onClose: () => void }) {
  const { table } = useOpenTable();
  const mayWrite = useMay("edit-records");
  const names = table.fields.map((each) => each.name);
  const { start, ...copying } = useDuplicateField(field, onClose);
  return (
    <DuplicateDialog
      kind="field"
      anchor={columnHeaderOf(field.id)}
      original={field.name}
      suggested={copyName(field.name, names)}
      contents={fieldTypeOf(field).isComputed || !mayWrite ? null : "values"}
      copying={copying}
      check={(name) => problemsIn(fieldCreate, copyOf(field, name))}
      onStart={(name, withValues) => start({ name, withValues })}
      onClose={onClose}
    />
  );
}
