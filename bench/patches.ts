import type { Api } from "./api";
import { compare, type Subject, takeTurns, warmUp } from "./compare";
import { type BenchTable, type FieldRules, fill, makeTable } from "./data";
import type { Figure } from "./lists";
import { type BenchRequest, measure } from "./load";
import { printLine, printOutcomes, ratio } from "./report";

/** Measures PATCH of one text field on each server, of a different record each time. */
export async function measurePatches(
  subjects: readonly Subject[],
  { key, table, recordIds }: { key: string; table: BenchTable; recordIds: readonly string[] },
): Promise<void> {
  const fieldId = table.fields[0]?.id ?? "";
  let written = 0;
  await warmUp(subjects, { key, connections: 16, next });
  for (const connections of [1, 16]) {
    printLine(
      `PATCH of one text field, ${connections === 1 ? "1 connection" : `${connections} connections`}:`,
    );
    printOutcomes(await compare(subjects, { key, connections, next }));
  }

  function next(): BenchRequest {
    written++;
    const recordId = recordIds[(written * 7919) % recordIds.length];
    // A new value each time: the server skips writes that change nothing.
    return {
      method: "PATCH",
      path: `${table.path}/${recordId}`,
      body: { record: { [fieldId]: `value ${written}` } },
    };
  }
}

/** PATCH of a unique and a required field, and of the same fields without rules. */
export async function measureRuled(api: Api): Promise<Figure[]> {
  const patches = async (rules: FieldRules) => {
    const table = await makeTable(api, { rules });
    const { recordIds } = await fill(api, table, { rows: 10_000, callers: 2 });
    return patchesOf(table, recordIds, (turn) => ({ Email: `p${turn}@example.com`, Name: `Name ${turn}` }));
  };
  const ruled = { Email: { isUnique: true }, Name: { isRequired: true }, City: { isRequired: true } };
  const reached = await writesCompared(api, [await patches({}), await patches(ruled)]);
  return [["PATCH with one unique and two required fields, 16 connections", "≥ 0.8 of one without", reached]];
}

type NextRequest = () => BenchRequest;

/** PATCHes of changing records, whose values are made from a number. */
export function patchesOf(
  { path }: BenchTable,
  recordIds: readonly string[],
  valuesOf: (turn: number) => object,
): NextRequest {
  let turn = 0;
  return () => {
    turn += 1;
    const recordId = recordIds[(turn * 7919) % recordIds.length];
    return { method: "PATCH", path: `${path}/${recordId}`, body: { record: valuesOf(turn) } };
  };
}

/** The speed of the second kind of writes as a ratio to the first. */
export async function writesCompared(api: Api, nexts: readonly [NextRequest, NextRequest]): Promise<string> {
  const load = { ...api, connections: 16 };
  for (const next of nexts) await measure({ ...load, seconds: 2, next });
  const [without = 0, ours = 0] = await takeTurns(
    nexts.map((next) => async () => (await measure({ ...load, seconds: 3, next })).perSecond),
  );
  return ratio(ours, without);
}
