"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import type { AnswerProblems } from "@/components/questions/answers";
import { FormSheet } from "@/components/questions/form-sheet";
import type { FormServices } from "@/components/questions/services";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { LoadWhenIdle } from "@/components/ui/on-demand";
import { answerTo, api, errorOf, passwordHeader } from "@/lib/client/api";
import type { ApiError } from "@/lib/contract/errors";
import { defaultAnswers, emptyAnswers, type Form, type FormFile, trapName } from "@/lib/contract/forms";
import { FormPaper } from "./form-paper";
import type { LinkCall } from "./link-call";
import { NeedsScript } from "./needs-script";
import type { Prefill } from "./prefill";
import { Sent } from "./sent";
import { useDraft } from "./use-draft";
import { useSubmission } from "./use-submission";

export interface OpenFormProps {
  readonly token: string;
  readonly call: LinkCall;
  readonly form: Form;
  readonly prefill: Prefill;
  /** When the form was opened, for default values. */
  readonly openedAt: string;
}

/** A form to be filled in and sent. */
export function OpenForm({ token, call, form, prefill, openedAt }: OpenFormProps) {
  const { questions } = form;
  const { draft, isTouched, answer, restart, forget } = useDraft(token, questions, {
    initial: { ...emptyAnswers(questions), ...defaultAnswers(questions, new Date(openedAt)) },
    prefilled: prefill,
  });
  const { isSending, failure, submit, prepare, forgive } = useSubmission(call, questions);
  const [isSent, setIsSent] = useState(false);
  const [news, setNews] = useState("");
  const uploading = useRef(0);
  const formRef = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useFocusOnFirstProblem(formRef, attempt);
  const services = useMemo(() => servicesOf(call, draft.id, uploading), [call, draft.id]);

  const problems = failure?.problems ?? none;
  // A hidden question that keeps the form from being sent is shown.
  const hiddenIds = useMemo(
    () => new Set([...prefill.hiddenIds].filter((id) => !(id in problems))),
    [prefill.hiddenIds, problems],
  );

  async function send(): Promise<void> {
    setNews("");
    if (uploading.current > 0) {
      setNews("Wait until the files are uploaded, then try again.");
      return;
    }
    const isDone = await submit(draft, trapIn(formRef.current));
    if (!isDone) {
      setAttempt((count) => count + 1);
      return;
    }
    forget();
    setIsSent(true);
    if (form.redirectUrl !== null) window.location.assign(form.redirectUrl);
  }

  function clear(): void {
    restart();
    forgive();
    setNews("The form was cleared.");
    formRef.current?.querySelector<HTMLElement>("input:not([type=file]), textarea, button")?.focus();
  }

  useEffect(() => {
    if (isSent) window.scrollTo(0, 0);
  }, [isSent]);

  return (
    <FormPaper>
      <NeedsScript />
      {isSent ? (
        <Sent
          form={form}
          onAnother={() => {
            restart();
            setIsSent(false);
          }}
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: only begins the work for the submission
        <div onFocus={prepare} onPointerDown={prepare}>
          <FormSheet
            key={draft.id}
            form={form}
            answers={draft.answers}
            problems={problems}
            onChange={(fieldId, value) => {
              setNews("");
              forgive(fieldId);
              answer(fieldId, value);
            }}
            onSubmit={() => void send()}
            status={isSending ? "sending" : "idle"}
            services={services}
            hiddenIds={hiddenIds}
            formRef={formRef}
            notice={
              <>
                <Trap />
                {failure && <Notice>{failure.message}</Notice>}
              </>
            }
            actions={
              <>
                {isTouched && (
                  <Button look="quiet" onClick={clear} className="h-11! text-sm!">
                    Clear form
                  </Button>
                )}
                <p role="status" className="text-muted text-sm">
                  {news}
                </p>
              </>
            }
          />
          {form.sharedBy !== null && (
            <p className="mx-auto mt-8 max-w-[640px] text-muted text-sm">{`Shared by ${form.sharedBy}`}</p>
          )}
          <LoadWhenIdle />
        </div>
      )}
    </FormPaper>
  );
}

const none: AnswerProblems = {};

/** An input that people neither see nor reach, but robots fill in. */
function Trap() {
  return (
    <div aria-hidden className="absolute -start-[200vw] size-px overflow-hidden">
      <label>
        Website
        <input name={trapName} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}

function trapIn(form: HTMLFormElement | null): string {
  const trap = form?.elements.namedItem(trapName);
  return trap instanceof HTMLInputElement ? trap.value : "";
}

function servicesOf(call: LinkCall, submissionId: string, uploading: { current: number }): FormServices {
  return {
    async upload(fieldId, file, signal) {
      uploading.current += 1;
      try {
        return await uploadFile(call, { submissionId, fieldId, file, signal });
      } finally {
        uploading.current -= 1;
      }
    },
    choices: (fieldId, search, signal) =>
      api("GET /forms/{token}/fields/{fieldId}/records", {
        ...call,
        params: { ...call.params, fieldId },
        query: search === "" ? {} : { search },
        signal,
      }),
  };
}

interface FileUpload {
  readonly submissionId: string;
  readonly fieldId: string;
  readonly file: File;
  readonly signal: AbortSignal;
}

async function uploadFile(
  { params, sharePassword }: LinkCall,
  { submissionId, fieldId, file, signal }: FileUpload,
): Promise<FormFile> {
  const query = new URLSearchParams({ submissionId, fieldId, filename: file.name });
  const answer = await answerTo(`/api/v1/forms/${encodeURIComponent(params.token)}/files?${query}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/octet-stream",
      ...(sharePassword !== undefined && passwordHeader(sharePassword)),
    },
    body: file,
    signal,
  });
  if (!answer.response.ok) throw explained(errorOf(answer));
  return JSON.parse(answer.text);
}

/** The reason why a file was refused, in words for whoever chose it. */
function explained(error: ApiError): Error {
  const [problem] = error.details ?? [];
  const subject = problem && subjects[problem.path];
  return subject === undefined ? error : new Error(`${subject} ${problem?.message}.`);
}

const subjects: { readonly [path: string]: string } = { filename: "This file", fieldId: "This question" };
