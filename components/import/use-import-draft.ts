import { useCallback, useMemo, useState } from "react";
import { useMay } from "@/components/rights/rights";
import type { ImportTarget } from "@/components/tasks/import-requests";
import type { FileImport, PreviewRows } from "@/lib/contract/import-resource";
import { nameFromFile } from "./begin-import";
import { type ColumnDraft, type FoundColumn, knownMisfits, type Misfits } from "./column-draft";
import { changeColumn, draftOfImport, type ImportDraft, reanalysed, type TargetFields } from "./import-draft";
import { type PreviewColumn, previewColumn } from "./preview";

/** A file as it was last analysed. */
export type AnalysedImport = FileImport & { readonly columns: readonly FoundColumn[] };

export interface DraftState {
  readonly found: AnalysedImport;
  readonly draft: ImportDraft;
  /** True if the person has changed the draft. */
  readonly isChanged: boolean;
  readonly setDraft: (draft: ImportDraft) => void;
  readonly setColumn: (index: number, to: Partial<ColumnDraft>) => void;
}

interface Source {
  readonly target: ImportTarget;
  /** Undefined while it is loaded. */
  readonly data: FileImport | undefined;
  /** The fields of an existing table; undefined while they are loaded. */
  readonly fields: TargetFields | undefined;
}

/** The draft of an import, which follows new analyses of the file. Null until the first one. */
export function useImportDraft({ target, data, fields }: Source): DraftState | null {
  const mayAddOptions = useMay("change-structure");
  const [state, setState] = useState<Pick<DraftState, "found" | "draft" | "isChanged"> | null>(null);
  if (fields !== undefined && data && isAnalysed(data) && state?.found !== data) {
    const name = nameFromFile(data.filename);
    const databaseName = target.is === "new-database" ? name : null;
    const draft = state
      ? reanalysed(state.draft, { before: state.found.columns, after: data.columns, fields })
      : draftOfImport(data.columns, { databaseName, tableName: name, fields, mayAddOptions });
    setState({ found: data, draft, isChanged: state?.isChanged ?? false });
  }
  const setDraft = useCallback((draft: ImportDraft) => {
    setState((now) => now && { ...now, draft, isChanged: true });
  }, []);
  const setColumn = useCallback((index: number, to: Partial<ColumnDraft>) => {
    setState((now) => now && { ...now, draft: changeColumn(now.draft, index, to), isChanged: true });
  }, []);
  return state && { ...state, setDraft, setColumn };
}

function isAnalysed(found: FileImport): found is AnalysedImport {
  return found.columns !== null;
}

export interface Preview {
  readonly columns: readonly PreviewColumn[];
  /** By the index of the column. */
  readonly misfits: ReadonlyMap<number, Misfits>;
}

/** The first rows by column, and the cells that do not fit: of the sample if the analysis tried the type. */
export function usePreview(
  { found, draft }: Pick<DraftState, "found" | "draft">,
  rows: PreviewRows["rows"] | undefined,
  fields: TargetFields,
): Preview {
  const { addOptions, columns } = draft;
  // Reads a column again only when its draft is another object, and keeps the results, because rows are memoized.
  const read = useMemo(() => {
    const known = new WeakMap<ColumnDraft, ReadColumn>();
    return (column: FoundColumn, of: ColumnDraft) => {
      const before = known.get(of);
      if (before) return before;
      const shown = previewColumn(column, of, { rows: rows ?? [], fields, addOptions });
      const tried = of.fieldId === null ? knownMisfits(column, of) : undefined;
      const result = { shown, misfits: tried ?? shown?.misfits };
      known.set(of, result);
      return result;
    };
  }, [rows, fields, addOptions]);
  return useMemo(() => {
    const shown: PreviewColumn[] = [];
    const misfits = new Map<number, Misfits>();
    for (const column of found.columns) {
      const of = columns[column.index];
      const result = of && !of.isSkipped ? read(column, of) : undefined;
      if (!result?.shown) continue;
      shown.push(result.shown);
      if (result.misfits) misfits.set(column.index, result.misfits);
    }
    return { columns: shown, misfits };
  }, [found.columns, columns, read]);
}

interface ReadColumn {
  /** Undefined if the column cannot be shown. */
  readonly shown: PreviewColumn | undefined;
  readonly misfits: Misfits | undefined;
}
