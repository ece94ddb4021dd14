import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Field } from "@/lib/contract/fields";
import { RecordPill } from "../views/record-pill";
import type { EditorProps } from "./editor";
import { useEditorSource } from "./editor-source";
import { idPicksIn } from "./id-picks";
import { PickBox, usePicks } from "./pick-box";
import { entriesOf } from "./picks";

/** A search in the linked table. */
export function RecordsBox({ column: { field }, draft, actions }: EditorProps) {
  const { useNames } = useEditorSource();
  const { allowMultiple } = field.template as { readonly allowMultiple: boolean };
  const [picks, setPicks] = usePicks(actions, () => idPicksIn(draft));
  const names = useNames(field, picks.picked);
  const { found, isSearching, problem } = useFoundRecords(field, picks.search.trim());

  const chosen = picks.picked.map((id, index) => ({ id, name: names[index] }));
  const entries = entriesOf(picks, { chosen, found }, ({ name }) => <RecordPill name={name} />);
  return (
    <PickBox
      label={field.name}
      picks={picks}
      onPicks={setPicks}
      entries={entries}
      allowMultiple={allowMultiple}
      actions={actions}
      isSearching={isSearching}
      note={problem ?? (entries.length > 0 ? undefined : noteOn(isSearching, picks.search))}
    />
  );
}

function noteOn(isSearching: boolean, search: string): string {
  if (isSearching) return "Searching…";
  return search === "" ? "The linked table has no records yet." : "No matching records";
}

function useFoundRecords(field: Field, search: string) {
  const { choicesQuery } = useEditorSource();
  const settled = useSettled(search);
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

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
