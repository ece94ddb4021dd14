import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecordSource } from "@/components/listing/record-source";
import { api } from "@/lib/client/api";
import type { RuledTable } from "@/lib/contract/tables";
import { fieldType } from "@/lib/field-types";
import { holdsPeople, withPeople } from "@/lib/field-types/people";

/** The table with the people whom its cells can hold, once they are loaded. Visitors of a link cannot choose any. */
export function useTableWithPeople({ databaseId, link }: RecordSource, table: RuledTable): RuledTable {
  const { fields } = table;
  const isNeeded = !link && fields.some(({ type }) => holdsPeople(fieldType(type)));
  const { data: members } = useQuery({
    queryKey: ["people", "members", databaseId],
    queryFn: async ({ signal }) =>
      (await api("GET /bases/{databaseId}/members", { params: { databaseId }, signal })).members,
    enabled: isNeeded,
    staleTime: 30_000,
  });
  return useMemo(() => {
    if (!isNeeded || !members) return table;
    const people = members.map(({ personId, name }) => ({ id: personId, name, isMember: true }));
    const withThem = table.fields.map((field) => ({
      ...field,
      template: withPeople(fieldType(field.type), field.template, people),
    }));
    return { ...table, fields: withThem };
  }, [table, members, isNeeded]);
}
