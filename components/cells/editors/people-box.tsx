import type { CellPerson, PeopleTemplate } from "@/lib/field-types/people";
import { PersonPill } from "../views/person-pill";
import type { EditorProps } from "./editor";
import { idPicksIn } from "./id-picks";
import { peopleIn, searchPeople } from "./people";
import { PickBox, usePicks } from "./pick-box";
import { entriesOf } from "./picks";

/** The people of the database. */
export function PeopleBox({ column: { field }, draft, actions }: EditorProps) {
  const template = field.template as object as PeopleTemplate;
  const [picks, setPicks] = usePicks(actions, () => idPicksIn(draft));
  const found: readonly CellPerson[] = searchPeople(template, picks.search);
  const chosen = peopleIn(picks, template);
  const entries = entriesOf(picks, { chosen, found }, ({ id, name }) => <PersonPill id={id} name={name} />);
  return (
    <PickBox
      label={field.name}
      picks={picks}
      onPicks={setPicks}
      entries={entries}
      allowMultiple={template.allowMultiple === true}
      actions={actions}
      note={entries.length > 0 ? undefined : noteOn(template)}
    />
  );
}

function noteOn({ people }: PeopleTemplate): string {
  return people ? "No matching people" : "Loading people…";
}
