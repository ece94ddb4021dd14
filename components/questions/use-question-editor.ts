import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { editorOf, firstDraft, readEdit } from "@/components/cells/editors";
import type { EditorActions } from "@/components/cells/editors/editor";
import { readDraft } from "@/components/edits/read-draft";
import { isSameValue } from "@/components/edits/same-value";
import { useStable } from "@/components/ui/use-stable";
import type { EditorKind } from "@/lib/field-types";
import { isUnreadable } from "./answers";
import { namedForProblems } from "./question-column";

interface Held {
  /** The answer that the draft belongs to. */
  readonly answer: unknown;
  readonly draft: string;
  readonly isOpen: boolean;
  readonly session: number;
}

export interface QuestionEditor extends Pick<Held, "draft" | "isOpen" | "session"> {
  readonly actions: EditorActions;
  readonly open: () => void;
  /** Closes the popup. */
  readonly close: () => void;
}

interface Answering {
  readonly column: GridColumn;
  /** The answer as a value of the field, or unreadable text. */
  readonly answer: unknown;
  readonly onChange: (answer: unknown) => void;
}

/** Editors that search in a popup. Their text is no answer until it is chosen. */
export const searching: ReadonlySet<EditorKind> = new Set(["select", "multi-select", "records"]);

const withPopup: ReadonlySet<EditorKind> = new Set([...searching, "date", "datetime"]);

export function hasPopup({ fieldType }: GridColumn): boolean {
  return withPopup.has(fieldType.look.editor);
}

/**
 * The draft of a question. What can be read becomes the answer at once, for the conditions of other questions; the rest
 * when the person moves on.
 */
export function useQuestionEditor({ column, answer, onChange }: Answering): QuestionEditor {
  const [held, draw] = useState<Held>(() => ({
    answer,
    draft: draftOfAnswer(column, answer),
    isOpen: false,
    session: 0,
  }));
  // The answer was changed from outside, such as by clearing the form.
  const current =
    held.answer === answer
      ? held
      : { answer, draft: draftOfAnswer(column, answer), isOpen: false, session: held.session + 1 };
  if (current !== held) draw(current);
  // Several actions may come before the next render.
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const change = useStable(onChange);
  const columnRef = useRef(column);
  useLayoutEffect(() => {
    columnRef.current = column;
  });

  return {
    ...current,
    ...useMemo(() => {
      function set(next: Partial<Held>): void {
        const { isOpen } = latest.current;
        const session =
          latest.current.session + (next.isOpen === undefined || next.isOpen === isOpen ? 0 : 1);
        latest.current = { ...latest.current, session, ...next };
        draw(latest.current);
      }
      function give(next: unknown, rest: Partial<Held>): void {
        const isSame = isSameValue(next, latest.current.answer);
        set({ ...rest, ...(!isSame && { answer: next }) });
        if (!isSame) change(next);
      }
      function type(draft: string): void {
        const reading = readTyped(columnRef.current, draft);
        const isOpen = hasPopup(columnRef.current);
        if ("value" in reading) give(reading.value, { draft, isOpen });
        else set({ draft, isOpen });
      }
      function commit(): void {
        const { draft, answer: before } = latest.current;
        const isUntouched = draft === draftOfAnswer(columnRef.current, before);
        const next = isUntouched ? before : readAnswer(columnRef.current, draft);
        give(next, { draft: draftOfAnswer(columnRef.current, next), isOpen: false });
      }
      const actions: EditorActions = { isOpenOn: () => true, type, commit, leave: commit };
      return {
        actions,
        open: () => set({ isOpen: true }),
        close() {
          const { answer: kept } = latest.current;
          const isSearch = searching.has(columnRef.current.fieldType.look.editor);
          set({ isOpen: false, ...(isSearch && { draft: draftOfAnswer(columnRef.current, kept) }) });
        },
      };
    }, [change]),
  };
}

function draftOfAnswer(column: GridColumn, answer: unknown): string {
  return isUnreadable(answer) ? answer.unreadable : firstDraft(column, answer);
}

function readTyped(column: GridColumn, draft: string) {
  const { write } = editorOf(column);
  return write ? readEdit(column, draft) : readDraft(column.field, column.fieldType, draft);
}

function readAnswer(column: GridColumn, draft: string): unknown {
  const reading = readEdit(namedForProblems(column), draft);
  return "value" in reading ? reading.value : { unreadable: draft, problem: `${reading.problem}.` };
}
