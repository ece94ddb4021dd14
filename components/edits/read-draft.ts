import { isBlank } from "@/components/listing/is-blank";
import type { Field } from "@/lib/contract/fields";
import { type ResolvedType, typingOf } from "@/lib/field-types";
import { quote } from "@/lib/field-types/text";

/**
 * The result of parsing text for a cell: a value, which may name an option that the field lacks, or the reason it is
 * invalid.
 */
export type Reading = { readonly value: unknown; readonly addsOptions?: true } | { readonly problem: string };

/** Parses text for a field as people of the locale write it. An empty text clears the cell. */
export function readDraft(field: Field, fieldType: ResolvedType, draft: string, locale?: string): Reading {
  if (draft === "") return { value: fieldType.empty };
  const { fromText, words } = typingOf(fieldType);
  const value = fromText(draft, field.template, locale);
  if (value !== undefined) return { value };
  if (words) return { problem: `${field.name} takes ${words}; ${quote(draft)} is not one` };
  const issue = fieldType.value(field.template).safeParse(draft).error?.issues[0];
  const message = issue?.message ?? `does not accept ${JSON.stringify(draft)}`;
  return { problem: `${field.name} ${message}` };
}

/** The text an editor starts with; empty for an empty cell. */
export function draftOf(field: Field, fieldType: ResolvedType, value: unknown): string {
  return isBlank(value) ? "" : typingOf(fieldType).toText(value, field.template);
}
