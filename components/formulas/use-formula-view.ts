import { EditorState } from "@codemirror/state";
import { EditorView, placeholder, tooltips } from "@codemirror/view";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStable } from "@/components/ui/use-stable";
import type { Problem } from "@/lib/formulas";
import { colourMarks, parenthesisMarks } from "./colour-marks";
import { completionList } from "./completion-list";
import { editorTheme } from "./editor-theme";
import type { FormulaScope } from "./formula-field";
import { formulaKeys } from "./formula-keys";
import { mistakeMark, setMistake } from "./mistake-mark";

interface FormulaView {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly scope: FormulaScope;
  readonly icon: (type: string) => Node | undefined;
  readonly onCommit: () => void;
  readonly mistake: Problem | undefined;
  readonly isReadOnly: boolean;
  readonly hasFocus: boolean;
  /** Attributes of the editable element, such as its label. */
  readonly attributes: { readonly [name: string]: string };
}

/** Shows a formula in an element. Returns the position of the cursor. */
export function useFormulaView(host: RefObject<HTMLElement | null>, given: FormulaView): number {
  const { text, mistake, isReadOnly } = given;
  const latest = useRef(given);
  latest.current = given;
  const view = useRef<EditorView>(null);
  const [cursor, setCursor] = useState(text.length);
  const onCommit = useStable(given.onCommit);

  useLayoutEffect(() => {
    const { hasFocus } = latest.current;
    const layer = layerAbove(host.current as HTMLElement);
    const made = new EditorView({
      parent: host.current as HTMLElement,
      doc: latest.current.text,
      selection: { anchor: normalized(latest.current.text).length },
      extensions: [
        formulaKeys(onCommit),
        completionList({ scope: () => latest.current.scope, icon: (type) => latest.current.icon(type) }),
        colourMarks,
        parenthesisMarks,
        mistakeMark,
        editorTheme,
        placeholder("{Price} * {Quantity}"),
        EditorView.lineWrapping,
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of(() => latest.current.attributes),
        tooltips({ parent: layer }),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) latest.current.onChange(state.doc.toString());
          if (docChanged || selectionSet) setCursor(state.selection.main.head);
        }),
      ],
    });
    view.current = made;
    if (hasFocus) made.focus();
    return () => {
      made.destroy();
      layer.remove();
    };
  }, [host, isReadOnly, onCommit]);

  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === normalized(text)) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);

  const attributes = JSON.stringify(given.attributes);
  // Also renews the attributes, which CodeMirror reads with each update.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are read from `latest`
  useEffect(() => view.current?.dispatch({ effects: setMistake.of(mistake) }), [mistake, attributes]);

  return cursor;
}

/**
 * An element for the list of suggestions: in the dialog, because a click outside would close it, but out of its flow, so
 * that the list stays in place while the dialog's height changes.
 */
function layerAbove(host: HTMLElement): HTMLElement {
  const layer = document.createElement("div");
  layer.className = "absolute top-0 left-0";
  (host.closest("[role=dialog]") ?? document.body).append(layer);
  return layer;
}

/** CodeMirror keeps lines without their terminators. */
function normalized(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
