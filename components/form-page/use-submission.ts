import { useMemo, useRef, useState } from "react";
import { type AnswerProblems, problemsOf, sentValues } from "@/components/questions/answers";
import { api } from "@/lib/client/api";
import { ApiError, type ErrorDetail } from "@/lib/contract/errors";
import { dependsOnZone } from "@/lib/contract/filters";
import { type Question, trapName } from "@/lib/contract/forms";
import { viewersTimeZone } from "@/lib/field-types/zone";
import type { FormDraft } from "./draft";
import type { LinkCall } from "./link-call";
import { createProver, type Prover } from "./prover";

export interface Failure {
  readonly message: string;
  /** By field id. */
  readonly problems: AnswerProblems;
}

interface Submission {
  readonly isSending: boolean;
  readonly failure: Failure | null;
  readonly submit: (draft: FormDraft, trap: string) => Promise<boolean>;
  /** Begins the proof of work. */
  readonly prepare: () => void;
  /** Removes the problem of a question that is being answered anew, or the whole failure. */
  readonly forgive: (fieldId?: string) => void;
}

/** Sends a form. A failed attempt changes nothing, and the next one is the same submission. */
export function useSubmission(call: LinkCall, questions: readonly Question[]): Submission {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const prover = useMemo(() => createProver(call), [call]);
  const isBusy = useRef(false);

  async function submit(draft: FormDraft, trap: string): Promise<boolean> {
    if (isBusy.current) return false;
    const problems = problemsOf(questions, draft.answers);
    if (Object.keys(problems).length > 0) {
      setFailure({ message: unanswered, problems });
      return false;
    }
    isBusy.current = true;
    setIsSending(true);
    try {
      await send({ call, prover, questions, draft, trap });
      setFailure(null);
      return true;
    } catch (error) {
      setFailure(failureOf(error, questions));
      return false;
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  }
  function forgive(fieldId?: string): void {
    setFailure((now) => {
      if (!now || fieldId === undefined) return null;
      if (!(fieldId in now.problems)) return now;
      const { [fieldId]: _, ...problems } = now.problems;
      return Object.keys(problems).length === 0 ? null : { ...now, problems };
    });
  }
  return { isSending, failure, submit, prepare: prover.prepare, forgive };
}

interface Sending {
  readonly call: LinkCall;
  readonly prover: Prover;
  readonly questions: readonly Question[];
  readonly draft: FormDraft;
  readonly trap: string;
}

async function send({ call, prover, questions, draft, trap }: Sending): Promise<void> {
  const attempt = async () =>
    api("POST /forms/{token}/submissions", {
      ...call,
      body: {
        id: draft.id,
        values: sentValues(questions, draft.answers),
        ...(questions.some(({ showWhen }) => showWhen && dependsOnZone(showWhen)) && {
          timeZone: viewersTimeZone(),
        }),
        proof: await prover.prove(),
        ...(trap !== "" && ({ [trapName]: trap } as object)),
      },
    });
  try {
    await attempt();
  } catch (error) {
    // The server has seen this proof, in an attempt whose answer was lost, or it has expired.
    prover.drop();
    if (!hasDetail(error, "proof")) throw error;
    await attempt();
  }
  prover.drop();
}

function hasDetail(error: unknown, path: string): boolean {
  return error instanceof ApiError && (error.details ?? []).some((each) => each.path.startsWith(path));
}

const unanswered = "Some answers need your attention.";

function failureOf(error: unknown, questions: readonly Question[]): Failure {
  if (!(error instanceof ApiError)) {
    return { message: "Something went wrong in this page. Reload it and try again.", problems: {} };
  }
  const problems = problemsIn(error.details ?? [], questions);
  const message = Object.keys(problems).length > 0 ? unanswered : messageOf(error);
  return { message, problems };
}

function messageOf({ code, message, headers }: ApiError): string {
  if (code === "UNAVAILABLE") {
    const reason = navigator.onLine ? "The server can't be reached." : "You are offline.";
    return `${reason} Your answers are kept. Try again in a moment.`;
  }
  const seconds = Number(headers["Retry-After"]);
  if (code !== "RATE_LIMITED" || !(seconds > 0)) return message;
  return `This form was sent too often from here. Your answers are kept. Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`;
}

/** The problems that the server found, at the questions that they are about. */
function problemsIn(details: readonly ErrorDetail[], questions: readonly Question[]): AnswerProblems {
  const problems: { [fieldId: string]: string } = {};
  for (const { path, message } of details) {
    const found = questions.find(({ id }) => new RegExp(`^values\\.${id}(?![\\w-])`).test(path));
    if (found) problems[found.id] ??= `This question ${message}.`;
  }
  return problems;
}
