import type { Question } from "@/lib/contract/forms";
import { fieldType } from "@/lib/field-types";

/** A question of a test. */
export function question(id: string, type: string, given: Partial<Question> = {}): Question {
  const template = fieldType(type).template.parse(given.template ?? {}) as Question["template"];
  return { id, name: id, type, label: id, help: null, required: false, showWhen: null, ...given, template };
}
