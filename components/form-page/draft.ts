import { v4 } from "uuid";
import * as z from "zod";
import { isUnreadable } from "@/components/questions/answers";
import { formFile, type Question } from "@/lib/contract/forms";
import type { Answers } from "@/lib/contract/matches-filter";
import { fieldTypeOf, isLink } from "@/lib/field-types";
import type { Prefill } from "./prefill";

/** A form as far as it is filled in. */
export interface FormDraft {
  /** The id of the submission, the same for all attempts to send it. */
  readonly id: string;
  readonly answers: Answers;
  /** The texts of the address that it began with: “now” gives another answer each minute. */
  readonly prefilled: string;
}

const storedDraft = z.object({
  id: z.guid(),
  prefilled: z.string(),
  questions: z.record(z.string(), z.object({ type: z.string(), answer: z.unknown() })),
});

const choices = z.array(z.object({ id: z.guid(), name: z.string() }));

/** The answers that a form begins with. */
export interface GivenAnswers {
  /** For all questions. */
  readonly initial: Answers;
  /** The answers in the address, which take their place, and its texts. */
  readonly prefilled: Pick<Prefill, "answers" | "text">;
}

/** A form that nobody has touched yet. */
export function newDraft({ initial, prefilled }: GivenAnswers): FormDraft {
  return {
    id: v4(),
    answers: { ...initial, ...prefilled.answers },
    prefilled: prefilled.text,
  };
}

/** The draft as text to store, with the types of its questions. */
export function writeDraft(questions: readonly Question[], { id, answers, prefilled }: FormDraft): string {
  const kept = questions.map((each) => [each.id, { type: each.type, answer: answers[each.id] }]);
  return JSON.stringify({ id, prefilled, questions: Object.fromEntries(kept) });
}

/**
 * The stored draft; undefined if there is none. Drops answers that a changed question no longer takes. An address with
 * other texts than the draft began with wins.
 */
export function readDraft(
  questions: readonly Question[],
  { text, initial, prefilled }: GivenAnswers & { readonly text: string | null },
): FormDraft | undefined {
  const stored = parsed(text);
  if (!stored) return undefined;
  const answers = questions.flatMap((question) => {
    const { type, answer } = stored.questions[question.id] ?? {};
    return type === question.type && takes(question, answer) ? [[question.id, answer]] : [];
  });
  return {
    id: stored.id,
    answers: {
      ...initial,
      ...Object.fromEntries(answers),
      ...(stored.prefilled !== prefilled.text && prefilled.answers),
    },
    prefilled: prefilled.text,
  };
}

function parsed(text: string | null): z.output<typeof storedDraft> | undefined {
  try {
    return text === null ? undefined : storedDraft.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function takes(question: Question, answer: unknown): boolean {
  if (isUnreadable(answer)) return true;
  const fieldType = fieldTypeOf(question);
  if (isLink(question)) return choices.safeParse(answer).success;
  if (fieldType.storage === "files") return z.array(formFile).safeParse(answer).success;
  return answer === null || fieldType.value(question.template).safeParse(answer).success;
}
