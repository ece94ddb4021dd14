import { type KeyboardEvent, useEffect } from "react";
import type { Command } from "@/components/commands/command";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { ComboBox, type ComboBoxEntry, endingOf, stepOf } from "./combo-box";
import type { EditorActions } from "./editor";
import { useSessionState } from "./editor-frame";
import { labelOfNew } from "./label-of-new";
import { draftOfPicks, type Picks, toggled, withoutLast } from "./picks";

interface PickBoxProps {
  readonly label: string;
  readonly picks: Picks;
  readonly onPicks: (picks: Picks) => void;
  readonly entries: readonly Required<ComboBoxEntry>[];
  readonly allowMultiple: boolean;
  readonly actions: EditorActions;
  readonly note?: string | undefined;
  /** True while search results are loading: keys that would choose one wait. */
  readonly isSearching?: boolean;
  /** Creates what the entry of a new item names, and then calls `then` with its key. Left out, its key is picked. */
  readonly onCreate?: (label: string, then: (key: string) => void) => void;
}

/** The picks of an open editor, with a setter that also updates the draft. */
export function usePicks(
  actions: EditorActions,
  first: () => Picks,
): [picks: Picks, change: (picks: Picks) => void] {
  const [picks, setPicks] = useSessionState(first);
  function change(next: Picks): void {
    setPicks(next);
    actions.type(draftOfPicks(next));
  }
  return [picks, change];
}

/**
 * A search with a list for one or several picks, by click or by arrows and Enter. If no entry was highlighted by
 * arrows, Enter picks the first match and ends the edit.
 */
export function PickBox(props: PickBoxProps) {
  const {
    label,
    picks,
    onPicks,
    entries,
    allowMultiple,
    actions,
    note,
    isSearching = false,
    onCreate,
  } = props;
  const { picked, search } = picks;
  const [at, setAt] = useSessionState(() => -1);
  // True if arrows placed the highlight and Enter was not pressed since.
  const [isAimed, setIsAimed] = useSessionState(() => false);
  // A key that ended the edit before the search finished; it is replayed on the results.
  const [pendingCommit, setPendingCommit] = useSessionState<(Command & { do: "commit" }) | undefined>(
    () => undefined,
  );
  const firstFound = search === "" ? -1 : entries.findIndex(({ isPicked }) => !isPicked);
  const marked = isAimed ? at : firstFound;

  function pick(entry: ComboBoxEntry): void {
    onPicks(toggled(picks, entry.key, allowMultiple));
    setIsAimed(false);
  }

  /** The creation that an entry offers, with which a single choice ends the edit. */
  function createsBy(entry: ComboBoxEntry): ((ending: Command & { do: "commit" }) => void) | undefined {
    const wanted = labelOfNew(entry.key);
    if (!onCreate || wanted === undefined) return undefined;
    return ({ step }) => {
      setIsAimed(false);
      onCreate(wanted, (key) => {
        onPicks(toggled(picks, key, allowMultiple));
        if (!allowMultiple) actions.commit(step);
      });
    };
  }

  useEffect(() => {
    if (!pendingCommit || isSearching) return;
    setPendingCommit(undefined);
    const entry = entries[marked];
    // A record that nobody has seen offered is not created.
    if (!entry || createsBy(entry)) return;
    pick(entry);
    actions.commit(pendingCommit.step);
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (isOfComposition(event.nativeEvent)) return;
    const to = stepOf(event.key, isAimed || firstFound === -1 ? at : firstFound, entries.length);
    const entry = entries[marked];
    const command = endingOf(event);
    const create = entry && createsBy(entry);
    if (to !== undefined) {
      event.preventDefault();
      setAt(to);
      setIsAimed(true);
    } else if (event.key === "Backspace" && search === "" && picked.length > 0) {
      event.preventDefault();
      onPicks(withoutLast(picks));
    } else if (event.key === "Enter" && command && create) {
      event.preventDefault();
      create(command);
    } else if (event.key === "Enter" && isAimed && entry) {
      // In single choice, picking also ends the edit.
      if (allowMultiple) event.preventDefault();
      pick(entry);
    } else if (command && isSearching && search !== "") {
      event.preventDefault();
      setPendingCommit(command);
    } else if (command && entry && !entry.isPicked && !create) {
      pick(entry);
    }
  }

  return (
    <ComboBox
      label={label}
      text={search}
      onText={(text) => {
        setIsAimed(false);
        setAt(-1);
        setPendingCommit(undefined);
        onPicks({ ...picks, search: text });
      }}
      entries={entries}
      marked={marked}
      onChoose={(entry) => {
        const create = createsBy(entry);
        if (create) return create({ do: "commit" });
        pick(entry);
        if (!allowMultiple) actions.commit();
      }}
      onKeyDown={onKeyDown}
      note={note}
      placeholder={picked.length === 0 ? undefined : `${picked.length} picked`}
    />
  );
}
