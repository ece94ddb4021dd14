import { limits } from "../../../contract/limits";
import type { Tally } from "../notes";
import type { Kind, Row } from "../table";
import { plainText } from "../text/plain-text";
import { UnreadableFile } from "../unreadable-file";
import type { Attributes, XmlHandler } from "./parse-xml";
import { type CellContext, type CellXml, readCell } from "./read-cell";
import { TextCollector } from "./shared-texts";

/**
 * Builds the rows of a worksheet from its XML. Places cells by their references, which may have gaps and any order,
 * or after the previous cell. Leaves out rows without values.
 */
export class SheetRows implements XmlHandler {
  readonly #context: CellContext;
  readonly #tally: Tally;
  readonly #inline = new TextCollector();
  #rows: Row[] = [];
  #number = 0;
  #cells: string[] = [];
  #kinds: (Kind | undefined)[] = [];
  #characters = 0;
  #column = -1;
  #cell: CellXml | undefined;
  #isValue = false;

  constructor(context: CellContext, tally: Tally) {
    this.#context = context;
    this.#tally = tally;
  }

  /** Returns the complete rows since the last call. */
  take(): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === "row") this.#openRow(attributes);
    else if (tag === "c") this.#openCell(attributes);
    else if (!this.#cell) return;
    else if (tag === "v") this.#isValue = true;
    else if (tag === "f") this.#cell.isFormula = true;
    else this.#inline.open(tag);
  }

  close(tag: string): void {
    if (tag === "row") this.#closeRow();
    else if (tag === "c") this.#closeCell();
    else if (tag === "v") this.#isValue = false;
    else if (this.#cell) this.#inline.close(tag);
  }

  text(text: string): void {
    if (!this.#isValue) this.#inline.text(text);
    else if (this.#cell) {
      this.#cell.value += text;
      if (this.#cell.value.length > limits.importRowCharacters) throw this.#tooLong();
    }
  }

  #openRow({ r }: Attributes): void {
    this.#number = r === undefined ? this.#number + 1 : Number(r);
    if (!Number.isSafeInteger(this.#number) || this.#number < 1) {
      throw new UnreadableFile(`The XLSX file is damaged: it has a row “${r?.slice(0, 20)}”. Save it again.`);
    }
    this.#cells = [];
    this.#kinds = [];
    this.#characters = 0;
    this.#column = -1;
  }

  #openCell({ r, t = "n", s = "0" }: Attributes): void {
    this.#column = r === undefined ? this.#column + 1 : columnOf(r);
    if (!(this.#column >= 0 && this.#column < limits.importColumns)) {
      throw this.#refusal(
        `has a cell beyond the limit of ${limits.importColumns.toLocaleString("en")} columns`,
      );
    }
    this.#cell = { type: t, style: Number(s), value: "", inline: "", isFormula: false };
  }

  #closeCell(): void {
    const cell = this.#cell;
    if (!cell) return;
    this.#cell = undefined;
    cell.inline = this.#inline.take();
    const read = readCell(cell, this.#context);
    if (typeof read === "string") {
      throw this.#refusal(`is damaged: cell ${columnName(this.#column)}${this.#number} ${read}`);
    }
    if (read.note) this.#tally.add(read.note);
    if (read.text === "") return;
    const text = plainText(read.text, this.#tally);
    this.#characters += text.length;
    if (this.#characters > limits.importRowCharacters) throw this.#tooLong();
    while (this.#cells.length <= this.#column) {
      this.#cells.push("");
      this.#kinds.push(undefined);
    }
    this.#cells[this.#column] = text;
    this.#kinds[this.#column] = read.kind;
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#rows.push({ number: this.#number, cells: this.#cells, kinds: this.#kinds });
  }

  #tooLong(): UnreadableFile {
    return this.#refusal(`is longer than ${limits.importRowCharacters.toLocaleString("en")} characters`);
  }

  #refusal(problem: string): UnreadableFile {
    return new UnreadableFile(`Row ${this.#number} ${problem}. Mend it and upload the file again.`, {
      row: this.#number,
    });
  }
}

/** Index of the column of a reference: 27 for `AB12`. NaN if it has none. */
export function columnOf(reference: string): number {
  let index = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = (reference.charCodeAt(at) | 32) - 96;
    if (letter < 1 || letter > 26) return at === 0 ? Number.NaN : index - 1;
    index = index * 26 + letter;
  }
  return Number.NaN;
}

/** Letters of a column: `AB` for 27. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}
