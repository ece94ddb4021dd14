import type * as z from "zod";
import type { Shown } from "./shown";
import type { Stacks } from "./stacks";
import type { StorageKind } from "./storage";
import { maxLineLength } from "./text";

/** Properties that every record has, as columns of their own. */
export type RecordColumn = "createdAt" | "updatedAt" | "source" | "createdById" | "updatedById";

/** Properties of a type that may depend on the template of a field. */
export interface Resolution {
  readonly storage: StorageKind;
  readonly look: Look;
  /** Value of an empty cell in API responses. An empty cell is not stored. */
  readonly empty: null | false | readonly never[];
}

/** A field type resolved for one field. */
export type ResolvedType<Value = unknown, Template extends object = object, Stored = Value> = FieldType<
  Value,
  Template,
  Stored
> &
  Resolution;

/**
 * Defines a field type: its values, their text forms, storage and appearance.
 *
 * `Value` is the type in requests and responses, `Stored` the type in the database (the same by default),
 * `Template` the settings of a field.
 */
export interface FieldType<Value = unknown, Template extends object = object, Stored = Value> {
  /** Name in the API. */
  readonly type: string;
  /** Name in the page. */
  readonly label: string;
  /** One line for the type picker and the API reference. */
  readonly description: string;
  /** True if the first field of a table may have this type. */
  readonly canBePrimary: boolean;
  /** Marks types whose values the server computes; nobody writes them. */
  readonly isComputed?: true;
  /** Resolves the type for a template. Returns the same object for templates that behave alike. */
  resolve(template: Template): ResolvedType<Value, Template, Stored>;
  /**
   * Ids of the fields, in the same or in linked tables, that the values derive from when they are read. Omitted by
   * types that store values.
   */
  reads?(template: Template): readonly string[];
  /** The template without these fields, for people who see the values and may not know how they are computed. */
  withoutReads?(template: Template): object;
  /** The stacks of a board by such a field. Omitted or undefined if a board cannot stack records by it. */
  stacks?(template: Template): Stacks | undefined;
  /** Marks types that number the records of a table by creation: identifiers, not amounts. */
  readonly isSerial?: true;
  /** Column of the record that holds the value, for properties that every record has. */
  readonly column?: RecordColumn;
  /** Shape of the template. Keys have defaults unless a field cannot work without them. */
  readonly template: z.ZodType<Template>;
  /** Template keys that only the server sets. Callers may send them back unchanged. */
  readonly serverKeys?: readonly (keyof Template & string)[];
  /** Fills in what only the server can: new option ids, the next colour. */
  completeTemplate?(template: Template): Template;
  /** Merges a changed template with the previous one or reports why it cannot: option ids keep their meaning. */
  followTemplate?(previous: Template, next: Template, refuse: Refuse): Template;
  /** Ids of options that the next template lacks. Cells that hold them would become empty. */
  removedOptions?(previous: Template, next: Template): string[];
  /** Adds options for plain texts that match none, up to the limit. */
  optionsFrom?(texts: readonly string[], template: Template): Template;
  /** Adds options for unknown labels in a written value (`?typecast=true`). */
  optionsFor?(written: unknown, template: Template): Template;
  /** Shape of an accepted value, with messages that explain the expected format. `null` is handled before. */
  value(template: Template): z.ZodType<Value>;
  /** The problem of a value that is valid, as cells may hold it, but that nobody may write any more. */
  unwritable?(value: Value, template: Template): string | undefined;
  /** Converts an accepted value to the stored one. Identity by default. */
  store?(value: Value, template: Template): Stored;
  /** Converts a stored value to the one in responses. Identity by default. */
  present?(stored: Stored, template: Template): Value;
  /** Formats as plain text for copying, export, search and conversion. `fromText` parses it to the same value. */
  toText(value: Value, template: Template): string;
  /** Maximum length of text that is parsed, in UTF-16 code units. The length of a line by default. */
  readonly maxTextLength?: number;
  /** Parses plain text; undefined if it is not a value. Never throws. */
  fromText(text: string, template: Template): Value | undefined;
  /** Marks types whose plain text loses information, so that `fromText` always returns undefined. */
  readonly textSaysLess?: true;
  /**
   * Text form in editors, if it differs from plain text. A percent field edits a quarter as 25, or its plain text
   * 0.25 as 0,25 in locales with a decimal comma.
   */
  readonly typing?: Typing<Value, Template>;
  /** Formats for display. `locale` is a BCP 47 tag; by default the one of the machine. */
  display(value: Value, template: Template, locale?: string): string;
  /** How `display` writes a value, for search. Omitted or undefined where that is the plain text, or not text at all. */
  shown?(template: Template): Shown | undefined;
  /** Marks types whose `display` describes a drawing (stars, a tick). A copied cell uses its plain text instead. */
  readonly isDrawn?: true;
  /** Target of a cell that is shown as a link. */
  href?(value: Value): string;
  /** Accepted values with their texts. The tests of every type start from these. */
  readonly examples: readonly Example<Value, Template>[];
  /** Refused values. */
  readonly counterexamples: readonly Counterexample<Template>[];
}

