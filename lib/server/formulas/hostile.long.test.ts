/** Formulas of authors who want to break out, or to use up the server. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FormulaPostgres, readFormula, scopeOf, type TestField } from "../../../e2e/formula-postgres";
import { compileTogether, functions } from "../../formulas";
import { raw } from "../../formulas/sql";

let postgres: FormulaPostgres;
beforeAll(async () => {
  postgres = await FormulaPostgres.start();
});
afterAll(() => postgres.stop());

const attacks = [
  `'); DROP TABLE "Record"; --`,
  `" OR "1"="1`,
  `"steps"."v1"`,
  `$1`,
  `\${1}`,
  `{Name}`,
  `){}"`,
  `\\`,
  `'||pg_sleep(10)||'`,
  `%s %I`,
  `/* */ --`,
];

describe("SQL in texts and names stays text", () => {
  test.each(attacks)("%s", async (attack) => {
    const literal = `"${attack.replaceAll(/["\\]/g, "\\$&")}"`;
    expect(await postgres.evaluate(`${literal} & ""`)).toBe(attack);
    expect(await postgres.evaluate(`IF(${literal} = T(${literal}), LEN(${literal}))`)).toBe(
      [...attack].length,
    );
    expect(await postgres.evaluate(`DATETIME_FORMAT({Due}, "[${literal.slice(1, -1)}]")`)).toBe(attack);
    const field: TestField = { id: "fAttackXXXX", name: attack, type: "number", value: raw("7::numeric") };
    const name = attack.replaceAll(/[\\}.]/g, "\\$&");
    expect(await postgres.evaluate(`{${name}} * 6`, { fields: [field] })).toBe(42);
  });
});

describe("only the functions of the language can be called", () => {
  test.each([
    "pg_sleep(10)",
    "PG_READ_FILE(1)",
    "current_setting(1)",
    "formulaTime(1)",
    "constructor(1)",
    "__proto__(1)",
    "toString()",
  ])("%s", (formula) => {
    expect(readFormula(formula).problem?.message).toMatch(/^There is no function /);
  });

  test.each([
    ["{pg_class}", "The table has no field"],
    ["pg_sleep", "The table has no field"],
    ["{fNameNameXX.fNameNameXX}", "The table has no field"],
    ["1; SELECT 1", "unexpected"],
    ["(SELECT 1)", "is not closed"],
    ["1 -- 2 /* */", "is missing before"],
    ["1::text", "unexpected"],
    ["`1`", "unexpected"],
    ['DATEADD({Due}, 1, "1 day; DROP TABLE")', "is not allowed here"],
    ['SET_TIMEZONE({Start}, "UTC\'; SELECT 1")', "is not a time zone"],
    ['SET_TIMEZONE({Start}, "+25:00")', "is not a time zone"],
    ["DATETIME_FORMAT({Due}, {Name})", "only as a literal"],
    ['"\0"', "NUL"],
    ['"\ud800"', "half of a character"],
  ])("%s is refused", (formula, message) => {
    expect(readFormula(formula).problem?.message).toContain(message);
  });
});

describe("limits", () => {
  const nested = (depth: number) => `${"ABS(".repeat(depth)}1${")".repeat(depth)}`;
  const grouped = (depth: number) => `${"(".repeat(depth)}1${")".repeat(depth)}`;
  /** `count` is odd: literals, and an operator between two of them. */
  const chain = (count: number, operator = "+") =>
    Array.from({ length: (count + 1) / 2 }, () => "1").join(operator);

  test("10,000 characters are taken, one more is not", async () => {
    const text = (length: number) => `"${"x".repeat(length - 2)}"`;
    expect(await postgres.evaluate(text(10_000))).toHaveLength(9_998);
    expect(readFormula(text(10_001)).problem?.message).toBe("A formula has at most 10,000 characters.");
  });

  test("64 deep is taken, 65 is not", async () => {
    for (const deep of [nested, grouped]) {
      expect(await postgres.evaluate(deep(64))).toBe(1);
      expect(readFormula(deep(65)).problem?.message).toContain("nested 64 deep");
    }
    expect(readFormula(nested(1_900)).problem?.message).toContain("nested 64 deep");
  });

  test("2,000 parts are taken, one more is not", async () => {
    expect(await postgres.evaluate(chain(1_999))).toBe(1_000);
    expect(await postgres.evaluate(`-${chain(1_999)}`)).toBe(998);
    expect(readFormula(chain(2_001)).problem?.message).toContain("at most 2,000 parts");
    expect(await postgres.evaluate(chain(1_999, "*"))).toBe(1);
    expect(await postgres.evaluate(chain(1_999, "/"))).toBe(1);
    expect(await postgres.evaluate(chain(1_999, "&"))).toHaveLength(1_000);
    expect(await postgres.evaluate(chain(999, "&{Name}&"))).toContain("1Ada1");
  });

  test.each(["SUM", "CONCATENATE", "AND", "COUNTA", "ARRAYUNIQUE"])(
    "%s takes 1,999 arguments",
    async (name) => {
      const args = Array.from({ length: 1_999 }, () => "1").join(",");
      expect(await postgres.evaluate(`${name}(${args})`)).not.toBeNull();
    },
  );

  test("IFS and SWITCH take a thousand branches", async () => {
    const pairs = Array.from({ length: 990 }, (_, index) => `${index},1`).join(",");
    expect(await postgres.evaluate(`SWITCH({Quantity},${pairs})`)).toBe(1);
    expect(await postgres.evaluate(`IFS(${pairs})`)).toBe(1);
  });
});

describe("nested 60 deep in its first argument", () => {
  const nestable = functions.filter(({ params }) => params.some(({ isConstant }) => !isConstant));

  test.each(nestable)("$name", async ({ name, params }) => {
    const given: Record<string, string> = {
      number: "{Price}",
      checkbox: "{Done}",
      text: `{Name}`,
      date: "{Due}",
      datetime: "{Start}",
      moment: "{Start}",
    };
    const constants: Record<string, string> = { format: `"YYYY-MM-DD"`, timezone: `"UTC"` };
    const rest = params.slice(1).map((param) => constants[param.name] ?? given[param.type] ?? "{Price}");
    let formula = given[params[0]?.type ?? ""] ?? "{Price}";
    for (let depth = 0; depth < 60; depth++) formula = `${name}(${[formula, ...rest].join(", ")})`;
    const { value } = readFormula(formula);
    if (!value) return;
    const { row } = compileTogether(new Map([["f", value]]), scopeOf());
    expect(row.text.length).toBeLessThan(500_000);
    expect(row.values.length).toBeLessThan(5_000);
    await postgres.runRow(value);
  });
});

test("a regular expression that runs away ends with the time limit of the statement", async () => {
  await expect(
    postgres.evaluate(`REGEX_MATCH(REPT("ab", 40000), "^((a|b)*)\\\\1((a|b)*)\\\\3$")`, { timeLimit: 300 }),
  ).rejects.toThrow("statement timeout");
  expect(await postgres.evaluate("1 + 1")).toBe(2);
});
