import { useId } from "react";
import { SavedText } from "@/components/ui/saved-text";
import { SwitchRow } from "@/components/ui/switch-row";
import { isLink } from "@/lib/field-types";
import { LinkedView } from "./linked-view";
import { questionProblem } from "./problems";
import { type Asked, earlierFields } from "./questions";
import { ShowWhen } from "./show-when";
import type { Questions } from "./use-questions";

interface QuestionSettingsProps {
  readonly asked: Asked;
  readonly questions: Questions;
}

/** Edits how a form asks for a field. */
export function QuestionSettings({ asked, questions }: QuestionSettingsProps) {
  const { id, field, question } = asked;
  const { isRequired = false } = field;
  const reasonId = useId();
  const earlier = earlierFields(questions.asked, id);
  return (
    <div className="flex flex-col gap-3 px-1 pt-2 pb-4">
      <SavedText
        label="Label"
        placeholder={field.name}
        value={question.label ?? ""}
        problemIn={(label) => questionProblem("label", label)}
        onSave={(label) => questions.change(id, { label: label.trim() === "" ? null : label })}
      />
      <SavedText
        label="Help"
        placeholder="Shown below the label"
        rows={1}
        value={question.help ?? ""}
        problemIn={(help) => questionProblem("help", help)}
        onSave={(help) => questions.change(id, { help: help.trim() === "" ? null : help })}
      />
      {isLink(field) && (
        <LinkedView
          field={field}
          viewId={question.linkViewId}
          onChange={(linkViewId) => questions.change(id, { linkViewId })}
        />
      )}
      <div className="flex flex-col gap-1">
        <div className="-mx-1 flex">
          <SwitchRow
            label="Required"
            value={question.required || isRequired}
            disabled={isRequired}
            describedBy={isRequired ? reasonId : undefined}
            onChange={(required) => questions.change(id, { required })}
          />
        </div>
        {isRequired && (
          <p id={reasonId} className="text-dense text-muted">
            The field is required in the whole table. You can change that in its settings.
          </p>
        )}
      </div>
      <ShowWhen
        fields={earlier}
        filter={question.showWhen}
        onChange={(showWhen) => questions.change(id, { showWhen })}
      />
    </div>
  );
}
