import type { Filter } from "@/lib/contract/filters";
import { type ColorRule, maxColorRules, type RowColor } from "@/lib/contract/row-color";
import { optionColors } from "@/lib/field-types/option";

/** A rule while it is edited; without a filter, or with an empty list of fields, it does not count yet. */
export interface DraftRule {
  readonly id: string;
  readonly filter: Filter | null;
  readonly color: ColorRule["color"];
  /** The fields whose cells it colours; undefined for whole rows. */
  readonly fieldIds?: ColorRule["fieldIds"];
  /** The field of its first condition, until there is one. */
  readonly startWith?: string;
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

/** The rules that count: those with a complete condition, and something to colour. */
export function rulesOf(rules: readonly DraftRule[]): ColorRule[] {
  return rules.flatMap(({ filter, color, fieldIds }) =>
    filter === null || fieldIds?.length === 0 ? [] : [{ filter, color, ...(fieldIds && { fieldIds }) }],
  );
}

export function withRules(draft: ColorsDraft, rules: readonly DraftRule[]): ColorsDraft {
  return { ...draft, rules, sent: rulesOf(rules) };
}

/** Adds a rule in the first unused colour, for rows or for the cells of a field. */
export function withNewRule(draft: ColorsDraft, fieldId?: string): ColorsDraft {
  const used = new Set(draft.rules.map(({ color }) => color));
  const color = optionColors.find((each) => !used.has(each)) ?? optionColors[0];
  const rule = {
    id: String(draft.nextId),
    filter: null,
    color,
    ...(fieldId && { fieldIds: [fieldId], startWith: fieldId }),
  };
  return { ...withRules(draft, [...draft.rules, rule]), nextId: draft.nextId + 1 };
}

/** The colours with a rule for the cells of a field, unless rows are coloured by a select or there are too many rules. */
export function draftWithField(rowColor: RowColor | null, fieldId: string | undefined): ColorsDraft {
  const draft = draftOfColors(rowColor);
  const isByField = rowColor !== null && "fieldId" in rowColor;
  if (fieldId === undefined || isByField || draft.rules.length >= maxColorRules) return draft;
  return { ...withNewRule(draft, fieldId), sent: rowColor };
}
