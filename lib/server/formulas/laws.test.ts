/** Laws of all functions and operators, present and future, over random formulas. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres, readFormula } from "../../../e2e/formula-postgres";
import { randomCall, randomFormula, recordFields } from "../../../e2e/random-formula";
import { rounds } from "../../../e2e/rounds";
import {
  type CheckedFormula,
  type ExampleValue,
  formulaLimits,
  functions,
  isList,
  itemOf,
  type Type,
} from "../../formulas";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

const timezones = [undefined, "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"];

test("a formula never fails, gives one answer by columns and by row, and keeps its type", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.constantFrom(...timezones), async (pick, timezone) => {
      const text = randomFormula(pick);
      const { value: formula } = readFormula(text, {
        fields: recordFields,
        ...(timezone !== undefined && { timezone }),
      });
      if (!formula) return;
      accepted += 1;
      expectResult(formula, await run(text, formula));
    }),
    { numRuns: rounds.formulas * 2 },
  );
  expect(accepted).toBeGreaterThan(rounds.formulas);
});

describe.each(functions.filter(({ name }) => name !== "NOW"))("$name", (entry) => {
  test("keeps its promises for blank values, errors and extremes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), fc.constantFrom(...timezones), async (pick, timezone) => {
        const text = randomCall(pick, entry);
        const { value: formula } = readFormula(text, {
          fields: recordFields,
          ...(timezone !== undefined && { timezone }),
        });
        if (!formula) return;
        const value = await run(text, formula);
        expectResult(formula, value);
        // An empty text is blank as a result.
        if (entry.isNeverBlank && formula.type !== "text") expect(value, text).not.toBeNull();
        if (typeof value === "number" && entry.wholeDigits !== undefined) {
          expect(Number.isInteger(value) && Math.abs(value) < 10 ** entry.wholeDigits, text).toBe(true);
        }
      }),
      { numRuns: rounds.argumentsPerFunction },
    );
  });

  test("counts as 0, an empty text or FALSE if it is blank", async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (pick) => {
        const call = randomCall(pick, entry);
        const { value: formula } = readFormula(call, { fields: recordFields });
        if (!formula) return;
        const text = filledBy(formula.type, call);
        const { value: use } = readFormula(text, { fields: recordFields });
        if (use) expect(await run(text, use), text).not.toBeNull();
      }),
      { numRuns: rounds.argumentsPerFunction },
    );
  });

  test.skipIf(entry.catches || entry.params.length === 0)("passes the error of any argument on", async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (pick) => {
        const text = randomCall(pick, entry, true);
        const { value: formula } = readFormula(text, { fields: recordFields });
        if (formula) expect(await run(text, formula), text).toMatchObject({ error: expect.any(String) });
      }),
      { numRuns: rounds.argumentsPerFunction },
    );
  });
});

/** A formula that is never blank, whatever the value. */
function filledBy(type: Type, call: string): string {
  if (isList(type)) return `COUNTALL(${call})`;
  if (type === "text") return `${call} & "x"`;
  if (type === "checkbox") return `NOT(${call})`;
  return type === "number" ? `${call} + 1` : `YEAR(${call}) + 1`;
}

async function run(text: string, formula: CheckedFormula): Promise<ExampleValue> {
  try {
    return await postgres.run(formula, recordFields);
  } catch (error) {
    throw new Error(`${text} failed: ${(error as Error).message}`);
  }
}

/** A value of the type, within the limits; or blank, or an error. */
function expectResult({ type, tree }: CheckedFormula, value: ExampleValue): void {
  if (value === null || (typeof value === "object" && "error" in value)) return;
  const items = isList(type) ? value : [value];
  expect(Array.isArray(items)).toBe(true);
  for (const item of items as readonly ExampleValue[]) {
    if (item === null) continue;
    if (itemOf(type) === "number") {
      expect(Number.isFinite(item)).toBe(true);
      if (tree.kind === "call" && tree.entry.group === "operators") {
        expect(Number((item as number).toPrecision(15))).toBe(item);
      }
    } else if (itemOf(type) === "text") {
      expect(typeof item).toBe("string");
      expect([...(item as string)].length).toBeLessThanOrEqual(formulaLimits.text);
    } else if (itemOf(type) === "checkbox") expect(typeof item).toBe("boolean");
    else if (itemOf(type) === "date") expect(item).toMatch(/^\d{4}-\d\d-\d\d$/);
    else expect(item).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
}
