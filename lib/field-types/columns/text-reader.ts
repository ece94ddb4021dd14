import type { TypedTemplate } from "../field-type";
import { listFromText } from "../list";
import { remembered } from "./remembered";

/** Record ids by name, for link fields. */
export type NamedIds = ReadonlyMap<string, string>;

/** Reads the text of a cell to a value; undefined if the field cannot take it. */
export type TextReader = (text: string) => unknown;

/**
 * Completes a type's way of reading text by what holds for every column: blank text empties a cell unless it is a
 * value, and link fields also take the names of records.
 */
export function textReader(
  { fieldType, template }: TypedTemplate,
  fromText: TextReader,
  ids?: NamedIds,
): TextReader {
  const { empty } = fieldType;
  const links = fieldType.storage === "links" ? ids : undefined;
  return remembered(
    (text) =>
      (text === "" ? empty : fromText(text)) ??
      (links && linksFrom(text, template as { allowMultiple: boolean }, links)) ??
      (text.trim() === "" ? empty : undefined),
  );
}

/** The names of records that a text may mean: the whole of it, or the items of a list. */
export function namesIn(text: string): string[] {
  return [text.trim(), ...listFromText(text)].filter((name) => name !== "");
}

/**
 * The names in a text that no record has: items of a list, unless the whole text is a name. `isOneName` takes a list as
 * one name with its commas.
 */
export function missingNames(text: string, ids: NamedIds, { isOneName = false } = {}): string[] {
  const [whole = "", ...items] = namesIn(text);
  if (whole === "" || ids.has(whole)) return [];
  return isOneName && items.length > 1 ? [whole] : items.filter((name) => !ids.has(name));
}

/** The records named by a list, or by the whole text with its commas. */
function linksFrom(
  text: string,
  { allowMultiple }: { allowMultiple: boolean },
  ids: NamedIds,
): string[] | undefined {
  const whole = ids.get(text.trim());
  const found = whole === undefined ? listFromText(text).map((name) => ids.get(name)) : [whole];
  const linked = new Set(found.filter((id) => id !== undefined));
  if (linked.size === 0 || found.includes(undefined)) return undefined;
  return linked.size > 1 && !allowMultiple ? undefined : [...linked];
}
