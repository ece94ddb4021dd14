import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres, readFormula } from "../../../e2e/formula-postgres";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

describe("operators", () => {
  test.each([
    ["0.1 + 0.2", 0.3],
    ["1 / 3 * 3", 1],
    ["1 / 3", 0.333333333333333],
    ["2^3^2", 64],
    ["-2^2", 4],
    ["2^-1", 0.5],
    ["3^0.5", 1.73205080756888],
    ["50%", 0.5],
    ["=1+1", 2],
    ["1e3", 1000],
    [".5 + 5.", 5.5],
    ["1e308 * 10", { error: "NUM" }],
    ["1e308 * 10 / 10", 1e308],
    ["10^400", { error: "NUM" }],
    ["10^-400", 0],
    ["0^-1", { error: "DIV0" }],
    ["(-8)^0.5", { error: "NUM" }],
    ["(-8)^3", -512],
    ["1 / 0", { error: "DIV0" }],
    ["1 / {Discount}", { error: "DIV0" }],
    ["{Discount} + 1", 1],
    ["{Done} + 1", 2],
    [`"a" & 1.50 & TRUE & {Notes} & {Due}`, "a1.5TRUE2026-03-15"],
    [`{Notes} & ""`, null],
    ['{Start} & ""', "2026-03-29T00:30:00.000Z"],
    [`"a" & 1 / 0`, { error: "DIV0" }],
    ["{Discount} = 0", false],
    ["{Discount} = BLANK()", true],
    ["{Discount} < -1", true],
    ["{Discount} >= {Discount}", true],
    ["{Discount} > {Discount}", false],
    ["0 > {Discount}", true],
    [`{Notes} = ""`, true],
    ["{Notes} = BLANK()", true],
    [`"a" < "B"`, true],
    [`"a" = "A"`, false],
    ["1 / 0 = 1", { error: "DIV0" }],
    ["1 <> 2", true],
    ["1 == 1", true],
    ["{Due} + 1", "2026-03-16"],
    ["1 + {Due}", "2026-03-16"],
    ["{Due} - 1.9", "2026-03-14"],
    ["{Start} + 0.5", "2026-03-29T12:30:00.000Z"],
    [`{Due} - "2026-03-01"`, 14],
    ["{Due} - {Discount}", null],
    ["{Due} + 1e300", { error: "NUM" }],
    ["{Due} + 3000000", { error: "NUM" }],
    ["{Due} - 3000000", { error: "NUM" }],
    ["{Due} - 739689", "0001-01-01"],
    ["{Due} - 739690", { error: "NUM" }],
    ["{Start} - 3000000", { error: "NUM" }],
    ["{Start} + 1e300", { error: "NUM" }],
    ["{Start} + {Discount}", null],
    ["{Start} > {Due}", true],
    ["{Start} - {Due}", 14.0625],
  ] as const)("%s", async (formula, value) => {
    expect(await postgres.evaluate(formula)).toEqual(value);
  });
});

describe("mistakes", () => {
  test.each([
    ["", 0, 0, "The formula is empty."],
    ["1 +", 3, 3, "The formula ends too early. A value is missing."],
    ["1 < 2 < 3", 6, 7, "Comparisons can't be chained. Combine them with AND(…)."],
    [`"a`, 0, 2, `The text is not closed by ".`],
    ["{Price", 0, 6, "The brace { is not closed by }."],
    ["(1", 0, 1, "The parenthesis ( is not closed by )."],
    ["LEN(1", 3, 4, "The parenthesis ( is not closed by )."],
    ["1 2", 2, 3, "An operator is missing here, such as + or &."],
    ["LEN(1, 2)", 0, 9, "LEN(text) doesn't take 2 arguments."],
    ["LENN(1)", 0, 4, "There is no function LENN. Similar ones are LEN"],
    ["{Prise}", 0, 7, "The table has no field “Prise”. Its fields are Price"],
    [`1 + "2"`, 4, 7, "The operator + takes a number, not a text. Use VALUE to read a number from a text."],
    ["1 + {Scores}", 4, 12, "The operator + takes one value here, not a list of numbers. Use SUM"],
    ["{Price} = {Name}", 0, 16, "Values of different types can't be compared: a number and a text."],
    ["1e400", 0, 5, "The number is too large."],
  ])("%s", (formula, start, end, message) => {
    const { problem } = readFormula(formula);
    expect(problem).toMatchObject({ start, end });
    expect(problem?.message).toContain(message);
  });
});
