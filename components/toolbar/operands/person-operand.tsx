import { useDatabaseId } from "@/components/open-table/open-table";
import { useMembers } from "@/components/people/use-people";
import { SelectField } from "@/components/ui/select-field";
import { shownName } from "@/lib/field-types/people";
import type { OperandEditorProps } from "./operand";

/** Chooses one of the people of the database. */
export function PersonOperand({ operand, onChange }: OperandEditorProps) {
  const members = useMembersHere();
  return (
    <SelectField
      label="Value"
      hideLabel
      value={String(operand ?? "")}
      choices={members.map((member) => ({ value: member.personId, label: shownName(member) }))}
      onChange={onChange}
      placeholder="Choose a person"
    />
  );
}

/** The name of a person; that of one without a role is not known here. */
export function PersonName({ personId }: { personId: string }) {
  const member = useMembersHere().find((each) => each.personId === personId);
  return <>{member ? shownName(member) : "A former member"}</>;
}

function useMembersHere() {
  return useMembers(useDatabaseId()).data ?? [];
}
