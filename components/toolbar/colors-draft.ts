import type { Filter } from "@/lib/contract/filters";
import type { ColorRule, RowColor } from "@/lib/contract/row-color";
import { optionColors } from "@/lib/field-types/option";

/** A rule while it is edited; without a filter it does not count yet. */
export interface DraftRule {
  readonly id: string;
  readonly filter: Filter | null;
  readonly color: ColorRule["color"];
}

export interface ColorsDraft {
  /** The setting that the draft stands for. */
  readonly sent: RowColor | null;
  readonly rules: readonly DraftRule[];
  readonly nextId: number;
}

export function draftOfColors(rowColor: RowColor | null, nextId = 0): ColorsDraft {
  const rules = rowColor === null || "fieldId" in rowColor ? [] : rowColor;
  return {
    sent: rowColor,
    rules: rules.map((rule, index) => ({ ...rule, id: String(nextId + index) })),
    nextId: nextId + rules.length,
  };
}

/** The rules that count: those with a complete condition. */
export function rulesOf(rules: readonly DraftRule[]): ColorRule[] {
  return rules.flatMap(({ filter, color }) => (filter === null ? [] : [{ filter, color }]));
}

export function withRules(draft: ColorsDraft, rules: readonly DraftRule[]): ColorsDraft {
  return { ...draft, rules, sent: rulesOf(rules) };
}

/** Adds a rule in the first unused colour. */
export function withNewRule(draft: ColorsDraft): ColorsDraft {
  const used = new Set(draft.rules.map(({ color }) => color));
  const color = optionColors.find((each) => !used.has(each)) ?? optionColors[0];
  const rule = { id: String(draft.nextId), filter: null, color };
  return { ...withRules(draft, [...draft.rules, rule]), nextId: draft.nextId + 1 };
}
