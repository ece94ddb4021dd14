import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { foundRecordsQuery, useRecordNames } from "@/components/listing/record-names";
import type { TablePlace } from "@/lib/contract/places";
import { useGridTable } from "../table-context";
import { RecordPill } from "../views/record-pill";
import type { EditorProps } from "./editor";
import { idPicksIn } from "./id-picks";
import { PickBox, usePicks } from "./pick-box";
import { entriesOf } from "./picks";

type LinkTemplate = {
  readonly tableId: string;
  readonly allowMultiple: boolean;
};

/** A search in the linked table. */
export function RecordsBox({ column: { field }, draft, actions }: EditorProps) {
  const { databaseId } = useGridTable();
  const { tableId, allowMultiple } = field.template as LinkTemplate;
  const place = { databaseId, tableId };
  const [picks, setPicks] = usePicks(actions, () => idPicksIn(draft));
  const names = useRecordNames(place, picks.picked);
  const { found, isSearching, problem } = useFoundRecords(place, picks.search.trim());

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

function useFoundRecords(place: TablePlace, search: string) {
  const queryClient = useQueryClient();
  const settled = useSettled(search);
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...foundRecordsQuery(queryClient, place, settled),
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
