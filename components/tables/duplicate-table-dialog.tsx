"use client";

import * as z from "zod";
import { DuplicateDialog } from "@/components/forms/duplicate-dialog";
import { copyName } from "@/components/forms/free-name";
import { problemsIn } from "@/components/forms/problems";
import { useMay } from "@/components/rights/rights";
import type { Anchor } from "@/components/ui/anchor";
import { name as nameShape } from "@/lib/contract/names";
import type { TablePlace } from "@/lib/contract/places";
import { useDuplicateTable } from "./use-duplicate-table";

interface DuplicateTableProps {
  place: TablePlace & { readonly name: string };
  /** The names of the database's tables. */
  taken: readonly string[];
  /** Called once the copy exists. */
  onMade: () => Promise<void>;
  onClose: () => void;
  anchor: Anchor;
}

/** Duplicates a table, optionally with its records. */
export function DuplicateTable({ place, taken, onMade, onClose, anchor }: DuplicateTableProps) {
  const mayWrite = useMay("edit-records");
  const { start, ...copying } = useDuplicateTable(place, { onMade, onDone: onClose });
  return (
    <DuplicateDialog
      kind="table"
      anchor={anchor}
      original={place.name}
      suggested={copyName(place.name, taken)}
      contents={mayWrite ? "records" : null}
      copying={copying}
      check={(name) => problemsIn(z.object({ name: nameShape }), { name })}
      onStart={(name, withRecords) => start({ name, withRecords })}
      onClose={onClose}
    />
  );
}
