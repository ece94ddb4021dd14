import { useMemo } from "react";
import type { RecordSource } from "@/components/listing/record-source";
import type { RuledTable } from "@/lib/contract/tables";
import { holdsPeople, withPeople } from "@/lib/field-types";
import { useMembers } from "./use-people";

/** The table with the people whom its cells can hold, once they are loaded. Visitors of a link cannot choose any. */
export function useTableWithPeople({ databaseId, link }: RecordSource, table: RuledTable): RuledTable {
  const isNeeded = !link && table.fields.some(holdsPeople);
  const { data: members } = useMembers(databaseId, isNeeded);
  return useMemo(() => {
    if (!isNeeded || !members) return table;
    const people = members.map(({ personId, name }) => ({ id: personId, name, isMember: true }));
    return { ...table, fields: table.fields.map((field) => withPeople(field, people)) };
  }, [table, members, isNeeded]);
}
