import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FormulaField, FormulaScope } from "@/components/formulas/formula-field";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import type { Field } from "@/lib/contract/fields";
import { isLink } from "@/lib/field-types";
import type { CheckedField } from "@/lib/formulas";
import { valueTypeOf } from "./value-types";

/** The fields that a formula of the open table can use, with those of linked tables. */
export function useFormulaScope(field: Field | undefined): FormulaScope {
  const { databaseId, table } = useOpenTable();
  const linkedIds = [...new Set(table.fields.filter(isLink).map(({ template }) => String(template.tableId)))];
  const linked = useQueries({
    queries: linkedIds.map((tableId) => tableQuery({ databaseId, tableId })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useMemo(() => {
    const fieldsOf = (tableId: unknown) => linked.find(({ id }) => id === tableId)?.fields ?? [];
    const own = table.fields.filter(({ id }) => id !== field?.id);
    return {
      fields: own.map((each) =>
        isLink(each)
          ? {
              ...asFormulaField(each),
              linked: () => ({ fields: fieldsOf(each.template.tableId).map(asFormulaField) }),
            }
          : asFormulaField(each),
      ),
    };
  }, [table, linked, field?.id]);
}

function asFormulaField(field: Field): FormulaField {
  const { id, name, type: fieldType } = field;
  const checked = checkedOf(field);
  return { id, name, fieldType, ...(checked && { checked }) };
}

function checkedOf(field: Field): CheckedField | undefined {
  const type = valueTypeOf(field);
  const { timezone } = field.template;
  return type && { type, ...(typeof timezone === "string" && timezone !== "" && { zone: timezone }) };
}
