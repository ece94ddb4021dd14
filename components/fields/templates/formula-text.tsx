import { FormulaEditor } from "@/components/formulas/formula-editor";
import type { Field } from "@/lib/contract/fields";
import { FieldTypeIcon } from "../field-type-icon";
import { useFormulaScope } from "./formula-scope";

/** A formula that the person may read but not change. */
export function FormulaText({ field }: { field: Field }) {
  const scope = useFormulaScope(field);
  return (
    <FormulaEditor
      label="Formula"
      text={String(field.template.formula)}
      onChange={() => {}}
      scope={scope}
      renderIcon={(type) => <FieldTypeIcon type={type} />}
      isReadOnly
      hasFocus
    />
  );
}
