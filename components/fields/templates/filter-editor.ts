import { type ComponentType, createContext, useContext } from "react";
import type { Field } from "@/lib/contract/fields";
import type { Filter } from "@/lib/contract/filters";

interface FilterEditorProps {
  readonly fields: readonly Field[];
  readonly filter: Filter | null;
  readonly onChange: (filter: Filter | null) => void;
  readonly emptyText?: string;
  readonly isComputed?: boolean;
}

const FilterEditorContext = createContext<ComponentType<FilterEditorProps> | null>(null);

/** Provides the toolbar's editor of filters, which is in a layer above, to the dialogs of fields. */
export const FilterEditorProvider = FilterEditorContext.Provider;

export function useFilterEditor(): ComponentType<FilterEditorProps> {
  const found = useContext(FilterEditorContext);
  if (!found) throw new Error("useFilterEditor requires a FilterEditorProvider");
  return found;
}
