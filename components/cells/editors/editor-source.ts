"use client";

import { createContext, useContext } from "react";
import type { CellId } from "@/components/edits/edits";
import type { foundRecordsQuery, NamedRecord } from "@/components/listing/record-names";
import type { Field } from "@/lib/contract/fields";
import type { CellUploads } from "./uploads";

/** The part of the API that editors need: the one of the open table, or that of a form. */
export interface EditorSource {
  /** The uploads to a cell. */
  readonly uploadsOf: (cell: CellId) => CellUploads;
  /** Searches the records that a link field offers. */
  readonly choicesQuery: (field: Field, search: string) => ReturnType<typeof foundRecordsQuery>;
  /** Offers to create a record with a name in the linked table; returns undefined for a name that it cannot have. */
  readonly useCreation: (field: Field) => (name: string) => (() => Promise<NamedRecord>) | undefined;
  /** The names of linked records, each undefined until it is loaded. */
  readonly useNames: (field: Field, ids: readonly string[]) => readonly (string | undefined)[];
}

const SourceContext = createContext<EditorSource | null>(null);

export const EditorSourceProvider = SourceContext.Provider;

export function useEditorSource(): EditorSource {
  const found = useContext(SourceContext);
  if (!found) throw new Error("useEditorSource requires an EditorSourceProvider");
  return found;
}
