import type { Problems } from "@/components/forms/problems";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { dateFormats, displayDate } from "@/lib/field-types/date";
import { displayNumber, numberFormats } from "@/lib/field-types/number";
import { OptionsEditor } from "./options-editor";
import type { Template } from "./table-draft";
import type { TemplateEditor, TemplateEditorProps } from "./template-editor";

interface TemplateFormProps {
  template: Template;
  onChange: (key: string, value: unknown) => void;
  problems: Problems;
  path: string;
}

/** What can be set about a field of some type: an editor for each key of its template that has one. */
export function TemplateForm({ template, onChange, problems, path }: TemplateFormProps) {
  const shown = Object.keys(template).filter((key) => key in editors);
  if (shown.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {shown.map((key) => {
        const Editor = editors[key] as TemplateEditor<unknown>;
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

function SymbolEditor({ value, onChange, problems, path }: TemplateEditorProps<string>) {
  return (
    <TextField label="Symbol" value={value} onChange={onChange} error={problems[path]} className="w-20" />
  );
}

function DecimalPlacesEditor({ value, onChange, problems, path }: TemplateEditorProps<number>) {
  return (
    <SelectField
      label="Decimal places"
      value={String(value)}
      choices={decimalPlaces}
      onChange={(next) => onChange(Number(next))}
      error={problems[path]}
      className="w-28"
    />
  );
}

const decimalPlaces: Choice[] = Array.from({ length: 11 }, (_, places) => ({
  value: String(places),
  label: String(places),
}));

function NumberFormatEditor(props: TemplateEditorProps<string>) {
  return <FormatEditor choices={numberFormatChoices} {...props} />;
}

function DateFormatEditor(props: TemplateEditorProps<string>) {
  return <FormatEditor choices={dateFormatChoices} {...props} />;
}

interface FormatEditorProps extends TemplateEditorProps<string> {
  choices: readonly Choice[];
}

function FormatEditor({ choices, value, onChange, problems, path }: FormatEditorProps) {
  return (
    <SelectField
      label="Format"
      value={value}
      choices={choices}
      onChange={onChange}
      error={problems[path]}
      className="w-36"
    />
  );
}

const asInBrowser: Choice = {
  value: "local",
  label: "Local",
  description: "As each reader’s browser writes it",
};

const numberFormatChoices = numberFormats.map((value) =>
  value === "local" ? asInBrowser : { value, label: displayNumber(1234.5, value, 2) },
);

const dateFormatChoices = dateFormats.map((value) =>
  value === "local" ? asInBrowser : { value, label: displayDate("2026-01-31", value) },
);

/**
 * Editors by the template's key, so that types which share a key share its editor. What a key holds is for
 * the types that have it to say: hence `never`.
 */
const editors: { [key: string]: TemplateEditor<never> } = {
  currencySymbol: SymbolEditor,
  decimalPlaces: DecimalPlacesEditor,
  numberFormat: NumberFormatEditor,
  dateFormat: DateFormatEditor,
  options: OptionsEditor,
};
