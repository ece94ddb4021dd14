"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type EditorSource, EditorSourceProvider } from "@/components/cells/editors/editor-source";
import { uploadFile } from "@/components/cells/editors/upload-file";
import { uploadsBy } from "@/components/cells/editors/uploads";
import { useTableSource } from "@/components/cells/table-source";
import { FormActions } from "@/components/forms/form-actions";
import { problemsOf as problemsOfCall } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { type RequiredRequest, requiredRequest } from "@/components/open-table/required-values";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";
import type { Field } from "@/lib/contract/fields";
import { emptyAnswers, type Question } from "@/lib/contract/forms";
import { type AnswerProblems, problemsOf, sentValues } from "./answers";
import { QuestionRow } from "./question-row";

/** The dialog for required values of a new record. Mounted once in a table's page. */
export function RequiredValues() {
  const request = useSyncExternalStore(requiredRequest.subscribe, requiredRequest.get, () => null);
  useEffect(() => () => requiredRequest.get()?.onDone(null), []);
  return request && <RequiredDialog request={request} />;
}

/** Asks for the required values of a new record. Checks them on the server before it closes, so that none is lost. */
function RequiredDialog({ request }: { readonly request: RequiredRequest }) {
  const { databaseId, tableId, fields, values, onDone } = request;
  const questions = useMemo(() => fields.map(questionOf), [fields]);
  const [answers, setAnswers] = useState(() => emptyAnswers(questions));
  const [problems, setProblems] = useState<AnswerProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const names = useRef(new Map<string, string>()).current;
  const ofTable = useTableSource({ databaseId, tableId }, names);
  const id = useId();
  const uploading = useRef(0);
  const source = useMemo(
    () => ({ ...ofTable, uploadsOf: uploadsWithin(id, { databaseId, uploading }) }),
    [ofTable, id, databaseId],
  );
  useFocusOnFirstProblem(form, problems);
  const { mutate, isPending } = useMutation({
    mutationFn: async (record: RequiredRequest["values"]) => {
      const params = { databaseId, tableId };
      await api("POST /bases/{databaseId}/tables/{tableId}/records", {
        params,
        body: { record },
        isDryRun: true,
      });
      return record;
    },
    onSuccess: onDone,
    onError: (error) => setProblems(byField(problemsOfCall(error))),
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (uploading.current > 0) {
      setProblems({ "": "Wait until the files are uploaded, then try again." });
      return;
    }
    const found = problemsOf(questions, answers);
    setProblems(found);
    if (Object.keys(found).length === 0) mutate({ ...values, ...sentValues(questions, answers) });
  }

  return (
    <Dialog open onClose={() => onDone(null)} title="New record" holdsInput>
      <EditorSourceProvider value={source}>
        <form ref={form} onSubmit={submit} noValidate data-short className="flex min-h-0 flex-col">
          <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
            {problems[""] && <Notice>{problems[""]}</Notice>}
            {questions.map((question) => (
              <QuestionRow
                key={question.id}
                question={question}
                answer={answers[question.id]}
                problem={problems[question.id]}
                names={names}
                onChange={(fieldId, answer) => setAnswers((before) => ({ ...before, [fieldId]: answer }))}
              />
            ))}
          </div>
          <FormActions
            words={{ save: "Add record", saving: "Adding…" }}
            isBusy={isPending}
            onCancel={() => onDone(null)}
            isFooter
          />
        </form>
      </EditorSourceProvider>
    </Dialog>
  );
}

interface Uploading {
  readonly databaseId: string;
  /** The number of uploads under way. */
  readonly uploading: { current: number };
}

/** Uploads files before the record exists. They are dropped if it is not added. */
function uploadsWithin(id: string, { databaseId, uploading }: Uploading): EditorSource["uploadsOf"] {
  return ({ fieldId }) =>
    uploadsBy(`${id} ${fieldId}`, {
      async upload(file, signal) {
        uploading.current += 1;
        try {
          return await uploadFile(databaseId, file, signal);
        } finally {
          uploading.current -= 1;
        }
      },
      add: async () => {},
    });
}

function questionOf({ id, name, type, template, description }: Field): Question {
  return { id, name, type, template, label: name, help: description ?? null, required: true, showWhen: null };
}

/** The problems of a call by field id instead of by path. */
function byField(problems: AnswerProblems): AnswerProblems {
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [path.replace(/^record\./, ""), problem]),
  );
}
