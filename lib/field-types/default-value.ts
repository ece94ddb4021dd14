/** Default values: the setting `default` of a field, from which new records get the values that nobody wrote. */
import * as z from "zod";
import { momentValue } from "./datetime";
import { isEmpty } from "./empty";
import type { FieldType, ResolvedType, TypedTemplate } from "./field-type";
import { indexOf, type SelectTemplate } from "./option";
import { memberOf, type PeopleTemplate } from "./people";
import type { StorageKind } from "./storage";
import { nameOf, quote } from "./text";

/** The time and the person of a new record. */
export interface Creation {
  readonly at: Date;
  /** Null for a record that nobody creates, such as the submission of a form. */
  readonly personId: string | null;
}

/** How the fields of a storage kind keep and apply a default value. */
interface Defaults {
  /** Reads a written default to the form that the template keeps: a stored value, or a word. */
  readonly shape: (fieldType: ResolvedType, template: object) => z.ZodType;
  /** The written form of a kept default, if it is another. */
  readonly written?: (kept: unknown, template: object) => unknown;
  /** The stored value of a new record; undefined for none. */
  readonly stored: (kept: unknown, made: Creation, template: object) => unknown;
}

/** The time of creation, as a default of dates. */
export const now = "now";

/** The person who creates the record, as a default of fields with people. */
export const me = "me";

const same: Defaults = {
  shape: (fieldType, template) => fieldType.value(template),
  stored: (kept) => kept,
};

/** Kinds of values that a field may have by default. */
const kinds: { readonly [Kind in StorageKind]?: Defaults } = {
  text: same,
  number: same,
  boolean: same,
  date: { shape: orNow, stored: (kept, { at }) => (kept === now ? at.toISOString().slice(0, 10) : kept) },
  timestamp: {
    shape: orNow,
    stored: (kept, { at }) => (kept === now ? momentValue.parse(at.toISOString()) : kept),
  },
  option: {
    shape: (_, template) => optionIn(template as SelectTemplate),
    written: labelsOf,
    stored: (kept, _, template) => knownOptions([kept], template as SelectTemplate)[0],
  },
  options: {
    shape: (_, template) => z.array(optionIn(template as SelectTemplate), listOf("options")),
    written: labelsOf,
    stored: (kept, _, template) => knownOptions(kept as unknown[], template as SelectTemplate),
  },
  people: {
    shape: (_, template) => {
      const { allowMultiple } = template as PeopleTemplate;
      const id = z.uuid({ error: ({ input }) => `takes the id of a person, not ${quote(input)}` });
      const list = z.array(id, listOf(`people, or "${me}" for whoever creates the record`));
      const one = list.max(1, { error: "takes one person, because allowMultiple is off" });
      return z.union([z.literal(me), allowMultiple ? list : one]);
    },
    stored: (kept, { personId }, template) => {
      if (kept === me) return personId === null ? undefined : [personId];
      return (kept as string[]).filter((id) => memberOf(template as PeopleTemplate, id));
    },
  },
};

/** A type whose fields can have the setting `default`, unless nobody writes their values. */
export function withDefault(fieldType: FieldType): FieldType {
  const { template, resolve, isComputed } = fieldType;
  // Types whose storage depends on the template are computed.
  if (isComputed || !kinds[resolve({}).storage]) return fieldType;
  const extended = extend(template, resolve);
  const resolved = new Map<ResolvedType, ResolvedType>();
  return {
    ...fieldType,
    template: extended,
    resolve: (given) => {
      const known = resolve(given);
      const completed = resolved.get(known) ?? { ...known, template: extended };
      resolved.set(known, completed);
      return completed;
    },
  };
}

function extend(template: z.ZodType<object>, resolve: FieldType["resolve"]): z.ZodType<object> {
  if (!(template instanceof z.ZodObject)) throw new Error("a template is an object");
  return template.extend({ default: written }).check((payload) => {
    const { default: given, ...settings } = payload.value as { default?: unknown };
    if (given === undefined) return;
    payload.value = settings;
    const fieldType = resolve(settings);
    if (isEmpty(fieldType, given) || given === "") return;
    const read = kinds[fieldType.storage]?.shape(fieldType, settings).safeParse(given);
    if (read?.success) payload.value = { ...settings, default: read.data };
    for (const { message, path } of read?.error?.issues ?? []) {
      payload.issues.push({ code: "custom", message, path: ["default", ...path], input: given });
    }
  });
}

const written = z
  .unknown()
  .optional()
  .describe("The value that a new record gets if none is given; null for none.");

interface ChangedTemplate {
  readonly previous: object;
  /** Contains the default of the previous template. */
  readonly next: object;
}

/** A changed template that keeps its default if it is still allowed: an option by its value, or by its label. */
export function withKeptDefault(fieldType: FieldType, { previous, next }: ChangedTemplate): object {
  const { default: kept, ...settings } = next as { default?: unknown };
  if (kept === undefined) return next;
  const written = kinds[fieldType.resolve(previous).storage]?.written?.(kept, previous);
  const allowed = [kept, written].find(
    (form) => form !== undefined && fieldType.template.safeParse({ ...settings, default: form }).success,
  );
  return allowed === undefined ? settings : { ...settings, default: allowed };
}

/** The default of a field as its template keeps it; undefined for none. */
export function keptDefault(template: object): unknown {
  return (template as { default?: unknown }).default;
}

/** The stored value that a new record gets by default; undefined for an empty cell. */
export function defaultOf({ fieldType, template }: TypedTemplate, made: Creation): unknown {
  const kept = keptDefault(template);
  const stored = kept === undefined ? undefined : kinds[fieldType.storage]?.stored(kept, made, template);
  return isEmpty(fieldType, stored) ? undefined : stored;
}

function orNow(fieldType: ResolvedType, template: object): z.ZodType {
  return z.unknown().transform((written, context) => {
    if (written === now) return now;
    const read = fieldType.value(template).safeParse(written);
    for (const { message } of read.error?.issues ?? []) {
      context.addIssue({ code: "custom", message: `${message}, or "${now}" for the time of creation` });
    }
    return read.data;
  });
}

/** Reads an option by value or label. One that is just being added has no value yet, and stays a label. */
function optionIn(template: SelectTemplate) {
  const { byId, byLabel } = indexOf(template);
  return z
    .string({ error: ({ input }) => `takes the label of an option, not ${nameOf(input)}` })
    .transform((written, context) => {
      const option = byId.get(written) ?? byLabel.get(written);
      if (!option) context.addIssue({ code: "custom", message: `has no option ${quote(written)}` });
      return option?.value ?? written;
    });
}

function labelsOf(kept: unknown, template: object): unknown {
  const { byId } = indexOf(template as SelectTemplate);
  const labelOf = (id: unknown) => byId.get(String(id))?.label;
  return Array.isArray(kept) ? kept.map(labelOf) : labelOf(kept);
}

function knownOptions(kept: readonly unknown[], template: SelectTemplate): unknown[] {
  const { byId } = indexOf(template);
  return kept.filter((id) => byId.has(String(id)));
}

function listOf(things: string) {
  return { error: ({ input }: { input?: unknown }) => `takes a list of ${things}, not ${nameOf(input)}` };
}
