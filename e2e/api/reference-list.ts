/** A reference implementation of filters, search and sorts in JavaScript, to compare the SQL with. */
import type { Field } from "../../lib/contract/fields";
import { fieldType } from "../../lib/field-types";

export interface Thing {
  readonly id: string;
  readonly fields: { readonly [name: string]: unknown };
}

export interface ReferenceField {
  /** `name`: one of a few words. `links`: record ids. `files`: attachments. `texts`: the values of a lookup. */
  readonly kind:
    | "text"
    | "number"
    | "boolean"
    | "option"
    | "list"
    | "date"
    | "moment"
    | "name"
    | "links"
    | "files"
    | "texts";
  /** The option labels in order. */
  readonly labels?: readonly string[];
  /** The values of a lookup, if they can be compared. */
  readonly items?: ReferenceField;
  /** The time zone in which a date without time is a day. */
  readonly timeZone?: string;
  /** The names of linked records by id. */
  readonly names?: ReadonlyMap<string, string>;
  /** The texts that a cell shows, if they differ from the plain text. */
  readonly shown?: (value: unknown) => readonly string[];
}

export type ReferenceFields = { readonly [name: string]: ReferenceField };
type Written = { readonly [key: string]: unknown };

export function passes(fields: ReferenceFields, thing: Thing, written: object): boolean {
  const filter = written as Written;
  if ("and" in filter) return (filter.and as Written[]).every((part) => passes(fields, thing, part));
  if ("or" in filter) return (filter.or as Written[]).some((part) => passes(fields, thing, part));
  const name = filter.field as string;
  const operator = Object.keys(filter).find((key) => key !== "field") as string;
  const field = fields[name] as ReferenceField;
  const value = thing.fields[name];
  const opposite = opposites[operator];
  if (opposite !== undefined) return !answer(field, value, opposite, filter[operator]);
  return answer(field, value, operator, filter[operator]);
}

/** Tests whether a value of a thing contains the text, ignoring case. Checkboxes are not searched. */
export function holds(fields: ReferenceFields, thing: Thing, search: string): boolean {
  return Object.entries(fields).some(([name, field]) =>
    searchedIn(field, thing.fields[name]).some((text) => lower(text).includes(lower(search))),
  );
}

export interface ReferenceSort {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** Sorts things: empty cells last in either direction, ties by id. */
export function inOrder(
  fields: ReferenceFields,
  things: readonly Thing[],
  sorts: readonly ReferenceSort[],
): Thing[] {
  return things.toSorted((one, other) => {
    for (const { field: name, direction } of sorts) {
      const [a, b] = [one.fields[name], other.fields[name]];
      const [aIsEmpty, bIsEmpty] = [isEmpty(a), isEmpty(b)];
      if (aIsEmpty && bIsEmpty) continue;
      if (aIsEmpty !== bIsEmpty) return aIsEmpty ? 1 : -1;
      const difference = compareValues(fields[name] as ReferenceField, a, b);
      if (difference !== 0) return direction === "asc" ? difference : -difference;
    }
    return one.id < other.id ? -1 : 1;
  });
}

const opposites: { readonly [operator: string]: string } = {
  does_not_equal: "equals",
  does_not_contain: "contains",
  is_not_empty: "is_empty",
  not_in: "in",
  is_not_within: "is_within",
};

function answer(field: ReferenceField, value: unknown, operator: string, operand: unknown): boolean {
  if (operator === "is_empty") return isEmpty(value);
  if (operator === "in" && !Array.isArray(value)) {
    return (operand as unknown[]).some((each) => answer(field, value, "equals", each));
  }
  if (value === null) return false;
  if (operator === "contains_all") {
    return (operand as unknown[]).every((each) => answer(field, value, "in", [each]));
  }
  if (field.kind === "list" || field.kind === "links") {
    const wanted = operator === "in" ? (operand as unknown[]) : [operand];
    return wanted.some((each) => (value as unknown[]).includes(each));
  }
  if (field.kind === "texts" || field.kind === "files") {
    const values = value as unknown[];
    if (operator === "in") return values.some((each) => (operand as string[]).includes(textOf(each)));
    if (operator === "contains") return values.some((each) => lower(textOf(each)).includes(lower(operand)));
    const { items } = field;
    return values.some((each) => items !== undefined && answer(items, each, operator, operand));
  }
  if (operator === "is_within") return isWithin(field, value, String(operand));
  if (operator === "contains") return lower(value).includes(lower(operand));
  if (operator === "starts_with") return lower(value).startsWith(lower(operand));
  if (operator === "ends_with") return lower(value).endsWith(lower(operand));
  if (operator === "equals" && !["date", "moment", "number"].includes(field.kind)) return value === operand;
  return (comparisons[operator] as (difference: number) => boolean)(distance(field, value, operand));
}

const comparisons: { readonly [operator: string]: (difference: number) => boolean } = {
  equals: (difference) => difference === 0,
  greater_than: (difference) => difference > 0,
  greater_than_or_equal_to: (difference) => difference >= 0,
  less_than: (difference) => difference < 0,
  less_than_or_equal_to: (difference) => difference <= 0,
};

/** Compares two values. A date without time equals every moment of that day. */
function distance({ kind, timeZone = "UTC" }: ReferenceField, value: unknown, operand: unknown): number {
  if (kind === "number") return Number(value) - Number(operand);
  if (kind === "moment" && String(operand).includes("T"))
    return Date.parse(value as string) - Date.parse(operand as string);
  const day = kind === "moment" ? dayAt(Date.parse(value as string), timeZone) : String(value);
  const wanted = dayOf(String(operand), timeZone);
  return day === wanted ? 0 : day < wanted ? -1 : 1;
}

function dayAt(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment);
}

