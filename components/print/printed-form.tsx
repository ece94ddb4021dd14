import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { indexesOf } from "@/components/listing/range";
import { useOpenTable } from "@/components/open-table/open-table";
import { describeForm, type Question } from "@/lib/contract/forms";
import type { View } from "@/lib/contract/views";
import { type EditorKind, fieldTypeOf } from "@/lib/field-types";
import type { SelectTemplate } from "@/lib/field-types/option";
import { printPage } from "./print-page";
import { usePicturesLoaded } from "./use-pictures-loaded";

interface PrintedFormProps {
  readonly view: View & { type: "form" };
  readonly onClose: () => void;
}

/** A form to be filled in by hand, which is printed at once. */
export function PrintedForm({ view, onClose }: PrintedFormProps) {
  const { table } = useOpenTable();
  const { title, description, cover, questions } = useMemo(
    () => describeForm(view, table.fields),
    [view, table.fields],
  );
  const sheetRef = useRef<HTMLElement>(null);
  const isReady = usePicturesLoaded(sheetRef, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: prints once
  useEffect(() => {
    if (isReady) printPage(title, onClose);
  }, [isReady]);
  return createPortal(
    <article ref={sheetRef} data-print-sheet="portrait" className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        {cover !== null && (
          // biome-ignore lint/performance/noImgElement: the server makes no sizes of it
          <img src={cover} alt="" className="aspect-[4/1] w-full rounded-lg object-cover" />
        )}
        <h1 dir="auto" className="font-semibold text-2xl [overflow-wrap:anywhere]">
          {title}
        </h1>
        {description !== "" && (
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {description}
          </p>
        )}
      </header>
      {questions.map((question) => (
        <PrintedQuestion key={question.id} question={question} />
      ))}
    </article>,
    document.body,
  );
}

function PrintedQuestion({ question }: { readonly question: Question }) {
  const { editor } = fieldTypeOf(question).look;
  const isBox = editor === "checkbox";
  const room = isBox ? null : (rooms[editor]?.(question.template) ?? <Lines count={1} />);
  return (
    <section className="flex break-inside-avoid flex-col gap-1">
      <h2 dir="auto" className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
        {isBox && <Box />}
        <span className="min-w-0">
          {question.label}
          {question.required && <span className="text-danger"> *</span>}
        </span>
      </h2>
      {question.help !== null && (
        <p dir="auto" className="whitespace-pre-line text-muted text-xs [overflow-wrap:anywhere]">
          {question.help}
        </p>
      )}
      {room}
    </section>
  );
}

/** The most options that are printed to be ticked. */
const maxOptions = 40;

/** The room for an answer by hand; a line for others. */
const rooms: { readonly [Kind in EditorKind]?: (template: object) => ReactNode } = {
  "long-text": () => <Lines count={5} />,
  select: (template) => <Options template={template as SelectTemplate} />,
  "multi-select": (template) => <Options template={template as SelectTemplate} />,
  rating: (template) => <Choices labels={starsOf(template as { readonly maxRating: number })} />,
};

function Options({ template: { options } }: { readonly template: SelectTemplate }) {
  if (options.length > maxOptions) return <Lines count={1} />;
  return <Choices labels={options.map(({ label }) => label)} />;
}

function starsOf({ maxRating }: { readonly maxRating: number }): string[] {
  return indexesOf({ first: 1, end: maxRating + 1 }).map(String);
}

function Choices({ labels }: { readonly labels: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1.5 py-1">
      {labels.map((label) => (
        <li key={label} dir="auto" className="flex items-center gap-2">
          <Box />
          {label}
        </li>
      ))}
    </ul>
  );
}

function Box() {
  return <span aria-hidden className="size-4 shrink-0 rounded-sm border border-text" />;
}

function Lines({ count }: { readonly count: number }) {
  return indexesOf({ first: 0, end: count }).map((line) => (
    <span key={line} aria-hidden data-line className="h-8 border-border-strong border-b" />
  ));
}
