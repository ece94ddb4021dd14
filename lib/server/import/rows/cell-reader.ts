import { detailsOf, tryParse } from "../../../contract/parse";
import { findHostile } from "../../../contract/plain-json";
import { isEmpty } from "../../../field-types";
import { columnProblem, columnReader, type Notation, remembered } from "../../../field-types/columns";
import { storeValue } from "../../records/values";
import { prepareField, type SchemaField } from "../../structure/schemas";
import type { Kind } from "../../tabular";

/** The outcome of reading a cell: nothing, a stored value, or the reason of a refusal. */
export type ReadCell = { readonly empty: true } | { readonly stored: unknown } | { readonly problem: string };

/** Reads the cells of a column for a field. With `addsOptions`, unknown labels become options of the field. */
export class CellReader {
  #field: SchemaField;
  #read: (text: string) => unknown;
  readonly #readText = remembered((text) => this.#readAnew(text));
  readonly #readNumber: (text: string) => ReadCell;

  constructor(
    field: SchemaField,
    readonly notation: Notation,
    readonly addsOptions: boolean,
  ) {
    this.#field = field;
    this.#read = columnReader(field, notation);
    const readPlain = columnReader(field, {});
    this.#readNumber = remembered((text) => {
      const value = readPlain(text);
      return value === undefined ? { problem: this.#explain(text) } : this.#store(value);
    });
  }

  /** The field with the options added so far. */
  get field(): SchemaField {
    return this.#field;
  }

  read(text: string, kind: Kind | undefined): ReadCell {
    if (kind?.type === "json") return this.#readJson(text);
    // The text of a typed cell is plain, whatever the texts of its column look like.
    return kind && this.#field.fieldType.storage === "number" ? this.#readNumber(text) : this.#readText(text);
  }

  #readAnew(text: string): ReadCell {
    let value = this.#read(text);
    if (value === undefined && this.#addOptions(text)) value = this.#read(text);
    return value === undefined ? { problem: this.#explain(text) } : this.#store(value);
  }

  /** Lists and objects of JSON are values as the API takes them; in other fields, they are text. */
  #readJson(text: string): ReadCell {
    const json: unknown = JSON.parse(text);
    const hostile = findHostile(json);
    if (hostile) return { problem: hostile.message };
    const { fieldType, template } = this.#field;
    if (this.addsOptions && fieldType.optionsFor) this.#extend(fieldType.optionsFor(json, template));
    const read = tryParse(this.#field.value, json);
    const problem = read.success && fieldType.unwritable?.(read.data, template);
    if (problem) return { problem };
    if (read.success) return this.#store(read.data);
    if (fieldType.storage === "text") return this.#readText(text);
    return { problem: detailsOf(read.error, "")[0]?.message ?? "cannot be read" };
  }

  #store(value: unknown): ReadCell {
    return isEmpty(this.#field.fieldType, value)
      ? { empty: true }
      : { stored: storeValue(this.#field, value) };
  }

  #addOptions(text: string): boolean {
    const { fieldType, template } = this.#field;
    return this.addsOptions && this.#extend(fieldType.optionsFrom?.([text], template) ?? template);
  }

  #extend(template: object): boolean {
    if (template === this.#field.template) return false;
    this.#field = prepareField({ ...this.#field, template });
    this.#read = columnReader(this.#field, this.notation);
    return true;
  }

  #explain(text: string): string {
    const problem = columnProblem(this.#field, this.notation, text);
    if (problem !== undefined) return problem;
    const read = tryParse(this.#field.value, text);
    const found = read.success ? undefined : detailsOf(read.error, "")[0]?.message;
    return found ?? `cannot be read as ${this.#field.fieldType.label.toLowerCase()}`;
  }
}
