import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../../contract/errors";
import type { Conversion as Outcome } from "../../contract/fields";
import { type TypedTemplate, typedTemplate } from "../../field-types";
import { presentValue } from "../records/values";
import type { FieldRow } from "../structure/structure";
import { eachInTurns } from "../turns";
import { type ChangedCell, cellsOf, isInData } from "./cells";
import type { Conversion } from "./convert-stored";

/** What is to be done with the cells of a field. */
export interface CellConversion {
  readonly conversion: Conversion;
  /** Stores a batch of cells whose values change; left out: they are only looked at. */
  readonly store?: (cells: readonly ChangedCell[]) => Promise<void>;
  /** Whether values may be lost. Where not, nothing more is stored once one is: the change will be taken back. */
  readonly allowLoss: boolean;
}

/** Goes through all the cells of a field and tells how they fare. */
export async function convertCells(
  field: FieldRow,
  { conversion, store, allowLoss }: CellConversion,
): Promise<Outcome> {
  const before = typedTemplate(field);
  const isMoved = !isInData(field);
  const outcome: Outcome = { convertible: 0, lost: 0, examples: [], values: [] };
  const counts = new Map<string, Outcome["values"][number]>();
  for await (const cells of cellsOf(field)) {
    const changed: ChangedCell[] = [];
    await eachInTurns(cells, ({ recordId, stored }) => {
      const after = conversion(stored);
      if (after.isLost) outcome.lost++;
      else outcome.convertible++;
      if (after.isLost) {
        const hasRoom = outcome.examples.length < mostExamples;
        if (hasRoom) outcome.examples.push({ recordId, value: presentValue(before, stored) });
        countValue(counts, stored, () => presentValue(before, stored));
      }
      if (isMoved || !isDeepStrictEqual(after.stored, stored))
        changed.push({ recordId, before: stored, after: after.stored });
    });
    if (outcome.lost === 0 || allowLoss) await store?.(changed);
  }
  outcome.values.push(...counts.values());
  return outcome;
}

const mostExamples = 10;

/** Counts the first few different values, and those exactly: memory stays bounded, however many there are. */
function countValue(
  counts: Map<string, Outcome["values"][number]>,
  stored: unknown,
  present: () => unknown,
): void {
  const key = JSON.stringify(stored);
  const known = counts.get(key);
  if (known) known.count++;
  else if (counts.size < mostExamples) counts.set(key, { value: present(), count: 1 });
}

/** A 409 for a change that loses values, unless the caller allows it; it names the key by which to do so. */
export function refuseLoss(
  { lost }: Outcome,
  { path, allowLoss }: { path: string; allowLoss: boolean },
): void {
  if (lost === 0 || allowLoss) return;
  const cells = lost === 1 ? "1 cell whose value does" : `${lost.toLocaleString("en")} cells whose values do`;
  const message = `would empty ${cells} not fit; send "allowLoss": true to let that happen`;
  throw new ApiError("CONFLICT", `${path} ${message}`, [
    { path, message },
    { path: "allowLoss", message: "is to be true to let that happen" },
  ]);
}

/** The new type's template, with options for what the field's texts name where it is a list of options. */
export async function withOptionsFor(field: FieldRow, to: TypedTemplate): Promise<object> {
  const from = typedTemplate(field);
  const { optionsFrom } = to.fieldType;
  // Options become options; what they are called in combination makes no new ones.
  if (!optionsFrom || from.fieldType.optionsFrom) return to.template;
  const texts = new Set<string>();
  let room = mostCharacters;
  for await (const cells of cellsOf(field)) {
    await eachInTurns(cells, ({ stored }) => {
      const text = from.fieldType.toText(presentValue(from, stored), from.template);
      if (texts.has(text) || text.length > room) return;
      texts.add(text);
      room -= text.length;
    });
  }
  return optionsFrom([...texts], to.template);
}

/** Of all texts together that are looked at for options: enough for far more than can be made. */
const mostCharacters = 5_000_000;
