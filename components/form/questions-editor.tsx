import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { AbsentFields } from "./absent-fields";
import { QuestionList } from "./question-list";
import type { Questions } from "./use-questions";

interface QuestionsEditorProps {
  readonly questions: Questions;
  /** The id of the field whose question is open; null for none. */
  readonly openId: string | null;
  readonly onOpen: (fieldId: string | null) => void;
  readonly announce: (text: string) => void;
}

/** The questions of a form, and the fields that it does not ask for. */
export function QuestionsEditor({ questions, openId, onOpen, announce }: QuestionsEditorProps) {
  const { asked, absent } = questions;
  const list = useRef<HTMLDivElement>(null);

  // A click in the preview opens a question that may be out of sight.
  useEffect(() => {
    if (openId === null) return;
    const item = list.current?.querySelector(`[data-asked="${CSS.escape(openId)}"]`);
    item?.scrollIntoView({ block: "nearest" });
  }, [openId]);

  /** Moves the focus to the list, as the pressed button is switched off. */
  function end(words: string): void {
    announce(words);
    list.current?.focus();
  }

  return (
    <>
      <div ref={list} tabIndex={-1} className="flex flex-col gap-1 outline-none">
        <div className="flex items-center">
          <h2 className="min-w-0 flex-1 px-1 font-medium text-dense text-muted">In the form</h2>
          <Button
            look="quiet"
            disabled={absent.length === 0}
            onClick={() => {
              void questions.add(absent);
              end("All fields were added to the form.");
            }}
          >
            Add all
          </Button>
          <Button
            look="quiet"
            disabled={asked.length === 0}
            onClick={() => {
              questions.removeAll();
              onOpen(null);
              end("All questions were removed from the form.");
            }}
          >
            Remove all
          </Button>
        </div>
        {asked.length === 0 ? (
          <p className="px-1 text-muted">This form asks for nothing yet. Add fields from the list below.</p>
        ) : (
          <QuestionList questions={questions} openId={openId} onOpen={onOpen} announce={announce} />
        )}
      </div>
      <AbsentFields questions={questions} announce={announce} />
    </>
  );
}
