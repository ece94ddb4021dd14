import { type EditorState, RangeSetBuilder, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { parenthesesAt } from "./brackets";
import { type Colour, coloursIn } from "./colours";

/** Colours the parts of the formula. */
export const colourMarks = StateField.define<DecorationSet>({
  create: ({ doc }) => colouringOf(doc.toString()),
  update: (marks, { docChanged, newDoc }) => (docChanged ? colouringOf(newDoc.toString()) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the parenthesis beside the cursor and its partner. */
export const parenthesisMarks = StateField.define<DecorationSet>({
  create: pairOf,
  update: (marks, { docChanged, selection, state }) => (docChanged || selection ? pairOf(state) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

function colouringOf(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { start, end, colour } of coloursIn(text)) builder.add(start, end, looks[colour]);
  return builder.finish();
}

function pairOf({ doc, selection }: EditorState): DecorationSet {
  if (!selection.main.empty) return Decoration.none;
  const spans = parenthesesAt(doc.toString(), selection.main.head);
  const look = spans.length === 2 ? pair : alone;
  return Decoration.set(
    spans.map(({ start, end }) => look.range(start, end)),
    true,
  );
}

const mark = (classes: string) => Decoration.mark({ class: classes });
const pair = mark("rounded-sm bg-accent-soft outline outline-accent");
const alone = mark("rounded-sm outline outline-danger");

const looks: { readonly [Each in Colour]: Decoration } = {
  field: mark("rounded bg-(--option-blue-bg) text-(--option-blue-text)"),
  function: mark("font-semibold text-accent"),
  text: mark("text-(--option-tangerine-text)"),
  number: mark("text-(--option-violet-text)"),
  constant: mark("font-semibold text-(--option-violet-text)"),
  operator: mark("text-text"),
  bracket: mark("text-muted"),
  rest: mark("text-danger"),
};
