import { readDraft } from "@/components/edits/read-draft";
import { onDemand } from "@/components/ui/on-demand";
import { listToText } from "@/lib/field-types/list";
import type { CellPerson, PeopleTemplate } from "@/lib/field-types/people";
import type { CellEditor } from "./editor";
import { idPicksIn } from "./id-picks";
import { peopleIn, searchPeople } from "./people";
import { draftOfPicks } from "./picks";

export const peopleEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./people-box")).PeopleBox, { preload: "soon" }),
  write: (value) => listToText((value as readonly CellPerson[]).map(({ id }) => id)),
  /** Parses picks, and names after them. If the last text is no name, takes the first person found, who was highlighted. */
  read(field, fieldType, draft) {
    const template = field.template as object as PeopleTemplate;
    const picks = idPicksIn(draft);
    const { picked, search } = picks;
    const chosen = peopleIn(picks, template);
    if (search === "") return { value: chosen };
    const typed = readDraft(field, fieldType, search);
    const [first] = searchPeople(template, search).filter(({ id }) => !picked.includes(id));
    const found = "value" in typed ? (typed.value as CellPerson[]) : first && [first];
    if (!found) {
      return {
        problem: `${field.name} takes people with a role in this database; “${search}” is not one of them`,
      };
    }
    const added = found.filter(({ id }) => !picked.includes(id)).map(({ id, name }) => ({ id, name }));
    return {
      value: template.allowMultiple ? [...chosen, ...added] : (added.length > 0 ? added : chosen).slice(0, 1),
    };
  },
  typed: (text, draft) => ({ open: draftOfPicks({ ...idPicksIn(draft), search: text }) }),
  typedIn: (draft) => idPicksIn(draft).search,
};
