import { useMemo } from "react";
import type { RecordSource } from "@/components/listing/record-source";
import type { Member } from "@/lib/contract/people";
import type { RuledTable } from "@/lib/contract/tables";
import { holdsPeople, withPeople } from "@/lib/field-types";
import { useMembers } from "./use-people";

interface Known {
  readonly table: RuledTable;
  /** The members of the database when the page was served. */
  readonly members?: readonly Member[] | undefined;
}

/** The table with the people whom its cells can hold. Visitors of a link cannot choose any. */
export function useTableWithPeople(
  { databaseId, link }: RecordSource,
  { table, members: served }: Known,
): RuledTable {
  const isNeeded = !link && table.fields.some(holdsPeople);
  const { data: members = served } = useMembers(databaseId, isNeeded);
  return useMemo(() => {
    if (!isNeeded || !members) return table;
    const people = members.map(({ personId, name }) => ({ id: personId, name, isMember: true }));
    return { ...table, fields: table.fields.map((field) => withPeople(field, people)) };
  }, [table, members, isNeeded]);
}
