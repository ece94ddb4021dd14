import { useDatabaseId } from "@/components/open-table/open-table";
import { useMembers } from "@/components/people/use-people";
import { shownName } from "@/lib/field-types/people";
import type { Offered } from "./choice-operands";

/** The people of the database. */
export function useOfferedPeople(): Offered {
  const choices = useMembersHere().map((member) => ({ value: member.personId, label: shownName(member) }));
  return { choices, placeholder: "Choose a person" };
}

/** The name of a person; that of one without a role is not known here. */
export function PersonName({ personId }: { personId: string }) {
  const member = useMembersHere().find((each) => each.personId === personId);
  return <>{member ? shownName(member) : "A former member"}</>;
}

function useMembersHere() {
  return useMembers(useDatabaseId()).data ?? [];
}
