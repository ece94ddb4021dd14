import { type PeopleTemplate, personById } from "@/lib/field-types/people";
import { PersonPill } from "../views/person-pill";
import type { EditorProps } from "./editor";
import { idPicksIn } from "./id-picks";
import { searchPeople } from "./people";
import { PickBox, usePicks } from "./pick-box";

/** The people of the database. Picked ones are on top until a search starts. */
export function PeopleBox({ column: { field }, draft, actions }: EditorProps) {
  const template = field.template as object as PeopleTemplate;
  const [picks, setPicks] = usePicks(actions, () => idPicksIn(draft));
  const found = searchPeople(template, picks.search);
  const picked = picks.picked.map((id) => ({ id, name: personById(template, id)?.name ?? null }));
  const shown =
    picks.search === "" ? [...picked, ...found.filter(({ id }) => !picks.picked.includes(id))] : found;
  const entries = shown.map(({ id, name }) => ({
    key: id,
    content: <PersonPill id={id} name={name} />,
    isPicked: picks.picked.includes(id),
  }));
  return (
    <PickBox
      label={field.name}
      picks={picks}
      onPicks={setPicks}
      entries={entries}
      allowMultiple={template.allowMultiple}
      actions={actions}
      note={entries.length > 0 ? undefined : noteOn(template)}
    />
  );
}

function noteOn({ people }: PeopleTemplate): string {
  return people ? "No matching people" : "Loading people…";
}