/** Text form for typing and pasting in a locale. `fromText` parses the output of both `toText` and `display`. */
export interface Typing<Value = unknown, Template extends object = object> {
  toText(value: Value, template: Template, locale?: string): string;
  fromText(text: string, template: Template, locale?: string): Value | undefined;
  /** Expected format for a person, if it differs from that of the API. */
  readonly words?: string;
}

/** The text form for editors. */
export function typingOf(fieldType: FieldType): Typing {
  return fieldType.typing ?? fieldType;
}

/** Text of a copied cell: as displayed, except lists, which must parse back. */
export function copiedText(
  fieldType: ResolvedType,
  value: unknown,
  template: object,
  locale?: string,
): string {
  const isPlain = fieldType.isDrawn || Array.isArray(fieldType.empty);
  return isPlain ? fieldType.toText(value, template) : fieldType.display(value, template, locale);
}

/** A resolved field type together with the field's template. */
export interface TypedTemplate {
  readonly fieldType: ResolvedType;
  readonly template: object;
}

/** Reports a problem of a template and its path. */
export type Refuse = (path: PropertyKey[], message: string) => void;

export interface Look {
  readonly align: "start" | "end" | "center";
  /** Editor of a cell. */
  readonly editor: EditorKind;
  /**
   * View of a cell; plain text by default. "progress": text, with a bar if the template has `showProgressBar`.
   * "lookup": the view of the looked-up field.
   */
  readonly cell?:
    | "link"
    | "option"
    | "options"
    | "checkbox"
    | "rating"
    | "progress"
    | "files"
    | "records"
    | "people"
    | "lookup";
}

export type EditorKind =
  | "text"
  | "long-text"
  | "number"
  | "select"
  | "multi-select"
  | "checkbox"
  | "date"
  | "datetime"
  | "rating"
  | "files"
  | "records"
  | "people"
  /** Computed values have no editor. */
  | "none";

export interface Example<Value, Template> {
  readonly template?: Partial<Template>;
  /** Value in a request. */
  readonly input: unknown;
  /** Value in the response; the input by default. */
  readonly value?: Value;
  /** Plain text of the value. */
  readonly text: string;
}

export interface Counterexample<Template> {
  readonly template?: Partial<Template>;
  readonly input: unknown;
}

/**
 * A field type as written in its file: with fixed properties, or with `resolve`, which chooses one of a few
 * constants.
 */
type Definition<Value, Template extends object, Stored> = Omit<
  FieldType<Value, Template, Stored>,
  "resolve"
> &
  (Resolution | { resolve(template: Template): Resolution });

/** Checks the types of a definition against each other and limits the length of the texts it parses. */
export function defineFieldType<Value, Template extends object, Stored = Value>(
  definition: Definition<Value, Template, Stored>,
): FieldType<Value, Template, Stored> {
  const { resolve, ...parts } = withResolve(definition);
  const { maxTextLength = maxLineLength, fromText, typing } = parts;
  type Read = Typing<Value, Template>["fromText"];
  const bounded =
    (read: Read): Read =>
    (text, template, locale) =>
      text.length > maxTextLength ? undefined : read(text, template, locale);
  const resolved = new Map<Resolution, ResolvedType<Value, Template, Stored>>();
  const fieldType: FieldType<Value, Template, Stored> = {
    ...parts,
    fromText: bounded(fromText),
    ...(typing && { typing: { ...typing, fromText: bounded(typing.fromText) } }),
    resolve: (template) => {
      const resolution = resolve(template);
      const known = resolved.get(resolution) ?? { ...fieldType, ...resolution };
      resolved.set(resolution, known);
      return known;
    },
  };
  return fieldType;
}

function withResolve<Value, Template extends object, Stored>(
  definition: Definition<Value, Template, Stored>,
) {
  if ("resolve" in definition) return definition;
  const { storage, look, empty, ...parts } = definition;
  const resolution: Resolution = { storage, look, empty };
  return { ...parts, resolve: (_: Template) => resolution };
}
