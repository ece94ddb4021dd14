import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { NamedRecord } from "@/components/listing/record-names";
import { useSettled } from "@/components/ui/use-settled";
import type { Field } from "@/lib/contract/fields";
import { RecordPill } from "../views/record-pill";
import type { ComboBoxEntry } from "./combo-box";
import type { EditorProps } from "./editor";
import { useEditorSource } from "./editor-source";
import { idPicksIn } from "./id-picks";
import { entryOfNew } from "./new-option";
import { PickBox, usePicks } from "./pick-box";
import { entriesOf } from "./picks";

/** A search in the linked table. */
export function RecordsBox({ column: { field }, draft, actions }: EditorProps) {
  const { useNames } = useEditorSource();
  const { allowMultiple } = field.template as { readonly allowMultiple: boolean };
  const [picks, setPicks] = usePicks(actions, () => idPicksIn(draft));
  const names = useNames(field, picks.picked);
  const { found, isSearching, problem } = useFoundRecords(field, picks.search.trim());

  const creating = useCreating(field);
  const created = problem === undefined && !isSearching ? creating.entryOf(picks.search, found) : undefined;

  const chosen = picks.picked.map((id, index) => ({ id, name: names[index] }));
  const entries = [
    ...entriesOf(picks, { chosen, found }, ({ name }) => <RecordPill name={name} />),
    ...(created ? [{ ...created, isPicked: false }] : []),
  ];
  return (
    <PickBox
      label={field.name}
      picks={picks}
      onPicks={setPicks}
      entries={entries}
      allowMultiple={allowMultiple}
      actions={actions}
      isSearching={isSearching || creating.isBusy}
      onCreate={creating.create}
      note={
        creating.problem ?? problem ?? (entries.length > 0 ? undefined : noteOn(isSearching, picks.search))
      }
    />
  );
}

/** Creates records in the linked table. */
function useCreating(field: Field) {
  const creationOf = useEditorSource().useCreation(field);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (create: () => Promise<NamedRecord>) => create(),
  });
  return {
    /** The entry that creates a record with the searched name, unless one has it in any case. */
    entryOf(search: string, found: readonly NamedRecord[]): ComboBoxEntry | undefined {
      const wanted = search.trim();
      const exists = found.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
      return wanted === "" || exists || !creationOf(wanted) ? undefined : entryOfNew(wanted);
    },
    create(name: string, then: (id: string) => void) {
      const create = creationOf(name);
      if (create) mutate(create, { onSuccess: ({ id }) => then(id) });
    },
    isBusy: isPending,
    problem: error ? `The record can't be created. ${error.message}` : undefined,
  };
}

function noteOn(isSearching: boolean, search: string): string {
  if (isSearching) return "Searching…";
  return search === "" ? "The linked table has no records yet." : "No matching records";
}

function useFoundRecords(field: Field, search: string) {
  const { choicesQuery } = useEditorSource();
  const settled = useSettled(search, pause);
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...choicesQuery(field, settled),
    placeholderData: keepPreviousData,
  });
  return {
    found: data ?? [],
    isSearching: settled !== search || (isFetching && (isPlaceholderData || data === undefined)),
    problem: error ? `The search failed. ${error.message}` : undefined,
  };
}

/** The debounce time of the search in ms. */
const pause = 150;