/** The day of a word such as `3_days_ago`; a day is its own. */
function dayOf(written: string, timeZone: string): string {
  const [, count, side] = /^(\d+)_days_(ago|from_now)$/.exec(written) ?? [];
  const near: { readonly [word: string]: number } = { yesterday: -1, today: 0, tomorrow: 1 };
  const distance = count === undefined ? near[written] : Number(count) * (side === "ago" ? -1 : 1);
  if (distance === undefined) return written;
  const date = new Date(`${dayAt(Date.now(), timeZone)}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + distance);
  return date.toISOString().slice(0, 10);
}

/** Tests whether the day of a value is one of those that a word stands for. */
function isWithin({ kind, timeZone = "UTC" }: ReferenceField, value: unknown, word: string): boolean {
  const own = kind === "moment" ? dayAt(Date.parse(value as string), timeZone) : String(value);
  const [day, today] = [own, dayAt(Date.now(), timeZone)].map((each) => Date.parse(`${each}T00:00:00Z`)) as [
    number,
    number,
  ];
  const [first = "", second = "", third] = word.split("_");
  if (third !== undefined) {
    const distance = (day - today) / 86_400_000;
    return first === "past"
      ? distance <= 0 && -distance <= Number(second)
      : distance >= 0 && distance <= Number(second);
  }
  if (second === "") return own === dayOf(word, timeZone);
  const numberOf = (moment: number) => {
    const date = new Date(moment);
    if (second === "year") return date.getUTCFullYear();
    if (second === "month") return date.getUTCFullYear() * 12 + date.getUTCMonth();
    // 5 January 1970 was the first Monday.
    return Math.floor((moment / 86_400_000 - 4) / 7);
  };
  return numberOf(day) - numberOf(today) === ["last", "this", "next"].indexOf(first) - 1;
}

const rootCollation = new Intl.Collator("en", { usage: "sort", sensitivity: "variant" });

export function compareValues({ kind, labels = [] }: ReferenceField, a: unknown, b: unknown): number {
  if (kind === "option") return labels.indexOf(a as string) - labels.indexOf(b as string);
  if (kind === "number" || kind === "boolean") return Number(a) - Number(b);
  if (kind !== "text") return a === b ? 0 : String(a) < String(b) ? -1 : 1;
  return (
    rootCollation.compare(a as string, b as string) ||
    Buffer.compare(Buffer.from(a as string), Buffer.from(b as string))
  );
}

/** The texts that the cells of a field show, in English. */
export function shownBy({ type, template }: Pick<Field, "type" | "template">): Pick<ReferenceField, "shown"> {
  const its = fieldType(type);
  if (!its.shown) return {};
  return {
    shown: (value) => {
      const displayed = its.display(value, template, "en-US").replaceAll(/[\u00a0\u202f]/g, " ");
      // Numbers are found with and without the signs between their groups.
      return [displayed, displayed.replaceAll(/(?<=\d),(?=\d{3})/g, "")];
    },
  };
}

/** The texts of a value that a search finds. */
export function searchedIn(field: ReferenceField, value: unknown): string[] {
  const plain = textsOf(field, value);
  // People do not search for numbers of so many digits with group separators.
  const isHuge = typeof value === "number" && Math.abs(value) >= 1e27;
  return field.shown && value !== null && !isHuge ? [...plain, ...field.shown(value)] : plain;
}

/** The plain texts of a value: texts, option labels, and names of linked records. */
function textsOf({ kind, names }: ReferenceField, value: unknown): string[] {
  if (value === null || kind === "boolean") return [];
  const items = Array.isArray(value) ? value : [value];
  return kind === "links" ? items.map((id) => names?.get(id) ?? "") : items.map(textOf);
}

/** A value as text: a number in digits only, a file by its name. */
function textOf(value: unknown): string {
  if (typeof value === "number") return inDigits(value);
  return typeof value === "object" && value !== null && "originalName" in value
    ? String(value.originalName)
    : String(value);
}

/** Formats a number without an exponent: JavaScript writes 0.0000001 as 1e-7. */
function inDigits(number: number): string {
  const [, sign, first, rest = "", zeros] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(String(number)) ?? [];
  return zeros === undefined ? String(number) : `${sign}0.${"0".repeat(Number(zeros) - 1)}${first}${rest}`;
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Folds case. Both lowercase forms of Σ become one, as the choice depends on the next letter. */
export function lower(text: unknown): string {
  return String(text).toLowerCase().replaceAll("ς", "σ");
}
