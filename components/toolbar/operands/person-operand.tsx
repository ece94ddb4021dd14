import { SelectField } from "@/components/ui/select-field";
import { type PeopleTemplate, personById, shownName } from "@/lib/field-types/people";
import type { Subject } from "../subjects";
import type { OperandEditorProps } from "./operand";

/** Chooses one of the people of the database. */
export function PersonOperand({ subject, operand, onChange }: OperandEditorProps) {
  const { people = [] } = templateOf(subject);
  return (
    <SelectField
      label="Value"
      hideLabel
      value={String(operand ?? "")}
      choices={people.map((person) => ({ value: person.id, label: shownName(person) }))}
      onChange={onChange}
      placeholder="Choose a person"
    />
  );
}

/** The name of a person; that of one without a role is not known here. */
export function PersonName({ subject, personId }: { subject: Subject; personId: string }) {
  const person = personById(templateOf(subject), personId);
  return <>{person ? shownName(person) : "A former member"}</>;
}

function templateOf({ field }: Subject): PeopleTemplate {
  return (field?.template ?? {}) as object as PeopleTemplate;
}
