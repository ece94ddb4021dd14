import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Problem } from "@/lib/formulas";

export const setMistake = StateEffect.define<Problem | undefined>();

/** Underlines the mistake. */
export const mistakeMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, newDoc }) {
    const set = effects.findLast((effect) => effect.is(setMistake));
    return set ? underlined(set.value, newDoc.length) : marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function underlined(mistake: Problem | undefined, length: number): DecorationSet {
  if (!mistake || length === 0) return Decoration.none;
  const end = Math.min(mistake.end, length);
  // A mistake at the very end has no characters of its own.
  const start = Math.max(0, Math.min(mistake.start, end - 1));
  return start < end ? Decoration.set([underline.range(start, end)]) : Decoration.none;
}

const underline = Decoration.mark({
  class: "underline decoration-danger decoration-wavy decoration-from-font underline-offset-4",
});
