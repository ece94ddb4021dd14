import { useOpenTable } from "@/components/open-table/open-table";
import { SelectField } from "@/components/ui/select-field";
import { isLink } from "@/lib/field-types";
import { fieldChoice } from "./field-choice";
import type { TemplateEditor, TemplateEditorProps } from "./template-editor";
import { templateEditors } from "./template-editors";
import { useLinkedTable } from "./use-linked-table";

/** The template editors for fields of an existing table, including those of lookups. */
export const fieldTemplateEditors: { readonly [key: string]: TemplateEditor<never> } = {
  ...templateEditors,
  linkFieldId: LinkFieldEditor,
  targetFieldId: TargetFieldEditor,
};

/** Chooses the link field of a lookup. */
function LinkFieldEditor({ value, onChange, problems, path }: TemplateEditorProps<string | undefined>) {
  const { table } = useOpenTable();
  const links = table.fields.filter(isLink);
  return (
    <SelectField
      label="Linked field"
      value={value ?? ""}
      choices={links.map(fieldChoice)}
      onChange={onChange}
      error={problems[path]}
      placeholder={links.length === 0 ? "This table has no linked fields yet" : "Choose a linked field"}
      className="w-52"
    />
  );
}

/** Chooses the field of the linked records to show. */
function TargetFieldEditor(props: TemplateEditorProps<string | undefined>) {
  const { value, template, onChange, problems, path } = props;
  const linked = useLinkedTable(template.linkFieldId);
  return (
    <SelectField
      label="Field to show"
      value={value ?? ""}
      choices={(linked?.fields ?? []).map(fieldChoice)}
      onChange={onChange}
      error={problems[path]}
      placeholder={template.linkFieldId ? "Choose a field" : "Choose a linked field first"}
      className="w-52"
    />
  );
}
