import type { Question } from "@/lib/contract/forms";
import type { Answers } from "@/lib/contract/matches-filter";
import { fieldTypeOf, isLink, typingOf } from "@/lib/field-types";

/** The parameters of a page's address. */
export type Query = { readonly [name: string]: string | string[] | undefined };

/** The part of an address that fills in a form. */
export interface Prefill {
  /** By field id. */
  readonly answers: Answers;
  /** The texts of the address, as JSON. */
  readonly text: string;
  /** The questions whose input is not shown. */
  readonly hiddenIds: ReadonlySet<string>;
}

/** Reads `prefill_Name=…` and `hide_Name=true`, where a name is that of a field, its id or its label. */
export function readPrefill(questions: readonly Question[], query: Query): Prefill {
  const answers: { [fieldId: string]: unknown } = {};
  const named = namedBy(questions, query, "prefill_");
  for (const [question, text] of named) {
    const value = valueFrom(question, text);
    if (value !== undefined) answers[question.id] = value;
  }
  const hidden = namedBy(questions, query, "hide_").filter(([, text]) => text === "true");
  const text = JSON.stringify(named.map(([{ id }, text]) => [id, text]));
  return { answers, text, hiddenIds: new Set(hidden.map(([{ id }]) => id)) };
}

function namedBy(
  questions: readonly Question[],
  query: Query,
  prefix: string,
): (readonly [question: Question, text: string])[] {
  return Object.entries(query).flatMap(([parameter, given]) => {
    if (!parameter.startsWith(prefix)) return [];
    const name = parameter.slice(prefix.length);
    const found =
      questions.find(({ id }) => id === name) ??
      questions.find((each) => each.name === name) ??
      questions.find((each) => each.label === name);
    // The last one counts, as where an address is made longer.
    const text = Array.isArray(given) ? given.at(-1) : given;
    return found && text !== undefined ? [[found, text] as const] : [];
  });
}

/** The questions that link records, with the texts in an address that name them. */
export function readLinks(questions: readonly Question[], query: Query): ReadonlyMap<Question, string> {
  const named = namedBy(questions.filter(isLink), query, "prefill_");
  return new Map(named.filter(([, text]) => text.trim() !== ""));
}

/** Undefined for text that the field does not take. Files cannot be named by text, and records are found by the server. */
function valueFrom(question: Question, text: string): unknown {
  const fieldType = fieldTypeOf(question);
  if (fieldType.storage === "files" || fieldType.storage === "links") return undefined;
  const value =
    fieldType.fromText(text, question.template) ?? typingOf(fieldType).fromText(text, question.template);
  const read = fieldType.value(question.template).safeParse(value);
  return value !== undefined && read.success ? read.data : undefined;
}
