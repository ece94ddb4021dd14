import { isDeepStrictEqual } from "node:util";
import { ApiError, sentenceOf } from "../../contract/errors";
import type { Conversion as Outcome } from "../../contract/fields";
import type { BasePlace } from "../../contract/places";
import { isDerived, type TypedTemplate, typedTemplate } from "../../field-types";
import { presentValue } from "../records/values";
import type { FieldRow } from "../structure/structure";
import { eachInTurns } from "../turns";
import { cellTexts } from "./cell-texts";
import { type Cell, type ChangedCell, cellsOf, isInData } from "./cells";
import type { Conversion, Converted } from "./convert-stored";

/** A conversion of the cells of a field. */
export interface CellConversion {
  /** Prepares the conversion of a batch of cells. */
  readonly convert: (cells: readonly Cell[]) => Promise<(cell: Cell) => Converted>;
  /** Stores a batch of changed cells; omitted for a dry run. */
  readonly store?: (cells: readonly ChangedCell[]) => Promise<void>;
  /**
   * Allows the loss of values. Without it, storing stops at the first loss, because the change will be rolled back.
   */
  readonly allowLoss: boolean;
}

/** A conversion that needs the stored values alone. */
export function ofStored(conversion: Conversion): CellConversion["convert"] {
  return async () => (cell) => conversion(cell.stored);
}

/** Converts all cells of a field and reports the outcome. */
export async function convertCells(
  field: FieldRow,
  { convert, store, allowLoss }: CellConversion,
): Promise<Outcome> {
  const before = typedTemplate(field);
  const isMoved = !isInData(field);
  // A field that is computed again after undo must have no stored values.
  const isComputed = isDerived(field);
  const outcome: Outcome = { convertible: 0, lost: 0, examples: [], values: [] };
  const counts = new Map<string, Outcome["values"][number]>();
  for await (const cells of cellsOf(field)) {
    const changed: ChangedCell[] = [];
    const conversion = await convert(cells);
    await eachInTurns(cells, (cell) => {
      const { recordId, stored } = cell;
      const after = conversion(cell);
      if (after.isLost) outcome.lost++;
      else outcome.convertible++;
      if (after.isLost) {
        const hasRoom = outcome.examples.length < maxExamples;
        if (hasRoom) outcome.examples.push({ recordId, value: presentValue(before, stored) });
        countValue(counts, stored, () => presentValue(before, stored));
      }
      if (isMoved || !isDeepStrictEqual(after.stored, stored))
        changed.push({ recordId, before: isComputed ? null : stored, after: after.stored });
    });
    if (outcome.lost === 0 || allowLoss) await store?.(changed);
  }
  outcome.values.push(...counts.values());
  return outcome;
}

const maxExamples = 10;

/** Counts only the first few distinct values, exactly, so that memory stays bounded. */
function countValue(
  counts: Map<string, Outcome["values"][number]>,
  stored: unknown,
  present: () => unknown,
): void {
  const key = JSON.stringify(stored);
  const known = counts.get(key);
  if (known) known.count++;
  else if (counts.size < maxExamples) counts.set(key, { value: present(), count: 1 });
}

/** Throws a 409 for a change that loses values, unless the caller allows it. */
export function refuseLoss(
  { lost }: Outcome,
  { path, allowLoss }: { path: string; allowLoss: boolean },
): void {
  if (lost === 0 || allowLoss) return;
  const cells =
    lost === 1
      ? "1 cell whose value cannot be converted"
      : `${lost.toLocaleString("en")} cells whose values cannot be converted`;
  const message = `would clear ${cells}; send "allowLoss": true to allow it`;
  throw new ApiError("CONFLICT", sentenceOf({ path, message }), [
    { path, message },
    { path: "allowLoss", message: "must be true to allow it" },
  ]);
}

/** The new type's template; for a select, with options for the field's texts. */
export async function withOptionsFor(place: BasePlace, field: FieldRow, to: TypedTemplate): Promise<object> {
  const from = typedTemplate(field);
  const { optionsFrom } = to.fieldType;
  // Options are taken over; texts of several options create no new ones.
  if (!optionsFrom || from.fieldType.optionsFrom) return to.template;
  const texts = new Set<string>();
  let room = maxCharacters;
  const readTexts = await cellTexts(place, field);
  for await (const cells of cellsOf(field)) {
    const textOf = await readTexts(cells);
    await eachInTurns(cells, (cell) => {
      const text = textOf(cell);
      if (texts.has(text) || text.length > room) return;
      texts.add(text);
      room -= text.length;
    });
  }
  return optionsFrom([...texts], to.template);
}

/** Maximum total length of the texts examined for options, enough for far more than the limit. */
const maxCharacters = 5_000_000;
