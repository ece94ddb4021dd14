import type * as z from "zod";
import type { StorageKind } from "./storage";
import { longestLine } from "./text";

/** A type's answers that may depend on a field's template. */
export interface Resolution {
  readonly storage: StorageKind;
  readonly look: Look;
  /** What the API answers for an empty cell; an empty cell is not stored. */
  readonly empty: null | false | readonly never[];
}

/** A field type together with its answers for one field. */
export type ResolvedType<Value = unknown, Template extends object = object, Stored = Value> = FieldType<
  Value,
  Template,
  Stored
> &
  Resolution;

/**
 * A field type: what a value is, how text becomes one and reads back, how it is stored, how it looks.
 *
 * `Value` is what the API takes and answers, `Stored` what the database keeps (the same, unless a type
 * says otherwise), `Template` the options a field of this type carries.
 */
export interface FieldType<Value = unknown, Template extends object = object, Stored = Value> {
  /** As the API spells it. */
  readonly type: string;
  /** As a person reads it. */
  readonly label: string;
  /** One line for the type picker and the API reference. */
  readonly description: string;
  /** Whether a table's first field may be of this type. */
  readonly canBePrimary: boolean;
  /** The server makes the values, and nobody writes them. */
  readonly isComputed?: true;
  /** The type for a field with this template; the same object for templates that are answered alike. */
  resolve(template: Template): ResolvedType<Value, Template, Stored>;
  /**
   * The ids of the fields, of the same table or of linked ones, from whose values those of a field are derived when
   * they are read. Left out by types that store values of their own.
   */
  reads?(template: Template): readonly string[];
  /** The server numbers the records of a table in the order of their creation: a name for each rather than an amount. */
  readonly isSerial?: true;
  /** The column of the record that holds the value, for what every record has anyway. */
  readonly column?: "createdAt" | "updatedAt" | "source";
  /** The template's keys, each with its default unless a field cannot do without it. */
  readonly template: z.ZodType<Template>;
  /** The template's keys that the server alone sets; a caller may send them back as they are. */
  readonly serverKeys?: readonly (keyof Template & string)[];
  /** Fills in what only the server can: minted option ids, the next colour. */
  completeTemplate?(template: Template): Template;
  /** Lets a changed template go on from the one before, or says why it cannot: option ids keep their meaning. */
  followTemplate?(previous: Template, next: Template, refuse: Refuse): Template;
  /** The ids of the options that the next template lacks: cells may hold them, and would become empty. */
  removedOptions?(previous: Template, next: Template): string[];
  /** The template with options for what the plain texts name and it lacks, as far as there is room. */
  optionsFrom?(texts: readonly string[], template: Template): Template;
  /** The template with options for the labels in a written value that it lacks (`?typecast=true`). */
  optionsFor?(written: unknown, template: Template): Template;
  /** What a cell takes, with messages that say what would be right. `null` never reaches it. */
  value(template: Template): z.ZodType<Value>;
  /** From an accepted value to what the database keeps. Left out: the value itself. */
  store?(value: Value, template: Template): Stored;
  /** From what the database keeps to what the API answers. Left out: the stored value itself. */
  present?(stored: Stored, template: Template): Value;
  /** Plain text: what is copied, exported, searched and converted. `fromText` reads it back to the same value. */
  toText(value: Value, template: Template): string;
  /** The longest text that means a value, in UTF-16 code units: longer text is not looked at. Left out: that of a line. */
  readonly longestText?: number;
  /** The value that plain text means, or undefined where it means none. Never throws. */
  fromText(text: string, template: Template): Value | undefined;
  /** The plain text says less than the value, so that `fromText` reads no value from any. */
  readonly textSaysLess?: true;
  /**
   * The text an editor begins with and what its text means, where people write a value another way than its
   * plain text: 25 for a quarter in a percent field, whose plain text is 0.25, and 0,25 where that is how it is written.
   */
  readonly typing?: Typing<Value, Template>;
  /** As a person sees it; `locale` is a BCP 47 tag, the machine's own when left out. */
  display(value: Value, template: Template, locale?: string): string;
  /** `display` describes a drawing (stars, a tick): a copied cell says its plain text instead. */
  readonly isDrawn?: true;
  /** Where a cell that looks like a link leads to. */
  href?(value: Value): string;
  /** Values of the type, each accepted, and texts of it; every test of the type starts from these. */
  readonly examples: readonly Example<Value, Template>[];
  /** Values that are refused. */
  readonly counterexamples: readonly Counterexample<Template>[];
}

/** As people of a locale type and paste: `fromText` reads back what `toText` writes, and what `display` shows. */
export interface Typing<Value = unknown, Template extends object = object> {
  toText(value: Value, template: Template, locale?: string): string;
  fromText(text: string, template: Template, locale?: string): Value | undefined;
  /** What a person types, where that is another thing than what a caller of the API sends. */
  readonly words?: string;
}

/** How people type the values of a type. */
export function typingOf(fieldType: FieldType): Typing {
  return fieldType.typing ?? fieldType;
}

/** The text of a copied cell: as the cell shows it, and lists so that they can be read back. */
export function copiedText(fieldType: ResolvedType, value: unknown, template: object): string {
  const isPlain = fieldType.isDrawn || Array.isArray(fieldType.empty);
  return isPlain ? fieldType.toText(value, template) : fieldType.display(value, template);
}

/** A field's type, with its answers for that field, together with the template that the field has. */
export interface TypedTemplate {
  readonly fieldType: ResolvedType;
  readonly template: object;
}

/** Told what is wrong with a template, and where in it. */
export type Refuse = (path: PropertyKey[], message: string) => void;

export interface Look {
  readonly align: "start" | "end" | "center";
  /** The editor that a cell of this type opens. */
  readonly editor: EditorKind;
  /**
   * How a cell draws its value; left out: as plain text. "progress": as text, with a bar beside it where the
   * template's `showProgressBar` asks for one. "lookup": as the field does that is looked up.
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
  /** The cell has none: its value is computed. */
  | "none";

export interface Example<Value, Template> {
  readonly template?: Partial<Template>;
  /** What a caller sends. */
  readonly input: unknown;
  /** What the API answers; left out: the input. */
  readonly value?: Value;
  /** The value's plain text. */
  readonly text: string;
}

export interface Counterexample<Template> {
  readonly template?: Partial<Template>;
  readonly input: unknown;
}

/**
 * A field type as it is written down: with its answers for every field or, where these depend on the template, with
 * `resolve`, which chooses one of a few constants.
 */
type Definition<Value, Template extends object, Stored> = Omit<
  FieldType<Value, Template, Stored>,
  "resolve"
> &
  (Resolution | { resolve(template: Template): Resolution });

/** Checks a field type's parts against each other while it is written down, and bounds the texts that it reads. */
export function defineFieldType<Value, Template extends object, Stored = Value>(
  definition: Definition<Value, Template, Stored>,
): FieldType<Value, Template, Stored> {
  const { resolve, ...parts } = withResolve(definition);
  const { longestText = longestLine, fromText, typing } = parts;
  type Read = Typing<Value, Template>["fromText"];
  const bounded =
    (read: Read): Read =>
    (text, template, locale) =>
      text.length > longestText ? undefined : read(text, template, locale);
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
