import { acceptCompletion, completionStatus } from "@codemirror/autocomplete";
import { history, historyKeymap, insertNewline, standardKeymap } from "@codemirror/commands";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { deletedPair, type TextChange, typedBracket } from "./brackets";

/** Keys as in Sheets: Tab and Enter accept a suggestion, otherwise Enter calls `onCommit` and Tab moves on. */
export function formulaKeys(onCommit: () => void): Extension {
  const accept = { run: acceptCompletion };
  return [
    history(),
    Prec.highest(
      keymap.of([
        { key: "Tab", ...accept },
        { key: "Enter", ...accept },
        { key: "Mod-Enter", run: committed },
        { key: "Enter", run: committed },
        { key: "Shift-Enter", run: insertNewline },
        { key: "Alt-Enter", run: insertNewline },
        { key: "Backspace", run: deletePair },
      ]),
    ),
    // Esc closes the list only; the dialog around it must not see the key.
    Prec.highest(EditorView.domEventHandlers({ keydown: keepEscape })),
    keymap.of([...historyKeymap, ...standardKeymap]),
    EditorView.inputHandler.of(closeBracket),
  ];

  function committed(): boolean {
    onCommit();
    return true;
  }
}

function keepEscape(event: KeyboardEvent, { state }: EditorView): boolean {
  if (event.key === "Escape" && completionStatus(state) !== null) event.stopPropagation();
  return false;
}

function closeBracket(view: EditorView, _from: number, _to: number, typed: string): boolean {
  const { state, composing } = view;
  if (composing || state.readOnly || !/^[(){}"']$/.test(typed)) return false;
  const { from: start, to: end } = state.selection.main;
  return apply(view, typedBracket(state.doc.toString(), { start, end }, typed), "input.type");
}

function deletePair(view: EditorView): boolean {
  const { doc, selection } = view.state;
  if (!selection.main.empty) return false;
  return apply(view, deletedPair(doc.toString(), selection.main.head), "delete.backward");
}

function apply(view: EditorView, change: TextChange | undefined, userEvent: string): boolean {
  if (!change) return false;
  const { start, end, insert, cursor } = change;
  view.dispatch({
    changes: { from: start, to: end, insert },
    selection: { anchor: cursor },
    scrollIntoView: true,
    userEvent,
  });
  return true;
}
