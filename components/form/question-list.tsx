import { ChevronRight, Eye, X } from "lucide-react";
import type { MouseEvent } from "react";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { IconButton } from "@/components/ui/icon-button";
import { SortableList } from "@/components/ui/sortable-list";
import { focusNeighbour } from "./focus-neighbour";
import { QuestionSettings } from "./question-settings";
import type { Asked } from "./questions";
import type { Questions } from "./use-questions";

interface QuestionListProps {
  readonly questions: Questions;
  /** The id of the field whose question is open; null for none. */
  readonly openId: string | null;
  readonly onOpen: (fieldId: string | null) => void;
  readonly announce: (text: string) => void;
}

/** The questions of a form in order. Each opens in place. */
export function QuestionList({ questions, openId, onOpen, announce }: QuestionListProps) {
  const { asked } = questions;
  function remove(event: MouseEvent<HTMLElement>, { id, name }: Asked) {
    focusNeighbour(event.currentTarget);
    questions.remove(id);
    if (id === openId) onOpen(null);
    announce(`“${name}” was removed from the form.`);
  }
  return (
    <SortableList
      label="Questions"
      items={asked}
      onSort={(sorted) => questions.sort(sorted.map(({ id }) => id))}
      className="gap-px"
    >
      {(each) => {
        const isOpen = each.id === openId;
        return (
          <div className="min-w-0 flex-1" data-asked={each.id}>
            <div className="flex items-center">
              <QuestionButton asked={each} isOpen={isOpen} onToggle={() => onOpen(isOpen ? null : each.id)} />
              <IconButton
                icon={X}
                data-action="remove"
                label={`Remove ${each.name} from the form`}
                onClick={(event) => remove(event, each)}
              />
            </div>
            {isOpen && <QuestionSettings asked={each} questions={questions} />}
          </div>
        );
      }}
    </SortableList>
  );
}

interface QuestionButtonProps {
  readonly asked: Asked;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function QuestionButton({ asked: { name, field, question }, isOpen, onToggle }: QuestionButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="group flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-1 text-left hover:bg-hover aria-expanded:font-medium"
    >
      <FieldTypeIcon type={field.type} className="text-muted" />
      <span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
        {name}
        {(question.required || field.isRequired) && (
          <>
            <span aria-hidden className="text-danger">
              {" *"}
            </span>
            <span className="sr-only"> (required)</span>
          </>
        )}
      </span>
      {question.showWhen !== null && (
        <Eye role="img" aria-label="Shown under conditions" className="size-3.5 shrink-0 text-muted" />
      )}
      <ChevronRight
        aria-hidden
        className="size-3.5 shrink-0 text-muted transition-transform group-aria-expanded:rotate-90"
      />
    </button>
  );
}
