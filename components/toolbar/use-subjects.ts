import { useQueries, useQueryClient } from "@tanstack/react-query";
import { columnOf } from "@/components/cells/columns";
import { sourceOf } from "@/components/cells/lookup-source";
import { tableQuery } from "@/components/listing/record-names";
import { useDatabaseId } from "@/components/open-table/open-table";
import { useMay } from "@/components/rights/rights";
import type { Field } from "@/lib/contract/fields";
import { filterKindOf, isItemKind } from "@/lib/contract/filters";
import type { Table } from "@/lib/contract/tables";
import { type Items, type Subject, subjectsOf } from "./subjects";

/** The subjects of a table's filters. Lookups can be compared once the field that they read is loaded. */
export function useSubjects(fields: readonly Field[]): Subject[] {
  const databaseId = useDatabaseId();
  const queryClient = useQueryClient();
  const passed = new Set<string>();
  const tableOf = (tableId: string): Table | undefined => {
    passed.add(tableId);
    return queryClient.getQueryData(tableQuery({ databaseId, tableId }).queryKey);
  };
  const subjects = subjectsOf(fields).map((subject) => {
    const items = itemsOf(subject, { fields, tableOf });
    return items ? { ...subject, items } : subject;
  });
  const mayRead = useMay("read");
  useQueries({
    queries: [...passed].map((tableId) => ({ ...tableQuery({ databaseId, tableId }), enabled: mayRead })),
  });
  return subjects;
}

interface Tables {
  readonly fields: readonly Field[];
  readonly tableOf: (tableId: string) => Table | undefined;
}

/** The values of a lookup that can be compared. */
function itemsOf({ kind, field }: Subject, { fields, tableOf }: Tables): Items | undefined {
  if (kind !== "lookup" || !field) return undefined;
  const column = columnOf(field, { index: 0, width: 0, isLocked: true });
  const source = sourceOf(column, { fields: [...fields] }, tableOf);
  if (!("column" in source)) return undefined;
  const { field: target, fieldType } = source.column;
  const itemKind = filterKindOf(fieldType);
  return isItemKind(itemKind) ? { kind: itemKind, field: target, fieldType } : undefined;
}
