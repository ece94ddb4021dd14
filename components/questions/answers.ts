import type { HeldFile } from "@/components/cells/editors/files-draft";
import { isBlank } from "@/components/listing/is-blank";
import { isUnanswered, type Question } from "@/lib/contract/forms";
import { type Answers, shownQuestions } from "@/lib/contract/matches-filter";
import { fieldTypeOf, isLink } from "@/lib/field-types";
import { keptDefault } from "@/lib/field-types/default-value";

/** Text that its field cannot read. It stands in the place of a value, so that nothing typed is lost. */
export interface Unreadable {
  readonly unreadable: string;
  readonly problem: string;
}

/** A record chosen in a link field. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Problems by field id. */
export type AnswerProblems = { readonly [fieldId: string]: string };

export function isUnreadable(answer: unknown): answer is Unreadable {
  return typeof answer === "object" && answer !== null && "unreadable" in answer;
}

/** The value of an answer: choices become ids, unreadable text nothing. */
export function valueIn(question: Question, answer: unknown): unknown {
  if (answer === undefined || isUnreadable(answer)) return fieldTypeOf(question).empty;
  return isLink(question) ? (answer as readonly Choice[]).map(({ id }) => id) : answer;
}

/** The questions that are shown, given the answers. */
export function askedQuestions(questions: readonly Question[], answers: Answers): Question[] {
  return shownQuestions(
    questions,
    Object.fromEntries(questions.map((each) => [each.id, valueIn(each, answers[each.id])])),
  );
}

/** The problems of answers that the page finds itself. */
export function problemsOf(questions: readonly Question[], answers: Answers): AnswerProblems {
  return Object.fromEntries(
    askedQuestions(questions, answers).flatMap((question) => {
      const problem = problemOf(question, answers[question.id]);
      return problem === undefined ? [] : [[question.id, problem]];
    }),
  );
}

function problemOf(question: Question, answer: unknown): string | undefined {
  if (isUnreadable(answer)) return answer.problem;
  if (!question.required || !isUnanswered(question, valueIn(question, answer))) return undefined;
  return fieldTypeOf(question).storage === "boolean"
    ? "Tick this box to go on."
    : "This question needs an answer.";
}

/**
 * The values to send, by field id: those of the shown questions that have one, and the empty ones in place of a default
 * value.
 */
export function sentValues(questions: readonly Question[], answers: Answers): { [fieldId: string]: unknown } {
  return Object.fromEntries(
    askedQuestions(questions, answers).flatMap((question) => {
      const value = valueIn(question, answers[question.id]);
      const isLeftOut = isBlank(value) || value === "";
      return isLeftOut && !hasDefault(question) ? [] : [[question.id, sent(question, value)]];
    }),
  );
}

function hasDefault({ template }: Question): boolean {
  return keptDefault(template) !== undefined;
}

/** The files of a submission are sent as the ids of their uploads. */
function sent(question: Question, value: unknown): unknown {
  if (fieldTypeOf(question).storage !== "files") return value;
  return (value as readonly HeldFile[]).map((file) => (file.id === undefined ? file : { id: file.id }));
}
