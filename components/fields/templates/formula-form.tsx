import { useCallback, useRef, useState } from "react";
import { checkLocally } from "@/components/formulas/check-locally";
import { FormulaEditor } from "@/components/formulas/formula-editor";
import type { Field } from "@/lib/contract/fields";
import type { ResultType } from "@/lib/field-types/computed/results";
import { isList } from "@/lib/formulas";
import { FieldTypeIcon } from "../field-type-icon";
import { useFieldPreview } from "./field-preview";
import { useFormulaScope } from "./formula-scope";
import type { OwnFormProps } from "./own-form";
import { ResultFormats } from "./result-formats";

/** A formula, and the formats of its result. */
export function FormulaForm(props: OwnFormProps) {
  const { template, onChange, submitted, problems, path, field, hasFocus } = props;
  const { formula = "", ...formats } = template;
  const text = String(formula);
  const place = useRef<HTMLDivElement>(null);
  const scope = useFormulaScope(field);
  const [answered, setAnswered] = useState<Field | undefined>(field);
  const preview = useFieldPreview({ type: "formula", template: formats, field, onField: setAnswered });
  const error = submitted?.formula === formula ? problems[`${path}.formula`] : undefined;
  const timezone = String(template.timezone ?? "");
  const commit = useCallback(() => place.current?.closest("form")?.requestSubmit(), []);
  const local = checkLocally(text, scope, timezone).formula?.type;
  const resultType = local ? (isList(local) ? "list" : local) : answered?.template.resultType;
  return (
    <div ref={place} className="flex min-w-0 flex-col gap-3">
      <FormulaEditor
        label="Formula"
        text={text}
        onChange={(next) => onChange({ formula: next })}
        scope={scope}
        renderIcon={(type) => <FieldTypeIcon type={type} />}
        timezone={timezone}
        error={error}
        preview={preview}
        onCommit={commit}
        hasFocus={hasFocus}
      />
      <ResultFormats {...props} resultType={resultType as ResultType | undefined} />
    </div>
  );
}
