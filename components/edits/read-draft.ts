import { isBlank } from "@/components/listing/is-blank";
import type { Field } from "@/lib/contract/fields";
import { type ResolvedType, typingOf } from "@/lib/field-types";
import { quote } from "@/lib/field-types/text";

/** What typed text means to a cell: a value, which may name an option that the field lacks; or in words why it is none. */
export type Reading = { readonly value: unknown; readonly addsOptions?: true } | { readonly problem: string };

/** Reads text for a field of the type as people of the locale write it; no text at all empties the cell. */
export function readDraft(field: Field, fieldType: ResolvedType, draft: string, locale?: string): Reading {
  if (draft === "") return { value: fieldType.empty };
  const { fromText, words } = typingOf(fieldType);
  const value = fromText(draft, field.template, locale);
  if (value !== undefined) return { value };
  if (words) return { problem: `${field.name} takes ${words}; ${quote(draft)} is not one` };
  const issue = fieldType.value(field.template).safeParse(draft).error?.issues[0];
  const message = issue?.message ?? `takes another kind of text than ${JSON.stringify(draft)}`;
  return { problem: `${field.name} ${message}` };
}

/** A cell's text as an editor begins with it; an empty cell has none. */
export function draftOf(field: Field, fieldType: ResolvedType, value: unknown): string {
  return isBlank(value) ? "" : typingOf(fieldType).toText(value, field.template);
}
