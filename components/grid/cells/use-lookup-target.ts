import { useQuery } from "@tanstack/react-query";
import type { Field } from "@/lib/contract/fields";
import { fieldType } from "@/lib/field-types";
import type { GridColumn } from "../columns";
import { tableQuery } from "../record-names";
import { useGridTable } from "../table-context";

/** The column as if it were of the field that a lookup takes its values from; undefined until that is known. */
export function useLookupTarget(column: GridColumn): GridColumn | undefined {
  const { databaseId, table } = useGridTable();
  const { linkFieldId, targetFieldId } = column.field.template as {
    linkFieldId: string;
    targetFieldId: string;
  };
  const link = table.fields.find(({ id }) => id === linkFieldId);
  const { data } = useQuery({
    ...tableQuery({ databaseId, tableId: targetOf(link) }),
    enabled: link !== undefined,
  });
  const field = data?.fields.find(({ id }) => id === targetFieldId);
  return field && { ...column, field, fieldType: fieldType(field.type) };
}

function targetOf(link: Field | undefined): string {
  return link ? (link.template as { tableId: string }).tableId : "";
}
