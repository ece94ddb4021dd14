import type { z } from "zod";
import type { StorageKind } from "./storage";

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
  readonly storage: StorageKind;
  /** What the API answers for an empty cell; an empty cell is not stored. */
  readonly empty: null | false | readonly never[];
  /** The template's keys, each with its default: parsing `{}` gives the default template. */
  readonly template: z.ZodType<Template>;
  /** Fills in what only the server can: minted option ids, the next colour. */
  completeTemplate?(template: Template): Template;
  /** What a cell takes, with messages that say what would be right. `null` never reaches it. */
  value(template: Template): z.ZodType<Value>;
  /** From an accepted value to what the database keeps. Left out: the value itself. */
  store?(value: Value, template: Template): Stored;
  /** From what the database keeps to what the API answers. Left out: the stored value itself. */
  present?(stored: Stored, template: Template): Value;
  /** Plain text: what is copied, exported and searched. `fromText` reads it back to the same value. */
  toText(value: Value, template: Template): string;
  /** The value that typed or pasted text means, or undefined where it means none. Never throws. */
  fromText(text: string, template: Template): Value | undefined;
  /** As a person sees it; `locale` is a BCP 47 tag, the machine's own when left out. */
  display(value: Value, template: Template, locale?: string): string;
  readonly look: Look;
  /** Values of the type, each accepted, and texts of it; every test of the type starts from these. */
  readonly examples: readonly Example<Value, Template>[];
  /** Values that are refused. */
  readonly counterexamples: readonly Counterexample<Template>[];
}

export interface Look {
  readonly align: "start" | "end" | "center";
  /** The editor that a cell of this type opens. */
  readonly editor: EditorKind;
  /** How a cell draws its value; left out: as plain text. */
  readonly cell?: "link" | "option" | "checkbox";
}

export type EditorKind = "text" | "long-text" | "number" | "select" | "checkbox" | "date";

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

/** Checks a field type's parts against each other while it is written down. */
export function defineFieldType<Value, Template extends object, Stored = Value>(
  fieldType: FieldType<Value, Template, Stored>,
): FieldType<Value, Template, Stored> {
  return fieldType;
}
