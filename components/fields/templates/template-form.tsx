import type { Problems } from "@/components/forms/problems";
import type { Template } from "./template";
import type { TemplateEditor } from "./template-editor";
import { templateEditors } from "./template-editors";

interface TemplateFormProps {
  template: Template;
  onChange: (key: string, value: unknown) => void;
  problems: Problems;
  path: string;
  /** Editors by template key. Default: those that work in a new table too. */
  editors?: { readonly [key: string]: TemplateEditor<never> };
}

/** The settings of a field type: an editor for each template key that has one. */
export function TemplateForm(props: TemplateFormProps) {
  const { template, onChange, problems, path, editors = templateEditors } = props;
  const shown = Object.keys(template).filter((key) => key in editors);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      {shown.map((key) => {
        const Editor = editors[key] as TemplateEditor<unknown>;
        return (
          <Editor
            key={key}
            value={template[key]}
            template={template}
            onChange={(value) => onChange(key, value)}
            problems={problems}
            path={`${path}.${key}`}
          />
        );
      })}
    </div>
  );
}
