import type { Problems } from "@/components/forms/problems";
import type { Template } from "./table-draft";
import type { TemplateEditor } from "./template-editor";
import { templateEditors } from "./template-editors";

interface TemplateFormProps {
  template: Template;
  onChange: (key: string, value: unknown) => void;
  problems: Problems;
  path: string;
}

/** What can be set about a field of some type: an editor for each key of its template that has one. */
export function TemplateForm({ template, onChange, problems, path }: TemplateFormProps) {
  const shown = Object.keys(template).filter((key) => key in templateEditors);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      {shown.map((key) => {
        const Editor = templateEditors[key] as TemplateEditor<unknown>;
        return (
          <Editor
            key={key}
            value={template[key]}
            onChange={(value) => onChange(key, value)}
            problems={problems}
            path={`${path}.${key}`}
          />
        );
      })}
    </div>
  );
}
