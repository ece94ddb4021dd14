import * as z from "zod";
import { dateFormats } from "../date";
import { momentTemplate, timeFormats } from "../datetime";
import type { FieldType, Resolution, TypedTemplate } from "../field-type";
import { numberFormat } from "../number";
import { checkbox } from "../types/checkbox";
import { currency } from "../types/currency";
import { date } from "../types/date";
import { datetime } from "../types/datetime";
import { duration } from "../types/duration";
import { longText } from "../types/long-text";
import { number } from "../types/number";
import { percent } from "../types/percent";
import { valueList } from "./value-list";

/** Types of the results of computed fields. */
export const resultTypes = ["number", "text", "checkbox", "date", "datetime", "list"] as const;
export type ResultType = (typeof resultTypes)[number];

/** How a number is shown. */
export const numberLooks = ["number", "currency", "percent", "duration"] as const;

/** Template keys that only the server sets, of every computed field. */
export const serverKeys = ["resultType", "fieldIds"] as const;

/** Template keys that the server sets: what the value is, and what it is computed from. */
export const serverTemplate = {
  resultType: z
    .enum(resultTypes)
    .optional()
    .meta({ readOnly: true })
    .describe("Type of the result; set by the server."),
  fieldIds: z
    .array(z.string())
    .optional()
    .meta({ readOnly: true })
    .describe("Ids of all fields that the result derives from; set by the server."),
};

/** Template keys with the formats of results. Those of other types than the result's have no effect. */
export const formatTemplate = {
  showAs: z.enum(numberLooks).default("number").describe("How a number is shown."),
  decimalPlaces: z
    .int()
    .min(0)
    .max(10)
    .nullable()
    .default(null)
    .describe("Decimal places shown of a number; null for as many as it has, of a currency at least two."),
  numberFormat,
  currencySymbol: z.string().max(10).default("$"),
  dateFormat: z.enum(dateFormats).default("local"),
  timeFormat: z.enum(timeFormats).default("12h"),
  timezone: momentTemplate.shape.timezone,
};

const resultTemplate = z.object({ ...serverTemplate, ...formatTemplate });
/** The template of a computed field, as far as its results depend on it. */
export type ResultTemplate = z.infer<typeof resultTemplate>;

/** Computed values have no editor. */
function readOnly({ storage, look, empty }: Resolution): Resolution {
  return { storage, look: { ...look, editor: "none" }, empty };
}

const resolutions = {
  number: readOnly(number.resolve(number.template.parse({}))),
  text: readOnly(longText.resolve({})),
  checkbox: readOnly(checkbox.resolve({})),
  date: readOnly(date.resolve(date.template.parse({}))),
  datetime: readOnly(datetime.resolve(datetime.template.parse({}))),
  list: readOnly(valueList.resolve({})),
} satisfies Record<ResultType, Resolution>;

/** Storage, look and empty value of a result. A result that is not known yet is a text. */
export function resolveResult({ resultType = "text" }: ResultTemplate): Resolution {
  return resolutions[resultType];
}

/** The stored type that a result looks and converts like, with its template. */
export function resultAs(template: ResultTemplate, value?: unknown): TypedTemplate {
  const { resultType = "text" } = template;
  const as = resultType === "number" ? numberAs(template, value) : others[resultType](template);
  return {
    fieldType: as.fieldType.resolve(as.template) as TypedTemplate["fieldType"],
    template: as.template,
  };
}

/** A field type with a template, before it is resolved. */
interface As {
  readonly fieldType: FieldType;
  readonly template: object;
}

const others: Record<Exclude<ResultType, "number">, (template: ResultTemplate) => As> = {
  text: () => as(longText, {}),
  checkbox: () => as(checkbox, {}),
  date: ({ dateFormat }) => as(date, { dateFormat }),
  datetime: ({ dateFormat, timeFormat, timezone }) => as(datetime, { dateFormat, timeFormat, timezone }),
  list: () => as(valueList, {}),
};

/** Without decimal places in the template, a number has those of `value`, as shown, and a currency at least two. */
function numberAs(template: ResultTemplate, value: unknown): As {
  const { showAs, numberFormat, currencySymbol } = template;
  if (showAs === "duration") return as(duration, {});
  const least = showAs === "currency" ? 2 : 0;
  const decimalPlaces =
    template.decimalPlaces ?? Math.max(least, placesOf(value, showAs === "percent" ? 2 : 0));
  if (showAs === "currency") return as(currency, { numberFormat, currencySymbol, decimalPlaces });
  if (showAs === "percent") return as(percent, { numberFormat, decimalPlaces, allowNegative: true });
  return as(number, { numberFormat, decimalPlaces });
}

/** The decimal places of a number, at most 10, after its point is moved right. */
function placesOf(value: unknown, moved: number): number {
  const [mantissa = "", exponent = "0"] = String(value ?? 0).split("e");
  const fraction = mantissa.split(".")[1]?.length ?? 0;
  return Math.min(10, Math.max(0, fraction - Number(exponent) - moved));
}

// Casts because only a type itself may inspect its values.
function as<Template extends object>(
  fieldType: { readonly template: z.ZodType<Template> },
  given: Partial<Template>,
): As {
  return {
    fieldType: fieldType as unknown as FieldType,
    template: fieldType.template.parse(given),
  };
}

/** The parts of a field type that follow from the result: shared by formula, rollup and count. */
export const results = {
  isComputed: true,
  resolve: resolveResult,
  value: (template: ResultTemplate) => {
    const { fieldType, template: own } = resultAs(template);
    return fieldType.value(own);
  },
  toText: (value: unknown, template: ResultTemplate) => {
    const { fieldType, template: own } = resultAs(template, value);
    return fieldType.toText(value, own);
  },
  fromText: () => undefined,
  textSaysLess: true,
  display: (value: unknown, template: ResultTemplate, locale?: string) => {
    const { fieldType, template: own } = resultAs(template, value);
    if (template.resultType === "number" && template.showAs === "duration" && (value as number) < 0)
      return `-${fieldType.display(-(value as number), own, locale)}`;
    return fieldType.display(value, own, locale);
  },
  shown: (template: ResultTemplate) => {
    const { fieldType, template: own } = resultAs(template);
    // Each number has its own decimal places, so only its plain text is known.
    const isPlain =
      template.resultType === "number" && template.showAs !== "duration" && template.decimalPlaces === null;
    return isPlain ? undefined : fieldType.shown?.(own);
  },
} as const;
