import { isBlank } from "@/components/listing/is-blank";
import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf, typingOf } from "@/lib/field-types";
import type { StorageKind } from "@/lib/field-types/storage";
import { type Replacement, replaceText } from "./replace-text";

/** A cell after a replacement. */
export interface ReplacedCell {
  readonly text: string;
  /** Left out if the field does not accept the text; null for an empty cell. */
  readonly value?: unknown;
}

/** Kinds of values in which a part can be replaced, or only the whole. */
const replaceable: { readonly [Kind in StorageKind]?: "part" | "whole" } = { text: "part", number: "whole" };

/** True if cells of the field can be replaced: their text is the value, and nothing computes it. */
export function isReplaceable(field: Field): boolean {
  const { storage, isComputed } = fieldTypeOf(field);
  return replaceable[storage] !== undefined && !isComputed;
}

/** A cell with all finds replaced; null if it has none. */
export function replacedCell(field: Field, value: unknown, replacement: Replacement): ReplacedCell | null {
  const fieldType = fieldTypeOf(field);
  const { template } = field;
  const extent = replaceable[fieldType.storage];
  if (!extent || isBlank(value) || (extent === "whole" && !replacement.isWholeCell)) return null;
  const before = fieldType.toText(value, template);
  const after = [before, fieldType.display(value, template)]
    .map((text) => replaceText(text, replacement))
    .find((text) => text !== null);
  if (after === undefined || after === before) return null;
  if (after === "") return { text: after, value: null };
  const read = typingOf(fieldType).fromText(after, template);
  const isAccepted = read !== undefined && fieldType.value(template).safeParse(read).success;
  return { text: after, ...(isAccepted && { value: read }) };
}
