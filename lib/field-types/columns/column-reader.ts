import type { TypedTemplate } from "../field-type";
import { type Notation, plainTextOf } from "./notation";
import { type NamedIds, type TextReader, textReader } from "./text-reader";

/**
 * Reads the texts of a column for a field by its `fromText`, after replacing the notation of the column. Blank text
 * empties a cell; `ids` are the linked records by name. Undefined if the field cannot take a text.
 */
export function columnReader(field: TypedTemplate, notation: Notation, ids?: NamedIds): TextReader {
  const { fieldType, template } = field;
  const plainText = plainTextOf(field, notation);
  const fromText = (text: string): unknown => {
    const plain = plainText(text);
    return "text" in plain ? fieldType.fromText(plain.text, template) : undefined;
  };
  return textReader(field, fromText, ids);
}

/** The reason why the notation of its column rules out a text; undefined if the field refuses the text itself. */
export function columnProblem(field: TypedTemplate, notation: Notation, text: string): string | undefined {
  const plain = plainTextOf(field, notation)(text);
  return "problem" in plain ? plain.problem : undefined;
}
