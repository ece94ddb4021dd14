import { problemsIn } from "@/components/forms/problems";
import type { FormField } from "@/lib/contract/form-fields";
import { type ViewConfig, viewConfigUpdate } from "@/lib/contract/views";

/** The problem of a setting of a form; undefined if it can be saved. */
export function settingProblem(key: keyof ViewConfig, value: unknown): string | undefined {
  return problemsIn(viewConfigUpdate, { [key]: value })[key];
}

/** The problem of a setting of a question; undefined if it can be saved. */
export function questionProblem(key: keyof FormField, value: unknown): string | undefined {
  return problemsIn(viewConfigUpdate, { fields: [{ fieldId: "any", [key]: value }] })[`fields[0].${key}`];
}
