import { SelectField } from "@/components/ui/select-field";
import type { numberLooks, ResultType } from "@/lib/field-types/computed/results";
import type { OwnFormProps } from "./own-form";
import type { Template } from "./template";
import type { TemplateEditorProps } from "./template-editor";
import { templateEditors } from "./template-editors";
import { TemplateForm } from "./template-form";

type ResultFormatsProps = Pick<OwnFormProps, "template" | "onChange" | "problems" | "path"> & {
  /** Undefined until it is known. */
  resultType: ResultType | undefined;
};

/** The formats of a computed result. */
export function ResultFormats({ template, onChange, problems, path, resultType }: ResultFormatsProps) {
  const keys = resultType ? formatKeys(resultType, template) : [];
  const shown = Object.fromEntries(keys.map((key) => [key, template[key]]));
  return (
    <TemplateForm
      template={shown}
      onChange={(key, value) => onChange({ [key]: value })}
      problems={problems}
      path={path}
      editors={editors}
    />
  );
}

function formatKeys(resultType: ResultType, { showAs }: Template): readonly string[] {
  if (resultType === "date") return ["dateFormat"];
  if (resultType === "datetime") return ["dateFormat", "timeFormat", "timezone"];
  if (resultType !== "number") return [];
  if (showAs === "duration") return ["showAs"];
  return ["showAs", ...(showAs === "currency" ? ["currencySymbol"] : []), "decimalPlaces", "numberFormat"];
}

const looks: { readonly [Look in (typeof numberLooks)[number]]: string } = {
  number: "Number",
  currency: "Currency",
  percent: "Percent",
  duration: "Duration",
};

const lookChoices = Object.entries(looks).map(([value, label]) => ({ value, label }));

function LookEditor({ value, onChange, problems, path }: TemplateEditorProps<string>) {
  return (
    <SelectField
      label="Show as"
      value={value}
      choices={lookChoices}
      onChange={onChange}
      error={problems[path]}
      className="w-32"
    />
  );
}

const automatic = "";
const placesChoices = [
  { value: automatic, label: "Automatic" },
  ...Array.from({ length: 11 }, (_, places) => ({ value: String(places), label: String(places) })),
];

/** Decimal places; by default, each number has as many as it needs, and an amount of money at least two. */
function PlacesEditor({ value, onChange, problems, path }: TemplateEditorProps<number | null>) {
  return (
    <SelectField
      label="Decimal places"
      value={value === null ? automatic : String(value)}
      choices={placesChoices}
      onChange={(places) => onChange(places === automatic ? null : Number(places))}
      error={problems[path]}
      className="w-32"
    />
  );
}

const editors: Parameters<typeof TemplateForm>[0]["editors"] = {
  ...templateEditors,
  showAs: LookEditor,
  decimalPlaces: PlacesEditor,
};
