import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type FunctionEntry, usageOf } from "@/lib/formulas";
import { insertionOf, type Suggestion, suggestionsAt } from "./completions";
import { exampleText } from "./example-text";
import type { FormulaScope } from "./formula-field";

interface CompletionListOptions {
  readonly scope: () => FormulaScope;
  /** Draws the icon of a field type, or of `function`. */
  readonly icon: (type: string) => Node | undefined;
}

/** Suggests fields and functions while typing, and by Ctrl+Space. */
export function completionList({ scope, icon }: CompletionListOptions): Extension {
  function source({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const found = suggestionsAt(state.doc.toString(), pos, { scope: scope(), isExplicit: explicit });
    if (!found) return null;
    const { start, end, suggestions } = found;
    const length = end - start;
    return {
      from: start,
      to: end,
      // They are sorted already.
      filter: false,
      getMatch: (completion) => {
        const { matchedAt } = (completion as Option).suggestion;
        return length === 0 ? [] : [matchedAt, matchedAt + length];
      },
      options: suggestions.map((suggestion) => ({
        ...optionOf(suggestion, scope),
        ...(length === 0 && { section: sections[suggestion.is] }),
      })),
      // Called at once, so that Enter right after a character accepts what this character has left.
      update: (_current, _from, _to, context) => source(context),
    };
  }
  return autocompletion({
    override: [source],
    // Otherwise a key typed right after the list has opened is not for the list.
    interactionDelay: 0,
    activateOnTypingDelay: 0,
    icons: false,
    maxRenderedOptions: 50,
    tooltipClass: () => "formula-completions",
    addToOptions: [{ render: ({ type = "" }) => icon(type)?.cloneNode(true) ?? null, position: 20 }],
  });
}

const sections = { field: { name: "Fields", rank: 0 }, function: { name: "Functions", rank: 1 } };

interface Option extends Completion {
  readonly suggestion: Suggestion;
}

function optionOf(suggestion: Suggestion, scope: () => FormulaScope): Option {
  const { label } = suggestion;
  const apply = (view: EditorView, completion: Completion) => accept(view, completion, { suggestion, scope });
  if (suggestion.is === "field") return { suggestion, label, apply, type: suggestion.field.fieldType };
  const { entry } = suggestion;
  return {
    suggestion,
    label,
    apply,
    type: "function",
    detail: usageOf(entry).slice(entry.name.length),
    info: () => helpOf(entry),
  };
}

interface Accepted {
  readonly suggestion: Suggestion;
  readonly scope: () => FormulaScope;
}

function accept(view: EditorView, completion: Completion, { suggestion, scope }: Accepted): void {
  const { doc, selection } = view.state;
  const text = doc.toString();
  const position = selection.main.head;
  const found = suggestionsAt(text, position, { scope: scope(), isExplicit: true });
  const { start, end } = found?.replaced ?? { start: position, end: position };
  const { text: insert, cursor } = insertionOf(suggestion, { scope: scope(), rest: text.slice(end) });
  view.dispatch({
    changes: { from: start, to: end, insert },
    selection: { anchor: start + cursor },
    scrollIntoView: true,
    userEvent: "input.complete",
    annotations: pickedCompletion.of(completion),
  });
}

/** The help beside the list. */
function helpOf({ sentence, examples }: FunctionEntry): Node {
  const help = document.createElement("div");
  help.append(element("p", sentence));
  const [example] = examples;
  if (example) help.append(element("p", exampleText(example), "formula-example"));
  return help;
}

function element(name: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
