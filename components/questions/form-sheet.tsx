"use client";

import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef } from "react";
import { EditorSourceProvider } from "@/components/cells/editors/editor-source";
import { nobody, RightsProvider } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { useIsLive } from "@/components/ui/use-is-live";
import { useStable } from "@/components/ui/use-stable";
import type { Form } from "@/lib/contract/forms";
import type { Answers } from "@/lib/contract/matches-filter";
import { isLink } from "@/lib/field-types";
import { type AnswerProblems, askedQuestions, type Choice } from "./answers";
import { followPresses } from "./press";
import { QuestionRow } from "./question-row";
import { editorSource, type FormServices } from "./services";

export interface FormSheetProps {
  readonly form: Pick<Form, "title" | "description" | "cover" | "questions" | "submitLabel">;
  /** By field id; begins with `emptyAnswers`. */
  readonly answers: Answers;
  /** By field id. */
  readonly problems?: AnswerProblems;
  readonly onChange: (fieldId: string, answer: unknown) => void;
  /** Left out in a preview, which sends nothing. */
  readonly onSubmit?: () => void;
  readonly status?: "idle" | "sending";
  readonly services: FormServices;
  /** True for a form inside of another page. */
  readonly isPreview?: boolean;
  /** The questions that the address hides, though their conditions hold. */
  readonly hiddenIds?: ReadonlySet<string>;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  /** Stands above the button, such as a message about a failure. */
  readonly notice?: ReactNode;
  /** Stands beside the button. */
  readonly actions?: ReactNode;
}

const none: ReadonlySet<string> = new Set();

/** A form to fill in: its title, its questions and its button. */
export function FormSheet(props: FormSheetProps) {
  const { form, answers, problems = {}, services, isPreview = false, hiddenIds = none, status } = props;
  const isLive = useIsLive();
  useEffect(followPresses, []);
  const key = useId();
  const names = useRef(new Map<string, string>()).current;
  for (const { id, name } of choicesIn(form, answers)) names.set(id, name);
  const change = useStable(props.onChange);
  const addFile = useStable((fieldId: string, file: unknown) => {
    const files = (answers[fieldId] ?? []) as readonly unknown[];
    props.onChange(fieldId, [...files, file]);
  });
  const source = useMemo(
    () => editorSource({ key, services, names, addFile }),
    [key, services, names, addFile],
  );
  const asked = askedQuestions(form.questions, answers).filter(({ id }) => !hiddenIds.has(id));
  const Title = isPreview ? "h2" : "h1";

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (status !== "sending") props.onSubmit?.();
  }

  return (
    <RightsProvider id={nobody} actions={[]}>
      <EditorSourceProvider value={source}>
        <form
          ref={props.formRef}
          onSubmit={submit}
          noValidate
          aria-labelledby={`${key}-title`}
          aria-busy={status === "sending" || undefined}
          className="mx-auto flex w-full max-w-[640px] flex-col gap-8"
        >
          <header className="flex flex-col gap-3">
            {form.cover !== null && (
              // biome-ignore lint/performance/noImgElement: the server makes no sizes of it
              <img src={form.cover} alt="" className="mb-3 aspect-[4/1] w-full rounded-lg object-cover" />
            )}
            <Title
              id={`${key}-title`}
              dir="auto"
              className="text-balance break-words font-semibold text-2xl leading-tight sm:text-3xl"
            >
              {form.title}
            </Title>
            {form.description !== "" && (
              <p dir="auto" className="whitespace-pre-line break-words text-base text-muted">
                {form.description}
              </p>
            )}
          </header>
          {/* An early key would be lost. */}
          <fieldset disabled={!isLive} className="flex min-w-0 flex-col gap-7">
            {asked.map((question) => (
              <QuestionRow
                key={question.id}
                question={question}
                answer={answers[question.id]}
                problem={problems[question.id]}
                names={names}
                onChange={change}
              />
            ))}
          </fieldset>
          {props.notice}
          <div className="flex flex-wrap items-center gap-3 print:hidden">
            <Button look="primary" type="submit" className="h-11! max-w-full px-6! text-base!">
              <span dir="auto" className="truncate">
                {status === "sending" ? "Sending…" : form.submitLabel}
              </span>
            </Button>
            {props.actions}
          </div>
        </form>
      </EditorSourceProvider>
    </RightsProvider>
  );
}

function choicesIn({ questions }: Pick<Form, "questions">, answers: Answers): readonly Choice[] {
  return questions.filter(isLink).flatMap(({ id }) => {
    const answer = answers[id];
    return Array.isArray(answer) ? (answer as readonly Choice[]) : [];
  });
}
