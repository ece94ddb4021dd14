import {
  type CheckedField,
  type CheckedFormula,
  check,
  itemOf,
  type Problem,
  parse,
  type ReferencePath,
  toIds,
} from "@/lib/formulas";
import type { FormulaScope } from "./formula-field";

/** The result of checking a formula in the page, before the server has. */
export interface LocalCheck {
  readonly problem?: Problem;
  /** True if the text is no formula, whatever the fields are, so that the server need not be asked. */
  readonly isUnreadable?: true;
  /** Undefined if there is a mistake, or if the type of a field is not known here. */
  readonly formula?: CheckedFormula;
}

/** Checks a formula as far as the page can: the server also knows cycles, deleted fields and limits. */
export function checkLocally(text: string, scope: FormulaScope, timezone?: string): LocalCheck {
  const parsed = parse(text);
  if (parsed.problem) return { problem: parsed.problem, isUnreadable: true };
  const named = toIds(text, scope);
  if (named.problem) return { problem: named.problem };
  let isKnown = true;
  const { value, problem } = check(parsed.value, {
    names: scope,
    ...(timezone && { timezone }),
    field: (path) => {
      const known = fieldAt(path, scope);
      if (!known) isKnown = false;
      // Blank fits everywhere, so an unknown type causes no mistake.
      return known ?? { type: "blank" };
    },
  });
  if (problem) return { problem };
  return isKnown ? { formula: value } : {};
}

function fieldAt({ fieldId, targetId }: ReferencePath, scope: FormulaScope): CheckedField | undefined {
  const field = scope.fields.find(({ id }) => id === fieldId);
  if (targetId === undefined) return field?.checked;
  const target = field?.linked?.().fields.find(({ id }) => id === targetId)?.checked;
  if (!target) return undefined;
  const item = itemOf(target.type);
  return { ...target, type: item === "blank" ? "blank" : `${item}[]` };
}
