import { useQuery } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { type Choice, SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import { isLink } from "@/lib/field-types";
import { FieldTypeIcon } from "../field-type-icon";
import type { TemplateEditor, TemplateEditorProps } from "./template-editor";
import { templateEditors } from "./template-editors";

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
      choices={links.map(choiceOf)}
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
  const { databaseId, table } = useOpenTable();
  const link = table.fields.find(({ id }) => id === template.linkFieldId);
  const tableId = String(link?.template.tableId ?? "");
  const { data: linked } = useQuery({ ...tableQuery({ databaseId, tableId }), enabled: tableId !== "" });
  return (
    <SelectField
      label="Field to show"
      value={value ?? ""}
      choices={(linked?.fields ?? []).map(choiceOf)}
      onChange={onChange}
      error={problems[path]}
      placeholder={link ? "Choose a field" : "Choose a linked field first"}
      className="w-52"
    />
  );
}

function choiceOf({ id, name, type }: Field): Choice {
  return { value: id, label: name, icon: <FieldTypeIcon type={type} className="text-muted" /> };
}
