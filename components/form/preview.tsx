import { useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { nameOf, tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { problemsOf } from "@/components/questions/answers";
import { FormSheet } from "@/components/questions/form-sheet";
import { type FormServices, previewServices } from "@/components/questions/services";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import {
  closedBySettings,
  defaultAnswers,
  describeForm,
  emptyAnswers,
  maxFormChoices,
  type Question,
} from "@/lib/contract/forms";
import type { View } from "@/lib/contract/views";
import { linkedTableId } from "./questions";

interface PreviewProps {
  readonly view: View & { type: "form" };
  /** The id of the field whose question is edited, which scrolls into view. */
  readonly openId?: string | null;
  /** Called with the id of the field whose question was clicked. */
  readonly onPick?: (fieldId: string) => void;
}

/** The form as its visitors see it, to try out: it sends nothing. */
export function Preview({ view, openId = null, onPick }: PreviewProps) {
  const { table } = useOpenTable();
  const form = useMemo(() => describeForm(view, table.fields), [view, table.fields]);
  const [given, setGiven] = useState<Given>({});
  const [openedAt] = useState(() => new Date());
  const answers = answersTo(form.questions, given, openedAt);
  const problems = problemsOf(form.questions, answers);
  const services = usePreviewServices(view);
  const isTried = Object.keys(given).length > 0;
  const [isChecked, setIsChecked] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (openId === null) return;
    const question = sheet.current?.querySelector(`[data-question="${CSS.escape(openId)}"]`);
    question?.scrollIntoView({ block: "nearest" });
  }, [openId]);

  function pick({ target }: MouseEvent) {
    const question = target instanceof Element ? target.closest<HTMLElement>("[data-question]") : null;
    if (question?.dataset.question) onPick?.(question.dataset.question);
  }

  return (
    <div className="flex min-h-full flex-col">
      <div className="flex h-10 shrink-0 items-center gap-2 px-4 text-muted">
        <p className="min-w-0 flex-1 truncate">{noteOn(view)}</p>
        {isTried && (
          <Button
            look="quiet"
            onClick={() => {
              setGiven({});
              setIsChecked(false);
            }}
          >
            Clear answers
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a shortcut to the list of questions */}
      <div ref={sheet} onClick={pick} className="px-4 pt-4 pb-16">
        <FormSheet
          isPreview
          form={form}
          answers={answers}
          problems={isChecked ? problems : {}}
          services={services}
          onSubmit={() => {
            setIsChecked(true);
            if (Object.keys(problems).length === 0) notify({ title: "This is a preview: nothing was sent" });
          }}
          onChange={(fieldId, answer) => {
            const question = form.questions.find(({ id }) => id === fieldId);
            if (question) setGiven((now) => ({ ...now, [fieldId]: { type: question.type, answer } }));
          }}
        />
      </div>
    </div>
  );
}

/** Answers with the types that their fields had. */
interface Given {
  readonly [fieldId: string]: { readonly type: string; readonly answer: unknown };
}

/** Leaves out answers to fields whose type has changed since. */
function answersTo(
  questions: readonly Question[],
  given: Given,
  openedAt: Date,
): { [fieldId: string]: unknown } {
  const fitting = questions.flatMap(({ id, type }) => {
    const found = given[id];
    return found && found.type === type ? [[id, found.answer]] : [];
  });
  return {
    ...emptyAnswers(questions),
    ...defaultAnswers(questions, openedAt),
    ...Object.fromEntries(fitting),
  };
}

function noteOn({ config }: PreviewProps["view"]): string {
  const closed = closedBySettings(config);
  return closed === null ? "Preview. Nothing is sent." : notes[closed];
}

const notes = {
  closed: "Preview. This form is closed: visitors can't fill it in.",
  over: "Preview. The time of this form is over: visitors can't fill it in.",
};

/** Offers the records that a linked record field would offer, as far as the member may read them. */
function usePreviewServices({ config }: PreviewProps["view"]): FormServices {
  const { databaseId, table } = useOpenTable();
  const queryClient = useQueryClient();
  return {
    ...previewServices,
    async choices(fieldId, search, signal) {
      const field = table.fields.find(({ id }) => id === fieldId);
      const viewId = config.fields.find((each) => each.fieldId === fieldId)?.linkViewId;
      if (!field || !viewId) return { records: [], hasMore: false };
      const place = { databaseId, tableId: linkedTableId(field) };
      const linked = await queryClient.ensureQueryData(tableQuery(place));
      const { records, hasMore } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
        params: place,
        body: { viewId, search, limit: maxFormChoices, total: false, fields: [linked.primaryFieldId] },
        signal,
      });
      return { records: records.map((each) => ({ id: each.id, name: nameOf(each, linked) })), hasMore };
    },
  };
}
