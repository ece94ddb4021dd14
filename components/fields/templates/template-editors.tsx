import { useLinkableTables } from "@/components/open-table/linkable-tables";
import { CheckField } from "@/components/ui/check-field";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { dateFormats, displayDate } from "@/lib/field-types/date";
import { displayMoment, timeFormats } from "@/lib/field-types/datetime";
import { displayDuration, durationFormats } from "@/lib/field-types/duration";
import { displayNumber, numberFormats } from "@/lib/field-types/number";
import { OptionsEditor } from "./options-editor";
import type { TemplateEditor, TemplateEditorProps } from "./template-editor";

function TextEditor({ label, value, onChange, problems, path }: LabelledEditorProps<string>) {
  return (
    <TextField label={label} value={value} onChange={onChange} error={problems[path]} className="w-24" />
  );
}

function CheckEditor({ label, value, onChange }: LabelledEditorProps<boolean>) {
  return <CheckField label={label} value={value} onChange={onChange} className="self-end" />;
}

interface ChoiceEditorProps extends LabelledEditorProps<string> {
  choices: readonly Choice[];
}

function ChoiceEditor({ label, choices, value, onChange, problems, path }: ChoiceEditorProps) {
  return (
    <SelectField
      label={label}
      value={value}
      choices={choices}
      onChange={onChange}
      error={problems[path]}
      className="w-36"
    />
  );
}

interface CountEditorProps extends LabelledEditorProps<number> {
  from: number;
  to: number;
}

/** Chooses a small integer. */
function CountEditor({ label, from, to, value, onChange, problems, path }: CountEditorProps) {
  const counts = Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  return (
    <SelectField
      label={label}
      value={String(value)}
      choices={counts.map((count) => ({ value: count, label: count }))}
      onChange={(next) => onChange(Number(next))}
      error={problems[path]}
      className="w-28"
    />
  );
}

function TimeZoneEditor({ value, onChange, problems, path }: TemplateEditorProps<string>) {
  return (
    <SelectField
      label="Time zone"
      value={value}
      choices={timeZoneChoices()}
      onChange={onChange}
      error={problems[path]}
      className="w-52"
    />
  );
}

function TableEditor({ value, onChange, problems, path }: TemplateEditorProps<string | undefined>) {
  const tables = useLinkableTables();
  return (
    <SelectField
      label="Link to"
      value={value ?? ""}
      choices={tables.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
      error={problems[path]}
      placeholder={tables.length === 0 ? "No other tables yet" : "Choose a table"}
      className="w-52"
    />
  );
}

function AllowMultipleEditor({ value, template, onChange }: TemplateEditorProps<boolean>) {
  const label = "tableId" in template ? "Allow multiple records" : "Allow several people";
  return <CheckField label={label} value={value} onChange={onChange} className="self-end" />;
}

const asInBrowser: Choice = {
  value: "local",
  label: "Local",
  description: "The format of each viewer's browser",
};

const numberFormatChoices = numberFormats.map((value) =>
  value === "local" ? asInBrowser : { value, label: displayNumber(1234.5, value, 2) },
);

const dateFormatChoices = dateFormats.map((value) =>
  value === "local" ? asInBrowser : { value, label: displayDate("2026-01-31", value) },
);

const timeFormatChoices = timeFormats.map((value) => ({ value, label: clockExample(value) }));

const durationFormatChoices = durationFormats.map((value) => ({
  value,
  label: `${value} (${displayDuration(5400, value)})`,
}));

function clockExample(timeFormat: (typeof timeFormats)[number]): string {
  const template = { dateFormat: "iso", timeFormat, timezone: "UTC", displayTimeZone: false } as const;
  return displayMoment("2026-01-31T21:30:00.000Z", template).replace("2026-01-31 ", "");
}

/** Computed on first use: there are hundreds of zones, and few forms need them. */
function timeZoneChoices(): readonly Choice[] {
  zones ??= [
    { value: "", label: "Local", description: "The time zone of each viewer" },
    ...[...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((value) => ({
      value,
      label: value.replaceAll("_", " "),
    })),
  ];
  return zones;
}

let zones: readonly Choice[] | undefined;

/**
 * Editors by template key, so that types with the same key share its editor. The value's type depends on the field
 * type, hence `never`.
 */
export const templateEditors: { readonly [key: string]: TemplateEditor<never> } = {
  currencySymbol: labelled(TextEditor, { label: "Symbol" }),
  decimalPlaces: labelled(CountEditor, { label: "Decimal places", from: 0, to: 10 }),
  numberFormat: labelled(ChoiceEditor, { label: "Format", choices: numberFormatChoices }),
  showProgressBar: labelled(CheckEditor, { label: "Show progress bar" }),
  allowNegative: labelled(CheckEditor, { label: "Allow negative values" }),
  maxRating: labelled(CountEditor, { label: "Stars", from: 1, to: 10 }),
  format: labelled(ChoiceEditor, { label: "Format", choices: durationFormatChoices }),
  dateFormat: labelled(ChoiceEditor, { label: "Format", choices: dateFormatChoices }),
  timeFormat: labelled(ChoiceEditor, { label: "Time format", choices: timeFormatChoices }),
  timezone: TimeZoneEditor,
  displayTimeZone: labelled(CheckEditor, { label: "Show time zone" }),
  options: OptionsEditor,
  disableColors: labelled(CheckEditor, { label: "Hide option colours" }),
  tableId: TableEditor,
  allowMultiple: AllowMultipleEditor,
  prefix: labelled(TextEditor, { label: "Prefix" }),
  padding: labelled(CountEditor, { label: "Minimum digits", from: 0, to: 16 }),
};

interface LabelledEditorProps<Value> extends TemplateEditorProps<Value> {
  label: string;
}

/** Binds a label and options to a generic editor. */
function labelled<Value, Own extends object>(
  Editor: (props: TemplateEditorProps<Value> & Own) => React.ReactNode,
  own: Own,
): TemplateEditor<Value> {
  return (props) => <Editor {...props} {...own} />;
}
