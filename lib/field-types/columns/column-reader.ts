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
  return textReader(field, (text) => fieldType.fromText(plainText(text), template), ids);
}
