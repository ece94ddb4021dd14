/** Runs the examples of all functions in PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres } from "../../../e2e/formula-postgres";
import { functions } from "../../formulas";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

describe.each(functions)("$name", ({ name, sentence, examples }) => {
  test("has a sentence and examples", () => {
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(examples.length).toBeGreaterThan(0);
    for (const [formula] of examples) expect(formula).toContain(`${name}(`);
  });

  test.each(examples)("%s", async (formula, value) => {
    expect(await postgres.evaluate(formula)).toEqual(value);
  });
});
