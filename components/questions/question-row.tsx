import { memo, useId, useMemo } from "react";
import { editorOf } from "@/components/cells/editors";
import type { Question } from "@/lib/contract/forms";
import { isUnreadable } from "./answers";
import { columnOfQuestion } from "./question-column";
import { QuestionInput, saysRequired } from "./question-input";

interface QuestionRowProps {
  readonly question: Question;
  readonly answer: unknown;
  readonly problem: string | undefined;
  readonly names: ReadonlyMap<string, string>;
  readonly onChange: (fieldId: string, answer: unknown) => void;
}

/** A question with its label, its help, its input and its problem. */
export const QuestionRow = memo(function QuestionRow(props: QuestionRowProps) {
  const { question, answer, names, onChange } = props;
  const id = useId();
  const column = useMemo(() => columnOfQuestion(question), [question]);
  const problem = props.problem ?? (isUnreadable(answer) ? answer.problem : undefined);
  const helpId = question.help === null ? undefined : `${id}-help`;
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const input = (
    <QuestionInput
      {...{ id, column, answer, names }}
      onChange={(next) => onChange(question.id, next)}
      describedBy={[helpId, problemId].filter((each) => each !== undefined).join(" ") || undefined}
      isRequired={question.required}
      isInvalid={problem !== undefined}
    />
  );
  const isBox = editorOf(column).toggled !== undefined;
  const label = (
    <span
      dir="auto"
      className={`min-w-0 break-words ${question.required ? "after:ms-1 after:text-danger after:content-['*'_/_'']" : ""}`}
    >
      {question.label}
      {question.required && !saysRequired(column) && <span className="sr-only"> (required)</span>}
    </span>
  );
  const isGroup = column.fieldType.look.editor === "files";
  const Root = isGroup ? "fieldset" : "div";
  const Label = isGroup ? "legend" : "label";
  return (
    <Root data-question={question.id} className="flex min-w-0 break-inside-avoid flex-col gap-1.5">
      {isBox ? (
        <label
          id={`${id}-label`}
          htmlFor={id}
          className="flex min-h-8 items-start gap-3 py-1.5 font-medium text-base"
        >
          {input}
          {label}
        </label>
      ) : (
        <Label
          id={`${id}-label`}
          {...(isGroup ? {} : { htmlFor: id })}
          className={`font-medium text-base ${isGroup ? "mb-1.5" : ""}`}
        >
          {label}
        </Label>
      )}
      {question.help !== null && (
        <p
          id={helpId}
          dir="auto"
          className={`whitespace-pre-line break-words text-muted text-sm ${isBox ? "ps-8" : ""}`}
        >
          {question.help}
        </p>
      )}
      {!isBox && input}
      {problem !== undefined && (
        <p id={problemId} className="break-words text-danger text-sm">
          {problem}
        </p>
      )}
    </Root>
  );
});
